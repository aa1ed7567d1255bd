import type { TaskStage } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';

export const taskStageOrder = [{ position: 'asc' as const }, { id: 'asc' as const }];

export async function findLastDeliverablePosition({ accountId, db }: Context, projectId: string) {
  const project = await db.project.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: projectId } },
    select: {
      projectTypeId: true,
      deliverables: { select: { position: true }, orderBy: { position: 'desc' }, take: 1 },
    },
  });
  const { projectTypeId, deliverables } = project;
  return { projectTypeId, last: deliverables[0]?.position ?? 0 };
}

interface StatusReference {
  name: string | null;
  id: string | null;
  unknown?: 'refused' | 'first';
}

/** Default: the first status of the project type. */
export async function resolveDeliverableStatus(
  { accountId, db, names }: Context,
  projectTypeId: string,
  { name, id, unknown = 'refused' }: StatusReference,
): Promise<TaskStage> {
  const isUnknown =
    unknown === 'first' && name && !(await names.find('taskStage', name, projectTypeId));
  const statusId = await resolveReference(names, 'taskStage', {
    name: isUnknown ? null : name,
    id,
    nameField: 'statusName',
    idField: 'statusId',
    parentId: projectTypeId,
  });
  const status = await db.taskStage.findFirst({
    where: { accountId, projectTypeId, ...(statusId !== null && { id: statusId }) },
    orderBy: taskStageOrder,
  });
  if (status) return status;
  throw new ActionError('conflicting_state', 'The project’s type has no status.');
}

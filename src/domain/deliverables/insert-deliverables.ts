import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { taskStageOrder } from './deliverable-status.ts';

/** What is known of a deliverable when it is made. */
export interface NewDeliverable {
  projectId: string;
  name: string;
  description?: string | null;
  priority?: number;
  approvalRequired?: boolean;
  position?: number;
}

/**
 * Makes deliverables in the first status of their projects' types; names that their project has
 * already are skipped. Two statements, however many there are.
 * @throws ActionError conflicting_state where a project's type has no status
 */
export async function insertDeliverables(
  context: Context,
  deliverables: readonly NewDeliverable[],
): Promise<void> {
  if (deliverables.length === 0) return;
  const { accountId, db } = context;
  const projects = await db.project.findMany({
    where: { accountId, id: { in: [...new Set(deliverables.map((entry) => entry.projectId))] } },
    select: {
      id: true,
      projectType: { select: { statusList: { orderBy: taskStageOrder, take: 1 } } },
    },
  });
  const firstStatus = new Map(
    projects.map(({ id, projectType }) => [id, projectType.statusList[0]?.id]),
  );
  const data = deliverables.map((deliverable) => {
    const statusId = firstStatus.get(deliverable.projectId);
    if (statusId !== undefined) {
      return { ...deliverable, accountId, id: newId('Deliverable'), statusId };
    }
    throw new ActionError(
      'conflicting_state',
      `"${deliverable.name}" cannot be created: its project type has no status.`,
    );
  });
  await db.deliverable.createMany({ data, skipDuplicates: true });
}

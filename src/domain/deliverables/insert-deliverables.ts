import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { Row, WriteContext } from '../../write/unit-of-work.ts';
import { taskStageOrder } from './deliverable-status.ts';

export interface NewDeliverable {
  id?: string;
  projectId: string;
  name: string;
  description?: string | null;
  priority?: number;
  approvalRequired?: boolean;
  position?: number;
}

/**
 * In the first status of their projects' types. Existing names are skipped. Returns the inserted rows.
 * @throws ActionError conflicting_state if a project's type has no status
 */
export async function insertDeliverables(
  tx: WriteContext,
  deliverables: readonly NewDeliverable[],
): Promise<Row<'Deliverable'>[]> {
  if (deliverables.length === 0) return [];
  const { accountId, db } = tx;
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
  const rows = deliverables.map((deliverable) => {
    const statusId = firstStatus.get(deliverable.projectId);
    if (statusId !== undefined) {
      return { id: newId('Deliverable'), ...deliverable, statusId };
    }
    throw new ActionError(
      'conflicting_state',
      `"${deliverable.name}" cannot be created: its project type has no status.`,
    );
  });
  return tx.insertMissing('Deliverable', rows);
}

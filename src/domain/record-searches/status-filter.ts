import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { Condition } from '../../query/conditions.ts';

/** Deliverables and opportunities have statuses that the workspace defines. */
const statusModels = { Deliverable: 'taskStage', Opportunity: 'pipelineStage' } as const;

export type ModelWithStatus = keyof typeof statusModels;

export const hasDefinedStatuses = (model: string): model is ModelWithStatus =>
  model in statusModels;

/**
 * The records in a status with this label, ignoring case.
 * @throws ActionError invalid_input for an unknown label
 */
export async function statusLabelCondition(
  { accountId, db }: Context,
  model: ModelWithStatus,
  label: string,
): Promise<Condition> {
  const query = { where: { accountId }, select: { id: true, label: true } };
  const statuses =
    statusModels[model] === 'taskStage'
      ? await db.taskStage.findMany(query)
      : await db.pipelineStage.findMany(query);
  const matches = statuses.filter((status) => status.label.toLowerCase() === label.toLowerCase());
  if (matches.length > 0)
    return { kind: 'in', column: 'statusId', values: matches.map(({ id }) => id) };
  const labels = [...new Set(statuses.map((status) => status.label))].sort();
  const message = `must be one of ${labels.join(', ')}`;
  throw invalidInputError([{ path: 'status', code: 'invalid_choice', message }]);
}

import type { PipelineStage } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { RecordReference } from '../../platform/names/resolve-reference.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import type { PipelineStageRecord } from './fields.ts';
import { pipelineOrder } from './list.ts';

/**
 * Default: the first stage of the pipeline.
 * @throws ActionError name_not_found, record_not_found, invalid_input; conflicting_state if the pipeline is empty
 */
export async function resolvePipelineStage(
  context: Context,
  reference: RecordReference,
): Promise<PipelineStageRecord> {
  const id = await resolveReference(context.names, 'stage', reference);
  const stage = await context.db.pipelineStage.findFirst({
    where: { accountId: context.accountId, ...(id !== null && { id }) },
    orderBy: [...pipelineOrder],
  });
  if (stage) return stage;
  throw new ActionError('conflicting_state', 'The workspace’s pipeline has no stages.');
}

export const pipelineStageConstraints: ConstraintErrors = {
  PipelineStage_accountId_label_key: {
    path: 'label',
    message: 'The pipeline already has a stage of this label.',
  },
};

export function isClosedStage({ stageType }: Pick<PipelineStage, 'stageType'>): boolean {
  return stageType === 'CLOSED_WON' || stageType === 'CLOSED_LOST';
}

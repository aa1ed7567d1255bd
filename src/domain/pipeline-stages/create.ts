import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { PipelineStageRecord } from './fields.ts';
import { createPipelineStageInput } from './fields.ts';
import { pipelineStageLabelTakenMessage } from './rules.ts';

/**
 * Adds a stage to the pipeline.
 * @throws ActionError invalid_input, name_taken
 */
export async function createPipelineStage(
  context: Context,
  input: InputOf<typeof createPipelineStageInput>,
): Promise<PipelineStageRecord> {
  const { accountId, db } = context;
  const { position, ...fields } = parseInput(createPipelineStageInput, input);
  const { _max: max } = await db.pipelineStage.aggregate({
    where: { accountId },
    _max: { position: true },
  });
  const row = { ...fields, accountId, id: newRecordId(context, 'PipelineStage') };
  return withUniqueConflict('label', pipelineStageLabelTakenMessage, () =>
    db.pipelineStage.create({ data: { ...row, position: position ?? (max.position ?? 0) + 1 } }),
  );
}

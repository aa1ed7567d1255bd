import type { PipelineStage } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { updateRecord } from '../../write/update-record.ts';
import type { PipelineStageRecord } from './fields.ts';
import { updatePipelineStageInput } from './fields.ts';
import { pipelineStageLabelTakenMessage } from './rules.ts';

/**
 * Changes a stage: patch keeps what is left out, replace resets it, except label and place. The close dates of the
 * opportunities in it stay, whatever it becomes.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updatePipelineStage(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updatePipelineStageInput>,
  mode: UpdateMode,
): Promise<PipelineStageRecord> {
  const update = { type: 'PipelineStage', schema: updatePipelineStageInput, input, mode } as const;
  return withUniqueConflict('label', pipelineStageLabelTakenMessage, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: PipelineStage) =>
      db.pipelineStage.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

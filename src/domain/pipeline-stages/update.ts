import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updatePipelineStageInput } from './fields.ts';
import { pipelineStageConstraints } from './rules.ts';

/**
 * A PUT does not reset label and position. Close dates of opportunities stay.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export const updatePipelineStage = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof updatePipelineStageInput>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(context, {
    model: 'PipelineStage',
    schema: updatePipelineStageInput,
    input,
    mode,
    constraints: () => pipelineStageConstraints,
  });

import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updateTaskStageInput } from './fields.ts';
import { taskStageConstraints } from './rules.ts';

/**
 * A PUT does not reset label and position. Completion dates of deliverables stay.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export const updateTaskStage = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateTaskStageInput>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(context, {
    model: 'TaskStage',
    schema: updateTaskStageInput,
    input,
    mode,
    constraints: () => taskStageConstraints,
  });

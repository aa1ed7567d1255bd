import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updateFormInput } from './fields.ts';
import { formConstraints } from './rules.ts';

/**
 * Later submissions with the former name create a new form.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export const updateForm = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateFormInput>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(context, {
    model: 'Form',
    schema: updateFormInput,
    input,
    mode,
    constraints: () => formConstraints,
  });

import type { Context } from '../../platform/context/context.ts';
import { multilineText } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { deleteWithInput } from '../../write/delete-record.ts';
import { updateWithInput } from '../../write/update-with-input.ts';

export const updateFormSubmissionInput = inputObject(
  'UpdateFormSubmission',
  'Changes of a form submission. The submitted content cannot be changed.',
  { notes: nullable(multilineText(), 'Notes on it.') },
);

/** @throws ActionError id_missing, record_not_found, invalid_input */
export const updateFormSubmission = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateFormSubmissionInput>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(context, {
    model: 'FormSubmission',
    schema: updateFormSubmissionInput,
    input,
    mode,
  });

/**
 * Client, contact and opportunity stay.
 * @throws ActionError id_missing, record_not_found
 */
export const deleteFormSubmission = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'FormSubmission', input);

import type { FormSubmission } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { multilineText } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { updateRecord } from '../../write/update-record.ts';

export const updateFormSubmissionInput = inputObject(
  'UpdateFormSubmission',
  'Changes of a form submission. The submitted content cannot be changed.',
  { notes: nullable(multilineText(), 'Notes on it.') },
);

/**
 * Changes the notes on a form submission.
 * @throws ActionError id_missing, record_not_found, invalid_input
 */
export async function updateFormSubmission(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateFormSubmissionInput>,
  mode: UpdateMode,
): Promise<FormSubmission> {
  const update = {
    type: 'FormSubmission',
    schema: updateFormSubmissionInput,
    input,
    mode,
  } as const;
  return updateRecord(context, update, ({ accountId, db }, data, { id }: FormSubmission) =>
    db.formSubmission.updateManyAndReturn({ where: { accountId, id }, data }),
  );
}

/**
 * Deletes a form submission for good; the client, contact and opportunity that it made stay.
 * @throws ActionError id_missing, record_not_found
 */
export async function deleteFormSubmission(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'FormSubmission', id);
  return id;
}

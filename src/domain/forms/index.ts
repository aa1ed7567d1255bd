import type { Form } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  parseInput,
  required,
  requiredOnCreate,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { deleteRecord } from '../../write/records.ts';
import { updateRecord } from '../../write/update-record.ts';

const nameDescription = 'Name, unique in the workspace; submissions say it.';

export const createFormInput = inputObject('CreateForm', 'A new form.', {
  name: required(text(), nameDescription),
});

export const updateFormInput = inputObject('UpdateForm', 'A form’s fields.', {
  name: requiredOnCreate(text(), nameDescription),
});

const nameTaken = 'There is already a form of this name.';

/**
 * Makes a form. One statement.
 * @throws ActionError invalid_input, name_taken
 */
export async function createForm(
  context: Context,
  input: InputOf<typeof createFormInput>,
): Promise<Form> {
  const { accountId, db } = context;
  const fields = parseInput(createFormInput, input);
  return withUniqueConflict('name', nameTaken, () =>
    db.form.create({ data: { ...fields, accountId, id: newRecordId(context, 'Form') } }),
  );
}

/**
 * Renames a form, for its former submissions as well. Submissions that still come in by the former name make a form of
 * that name.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateForm(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateFormInput>,
  mode: UpdateMode,
): Promise<Form> {
  const update = { type: 'Form', schema: updateFormInput, input, mode } as const;
  return withUniqueConflict('name', nameTaken, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: Form) =>
      db.form.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

/**
 * Deletes a form that has no submissions.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteForm(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'Form', id);
  return id;
}

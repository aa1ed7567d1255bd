import type { Form } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { updateRecord } from '../../write/update-record.ts';
import { updateFormInput } from './fields.ts';
import { formNameTakenMessage } from './rules.ts';

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
  return withUniqueConflict('name', formNameTakenMessage, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: Form) =>
      db.form.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

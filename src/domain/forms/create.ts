import type { Form } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { createFormInput } from './fields.ts';
import { formNameTakenMessage } from './rules.ts';

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
  return withUniqueConflict('name', formNameTakenMessage, () =>
    db.form.create({ data: { ...fields, accountId, id: newRecordId(context, 'Form') } }),
  );
}

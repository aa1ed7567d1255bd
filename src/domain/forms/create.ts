import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { createFormInput } from './fields.ts';
import { formConstraints } from './rules.ts';

/** @throws ActionError invalid_input, name_taken */
export function createForm(
  context: Context,
  input: InputOf<typeof createFormInput>,
): Promise<InsertedRow<'Form'>> {
  return write(context, (tx) => {
    const fields = parseInput(createFormInput, input);
    return tx.insert('Form', { ...fields, id: newRecordId(tx, 'Form') }, formConstraints);
  });
}

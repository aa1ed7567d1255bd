import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { createVendorInput } from './fields.ts';
import { vendorConstraints } from './rules.ts';

/** @throws ActionError invalid_input, name_taken */
export function createVendor(
  context: Context,
  input: InputOf<typeof createVendorInput>,
): Promise<InsertedRow<'Vendor'>> {
  return write(context, (tx) => {
    const fields = parseInput(createVendorInput, input);
    return tx.insert('Vendor', { id: newRecordId(tx, 'Vendor'), ...fields }, vendorConstraints);
  });
}

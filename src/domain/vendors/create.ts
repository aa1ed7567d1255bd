import type { Vendor } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { createVendorInput } from './fields.ts';
import { vendorNameTakenMessage } from './rules.ts';

/**
 * Makes a vendor. One statement.
 * @throws ActionError invalid_input, name_taken
 */
export async function createVendor(
  context: Context,
  input: InputOf<typeof createVendorInput>,
): Promise<Vendor> {
  const { accountId, db } = context;
  const fields = parseInput(createVendorInput, input);
  return withUniqueConflict('name', vendorNameTakenMessage, () =>
    db.vendor.create({ data: { ...fields, accountId, id: newRecordId(context, 'Vendor') } }),
  );
}

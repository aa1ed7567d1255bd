import type { Vendor } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { updateRecord } from '../../write/update-record.ts';
import { updateVendorInput } from './fields.ts';
import { vendorNameTakenMessage } from './rules.ts';

/**
 * Changes a vendor: patch keeps what is left out, replace resets it, except the name.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateVendor(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateVendorInput>,
  mode: UpdateMode,
): Promise<Vendor> {
  const update = { type: 'Vendor', schema: updateVendorInput, input, mode } as const;
  return withUniqueConflict('name', vendorNameTakenMessage, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: Vendor) =>
      db.vendor.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { parseForRecord } from '../../write/parse-for-record.ts';
import { write } from '../../write/write.ts';
import { updateVendorInput } from './fields.ts';
import { vendorConstraints } from './rules.ts';

/**
 * Updates a vendor. A patch keeps omitted fields; a replacement resets them, except the name.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export function updateVendor(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateVendorInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const change = await parseForRecord(tx, 'Vendor', id, () =>
      parseUpdateInput(updateVendorInput, input, mode),
    );
    await tx.updateById('Vendor', id, change, vendorConstraints);
    return { id };
  });
}

import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';

/**
 * Deletes a vendor that no expense names.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteVendor(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'Vendor', id);
  return id;
}

import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';

/** @throws ActionError id_missing, record_not_found; conflicting_state if it has expenses */
export const deleteVendor = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'Vendor', input);

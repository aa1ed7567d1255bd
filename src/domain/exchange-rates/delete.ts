import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';

/**
 * Deletes an exchange rate.
 * @throws ActionError id_missing, record_not_found
 */
export async function deleteExchangeRate(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'ExchangeRate', id);
  return id;
}

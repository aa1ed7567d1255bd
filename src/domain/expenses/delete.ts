import type { Expense } from '../../generated/prisma/client.ts';
import { requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { ActionError } from '../kernel/errors.ts';
import { deleteRecord, lockRecord } from '../kernel/records.ts';

/**
 * Deletes an expense that no invoice has charged.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteExpense(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const { invoiceId } = await lockRecord<Expense>(tx, 'Expense', id);
    if (invoiceId !== null) {
      const message = 'The expense cannot be deleted: an invoice has charged it.';
      throw new ActionError('conflicting_state', message);
    }
    await deleteRecord(tx, 'Expense', id);
    return id;
  });
}

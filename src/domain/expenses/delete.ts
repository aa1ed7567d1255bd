import type { Expense } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { evenIfBilledField, requireNotBilled } from '../billed-work/rules.ts';

export const deleteExpenseInput = inputObject('DeleteExpense', 'Which expense.', {
  evenIfBilled: evenIfBilledField,
});

/**
 * Deletes an expense, one that an invoice has charged only where `evenIfBilledField` says so.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state
 */
export async function deleteExpense(
  context: Context,
  input: { id?: unknown } & InputOf<typeof deleteExpenseInput>,
): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const expense = await lockRecord<Expense>(tx, 'Expense', id);
    const isAllowed = parseInput(deleteExpenseInput, input).evenIfBilled;
    await requireNotBilled(tx, [expense], 'The expense cannot be deleted', isAllowed);
    await deleteRecord(tx, 'Expense', id);
    return id;
  });
}

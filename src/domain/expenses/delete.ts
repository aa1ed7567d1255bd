import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteChildRows, deletionErrorOf } from '../../write/delete-record.ts';
import { write } from '../../write/write.ts';
import { evenIfBilledField, requireNotBilled } from '../billed-work/rules.ts';

export const deleteExpenseInput = inputObject('DeleteExpense', 'Which expense.', {
  evenIfBilled: evenIfBilledField,
});

/**
 * An expense that an invoice charged needs `evenIfBilled`.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state
 */
export const deleteExpense = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof deleteExpenseInput>,
): Promise<string> =>
  write(context, async (tx) => {
    const id = requireId(input);
    const expense = await tx.lock('Expense', id);
    const isAllowed = parseInput(deleteExpenseInput, input).evenIfBilled;
    await requireNotBilled(tx, [expense], 'The expense cannot be deleted', isAllowed);
    await deleteChildRows(tx, id, [
      { type: 'Attachment', column: 'expenseId' },
      ...(expense.netAmount ? [{ type: 'ExpenseLine', column: 'expenseId' } as const] : []),
    ]);
    tx.delete('Expense', [expense], deletionErrorOf(tx, 'Expense'));
    return id;
  });

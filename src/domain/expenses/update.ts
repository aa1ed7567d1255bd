import type { Expense } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { resolveAlias } from '../../platform/input/field-aliases.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { hasChanges, requireNotBilled } from '../billed-work/rules.ts';
import type { ExpenseRecord } from './fields.ts';
import { updateExpenseInput } from './fields.ts';
import type { ProjectAssignment } from './project-assignment.ts';
import { changeAssignment } from './project-assignment.ts';
import { validateMarkup } from './rules.ts';

/**
 * Changes an expense: patch keeps what is left out, replace resets it, except `dateCreated`, which stays (spec part 4,
 * "Update endpoints"). A project without a client beside it brings its own; one that is no longer paid has no `datePaid`.
 * @throws ActionError id_missing, record_not_found (the expense, its vendor, client or project), invalid_input
 */
export async function updateExpense(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateExpenseInput>,
  mode: UpdateMode,
): Promise<ExpenseRecord> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const current = await lockRecord<Expense>(tx, 'Expense', id);
    const resolveVendor = (fields: { vendorId?: string | null | undefined }) =>
      resolveReference(tx.names, 'vendor', {
        id: fields.vendorId ?? null,
        nameField: 'vendor',
        idField: 'vendorId',
      });
    const parsed = await parseOrCollectErrors(
      () => parseUpdateInput(updateExpenseInput, input, mode, validateMarkup),
      (rest) => [changeAssignment(tx, current, rest), resolveVendor(rest)],
    );
    const { currency: code, evenIfBilled: isAllowed, ...rest } = parsed;
    const { markupPercent, markupPercentage, ...change } = rest;
    const markup = resolveAlias(markupPercent, markupPercentage);
    const [assignment] = await awaitLookups<[ProjectAssignment, string | null]>([
      changeAssignment(tx, current, change),
      resolveVendor(change),
    ]);
    const data = {
      ...change,
      ...assignment,
      ...(markup !== undefined && { markupPercent: markup }),
      ...(clearsPaymentDate(current, change) && { datePaid: null }),
      ...(code !== undefined && { currency: code ?? tx.workspace.currency }),
    };
    if (hasChanges(current, data, billedColumns)) {
      const refusedAction = 'Billed fields of the expense cannot be changed';
      await requireNotBilled(tx, [current], refusedAction, isAllowed);
    }
    const where = { accountId: tx.accountId, id };
    const rows = await tx.db.expense.updateManyAndReturn({ where, data });
    return requireWrittenRow(rows, 'Expense', id);
  });
}

/** What an invoice tells of an expense; what its vendor is paid, and when, is not its client's affair. */
const billedColumns = [
  'amount',
  'currency',
  'taxRate',
  'taxInclusive',
  'markupPercent',
  'clientId',
  'projectId',
] as const satisfies readonly (keyof Expense)[];

/** Whether a change takes back that an expense was paid, and says no other day than the one it was paid on. */
function clearsPaymentDate(
  current: Expense,
  { paid, datePaid }: { paid?: boolean | undefined; datePaid?: Date | null | undefined },
): boolean {
  if (paid !== false) return false;
  if (datePaid === undefined) return true;
  return current.paid && datePaid?.getTime() === current.datePaid?.getTime();
}

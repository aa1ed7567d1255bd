import type { z } from 'zod';
import type { Expense } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { resolveAlias } from '../../platform/input/field-aliases.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { nextVersion } from '../../write/written-rows.ts';
import { hasChanges, requireNotBilled } from '../billed-work/rules.ts';
import type { AmountChange } from './amount-change.ts';
import { resolveAmounts } from './amount-change.ts';
import { updateExpenseInput } from './fields.ts';
import { replaceLines } from './lines.ts';
import type { ProjectAssignment } from './project-assignment.ts';
import { changeAssignment } from './project-assignment.ts';
import { dayOfExpense, validateMarkup } from './rules.ts';

/**
 * A PUT does not reset `dateCreated`. A project without a client sets its client. An unpaid expense has no
 * `datePaid`.
 * @throws ActionError id_missing, record_not_found, invalid_input
 */
export function updateExpense(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateExpenseInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const update = {
    ...({ model: 'Expense', schema: updateExpenseInput, input, mode } as const),
    rules: validateMarkup,
    startLookups,
  };
  return updateWithInput(context, update, async (tx, parsed, current) => {
    const {
      evenIfBilled: isAllowed,
      documentDate,
      markupPercent,
      markupPercentage,
      ...rest
    } = parsed;
    const { amount: _amount, currency: _currency, lines: _lines, ...change } = rest;
    const markup = resolveAlias(markupPercent, markupPercentage);
    const [assignment, , amounts] = await awaitLookups<
      [ProjectAssignment, string | null, AmountChange]
    >(startLookups(tx, parsed, current));
    const next = {
      ...change,
      ...assignment,
      ...amounts.columns,
      ...(documentDate !== undefined && {
        documentDate: documentDate ?? dayOfExpense(tx, current.dateCreated),
      }),
      ...(markup !== undefined && { markupPercent: markup }),
      ...(clearsPaymentDate(current, change) && { datePaid: null }),
    };
    if (hasChanges(current, next, billedColumns)) {
      const rejectedAction = 'Billed fields of the expense cannot be changed';
      await requireNotBilled(tx, [current], rejectedAction, isAllowed);
    }
    const isReplaced = amounts.rows && (await replaceLines(tx, current.id, amounts.rows));
    return { ...next, ...(isReplaced && nextVersion(current)) };
  });
}

type ExpenseChange = Partial<z.output<typeof updateExpenseInput>>;

const startLookups = (tx: Context, change: ExpenseChange, current: Expense) =>
  [
    changeAssignment(tx, current, change),
    resolveReference(tx.names, 'vendor', {
      id: change.vendorId ?? null,
      nameField: 'vendor',
      idField: 'vendorId',
    }),
    resolveAmounts(tx, change, current),
  ] as const;

const billedColumns = [
  'kind',
  'amount',
  'netAmount',
  'currency',
  'taxRate',
  'taxInclusive',
  'markupPercent',
  'clientId',
  'projectId',
] as const satisfies readonly (keyof Expense)[];

/** Whether the expense becomes unpaid without a new payment date. */
function clearsPaymentDate(
  current: Expense,
  { paid, datePaid }: { paid?: boolean | undefined; datePaid?: Date | null | undefined },
): boolean {
  if (paid !== false) return false;
  if (datePaid === undefined) return true;
  return current.paid && datePaid?.getTime() === current.datePaid?.getTime();
}

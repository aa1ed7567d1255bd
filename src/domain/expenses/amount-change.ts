import type { z } from 'zod';
import type { Expense } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { minorUnitDigits } from '../../platform/money/money.ts';
import type { Change } from '../../write/unit-of-work.ts';
import type { updateExpenseInput } from './fields.ts';
import {
  buildLineRows,
  computeExpenseTotals,
  isCompleteLine,
  validateLines,
  validateTotals,
} from './lines.ts';

export interface AmountChange {
  columns: Change<'Expense'>;
  /** Undefined if the lines do not change. */
  rows?: ReturnType<typeof buildLineRows>;
}

/**
 * Lines determine the amount, its tax rate and `taxInclusive`.
 * @throws ActionError invalid_input
 */
export async function resolveAmounts(
  { workspace }: Context,
  change: Partial<z.output<typeof updateExpenseInput>>,
  current: Expense,
): Promise<AmountChange> {
  const { amount, lines, taxInclusive, taxRate } = change;
  const newCode = change.currency === null ? workspace.currency : change.currency;
  const currency = newCode ?? current.currency;
  const keepsLines = current.netAmount !== null && lines === undefined;
  const errors = keepsLines
    ? [...validateTotals(change, current), ...validateLineCurrency(current, currency)]
    : validateLines({ ...change, lines: lines ?? null }, currency);
  if (errors.length > 0) throw invalidInputError(errors);
  const newCurrency = newCode !== undefined && { currency };
  if (keepsLines) return { columns: { ...newCurrency, ...storedAmounts(current) } };
  if (lines?.length) {
    if (!lines.every(isCompleteLine)) return { columns: {} };
    const rows = buildLineRows(lines, currency);
    return { columns: { ...newCurrency, ...computeExpenseTotals(rows) }, rows };
  }
  return {
    columns: {
      ...newCurrency,
      ...(amount && { amount }),
      ...(taxRate !== undefined && { taxRate }),
      ...(taxInclusive !== undefined && { taxInclusive }),
      ...(current.netAmount && { netAmount: null }),
    },
    ...(current.netAmount && { rows: [] }),
  };
}

const storedAmounts = ({ amount, taxInclusive, taxRate }: Expense) => ({
  amount,
  taxInclusive,
  taxRate,
});

function validateLineCurrency({ currency }: Expense, next: string): FieldError[] {
  if (minorUnitDigits(currency) === minorUnitDigits(next)) return [];
  const message = `has other decimal places than ${currency}: send the lines in ${next}`;
  return [{ path: 'currency', code: 'disagrees', message }];
}

import { Prisma } from '../../generated/prisma/client.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { validatePrecision } from '../../platform/money/amount-precision.ts';
import {
  Decimal,
  isStorableAmount,
  minorUnitDigits,
  percentOf,
  roundToCurrency,
} from '../../platform/money/money.ts';
import type { NewRow, WriteContext } from '../../write/unit-of-work.ts';
import { areRowsEqual } from '../../write/written-rows.ts';
import type { ExpenseLineFields } from './line-fields.ts';

type LineRow = Omit<NewRow<'ExpenseLine'>, 'id' | 'expenseId'>;

/** The columns of an expense that follow from its lines. */
export interface ExpenseTotals {
  amount: Decimal;
  netAmount: Decimal;
  taxRate: Decimal | null;
  taxInclusive: true;
}

/** Categories whose tax the workspace owes instead of the vendor. */
export const selfAssessedCategories: readonly string[] = ['REVERSE_CHARGE', 'INTRA_COMMUNITY'];

const taxedCategories: readonly string[] = ['STANDARD', 'REDUCED'];

const zero = new Decimal(0);

const maxTaxDifferenceMinorUnits = 5;

const netOf = ({ net, quantity, unitPrice }: ExpenseLineFields, currency: string): Decimal =>
  net ?? roundToCurrency(quantity.times(unitPrice ?? 0), currency);

export const buildLineRows = (
  lines: readonly ExpenseLineFields[],
  currency: string,
): (LineRow & { net: Decimal; tax: Decimal; taxRate: Decimal })[] =>
  lines.map((line, index) => {
    const taxRate = line.taxRate ?? zero;
    const net = netOf(line, currency);
    return {
      ...line,
      position: index + 1,
      net,
      taxRate,
      taxCategory: line.taxCategory ?? (taxRate.isZero() ? 'ZERO' : 'STANDARD'),
      tax: line.tax ?? roundToCurrency(percentOf(net, taxRate), currency),
    };
  });

export function computeExpenseTotals(rows: ReturnType<typeof buildLineRows>): ExpenseTotals {
  const isSelfAssessed = ({ taxCategory }: LineRow) => selfAssessedCategories.includes(taxCategory);
  const netAmount = rows.reduce((sum, { net }) => sum.plus(net), zero);
  const tax = rows.reduce((sum, row) => (isSelfAssessed(row) ? sum : sum.plus(row.tax)), zero);
  const [first] = rows;
  const hasOneRate = rows.every(
    (row) => !isSelfAssessed(row) && first && row.taxRate.equals(first.taxRate),
  );
  const taxRate = (hasOneRate && first?.taxRate) || null;
  return { amount: netAmount.plus(tax), netAmount, taxRate, taxInclusive: true };
}

const amountNames = ['net', 'quantity', 'tax', 'taxCategory', 'taxRate', 'unitPrice'] as const;

/** Whether all amounts of the line are valid. Parsing omits invalid fields. */
export const isCompleteLine = (line: Partial<ExpenseLineFields>): boolean =>
  amountNames.every((name) => line[name] !== undefined);

interface FieldsWithLines {
  lines?: readonly ExpenseLineFields[] | null | undefined;
  amount?: Decimal | null | undefined;
  taxRate?: Decimal | null | undefined;
}

/** Without a currency, checks only the rules that do not depend on it. */
export function validateLines(
  { amount, lines, taxRate }: FieldsWithLines,
  currency: string | undefined,
): FieldError[] {
  if (!lines?.length) {
    if (amount !== null || lines === undefined) return [];
    return [{ path: 'amount', code: 'required', message: 'is required without lines' }];
  }
  const errors = lines.flatMap((line, index) =>
    isCompleteLine(line) ? validateLine(line, `lines.${index}.`, currency) : [],
  );
  if (errors.length > 0 || currency === undefined || !lines.every(isCompleteLine)) return errors;
  const totals = computeExpenseTotals(buildLineRows(lines, currency));
  if (totals.amount.isNegative() || !isStorableAmount(totals.amount)) {
    const message =
      'must add up to an amount from 0 to 99999999999; a credit of the vendor has the kind CREDIT_NOTE';
    return [{ path: 'lines', code: 'out_of_range', message }];
  }
  return validateTotals({ amount, taxRate }, totals);
}

export function validateTotals(
  { amount, taxRate }: Pick<FieldsWithLines, 'amount' | 'taxRate'>,
  totals: Pick<ExpenseTotals, 'amount' | 'taxRate'>,
): FieldError[] {
  const errors: FieldError[] = [];
  const report = (path: string, message: string) =>
    errors.push({ path, code: 'disagrees', message });
  if (amount && !amount.equals(totals.amount)) {
    report('amount', `must be ${totals.amount}, the sum of the lines with tax, or left out`);
  }
  if (taxRate && !(totals.taxRate && taxRate.equals(totals.taxRate))) {
    report('taxRate', 'is not the rate of the lines: leave it out');
  }
  return errors;
}

function validateLine(
  line: ExpenseLineFields,
  path: string,
  currency: string | undefined,
): FieldError[] {
  const { net, tax, unitPrice } = line;
  const errors = validateLineTax(line, path);
  if (net === null && unitPrice === null) {
    errors.push({ path: `${path}net`, code: 'required', message: 'is required without unitPrice' });
  }
  if (currency === undefined) return errors;
  if (net) errors.push(...validatePrecision(net, currency, `${path}net`));
  if (!tax || errors.length > 0) return errors;
  const [row] = buildLineRows([{ ...line, tax: null }], currency);
  const computed = row?.tax ?? zero;
  const unit = new Decimal(10).pow(-minorUnitDigits(currency));
  const limit = row?.taxRate.isZero() ? zero : unit.times(maxTaxDifferenceMinorUnits);
  errors.push(...validatePrecision(tax, currency, `${path}tax`));
  if (tax.minus(computed).abs().gt(limit)) {
    const message = `must differ by at most ${limit} from ${computed}, which is ${row?.taxRate} % of ${row?.net}`;
    errors.push({ path: `${path}tax`, code: 'disagrees', message });
  }
  return errors;
}

function validateLineTax({ taxCategory, taxRate }: ExpenseLineFields, path: string): FieldError[] {
  if (taxCategory === null) return [];
  const report = (code: string, message: string) => [{ path: `${path}taxRate`, code, message }];
  if (selfAssessedCategories.includes(taxCategory)) {
    const message = `is required where taxCategory is ${taxCategory}: the rate that the workspace owes`;
    return taxRate === null ? report('required', message) : [];
  }
  const isPositive = taxRate?.gt(0) ?? false;
  if (taxedCategories.includes(taxCategory) && !isPositive) {
    return report(
      taxRate ? 'disagrees' : 'required',
      `must be above 0 where taxCategory is ${taxCategory}`,
    );
  }
  if (!taxedCategories.includes(taxCategory) && isPositive) {
    return report('disagrees', `must be 0 where taxCategory is ${taxCategory}`);
  }
  return [];
}

const withIds = (expenseId: string, rows: readonly LineRow[]) =>
  rows.map((row) => ({ ...row, id: newId('ExpenseLine'), expenseId }));

export function insertLines(
  tx: WriteContext,
  expenses: readonly { id: string; rows: readonly LineRow[] }[],
): void {
  const rows = expenses.flatMap((expense) => withIds(expense.id, expense.rows));
  if (rows.length > 0) tx.insertAll('ExpenseLine', rows);
}

/** Returns false if the lines are the same. */
export async function replaceLines(
  tx: WriteContext,
  expenseId: string,
  rows: readonly LineRow[],
): Promise<boolean> {
  const before = await tx.lockAll('ExpenseLine', Prisma.sql`"expenseId" = ${expenseId}`);
  if (
    areRowsEqual(
      before.toSorted((a, b) => a.position - b.position),
      rows,
    )
  )
    return false;
  tx.delete('ExpenseLine', before);
  insertLines(tx, [{ id: expenseId, rows }]);
  return true;
}

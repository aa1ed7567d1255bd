import fc from 'fast-check';
import { decimalText } from './integer-totals.ts';

/** Computes the taxes of expenses a second time, in integers. It shares no code with the service. */

/** Rates and percentages are in hundredths, amounts in minor units. */
interface LineModel {
  net: bigint;
  category: 'STANDARD' | 'REDUCED' | 'EXEMPT' | 'REVERSE_CHARGE' | 'INTRA_COMMUNITY';
  rate: bigint;
  deductible: bigint;
  /** The difference of the tax on the receipt. */
  difference: bigint;
}

export interface ExpenseModel {
  currency: string;
  isCredit: boolean;
  documentDay: string;
  /** Null: not paid. */
  paidDay: string | null;
  lines: LineModel[];
  /** Without lines. */
  amount: bigint;
  rate: bigint | null;
  isInclusive: boolean;
}

const digitsOf: Readonly<Record<string, number>> = { EUR: 2, JPY: 0, KWD: 3 };

const isOwed = ({ category }: LineModel) =>
  category === 'REVERSE_CHARGE' || category === 'INTRA_COMMUNITY';

/** Rounds half away from zero. */
function divide(numerator: bigint, denominator: bigint): bigint {
  const positive = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * positive + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

const taxOf = ({ difference, net, rate }: LineModel) =>
  divide(net * rate, 10_000n) + (rate === 0n ? 0n : difference);

const line: fc.Arbitrary<LineModel> = fc
  .record({
    net: fc.bigInt({ min: -2_000n, max: 90_000n }),
    tax: fc.constantFrom<[LineModel['category'], bigint]>(
      ['STANDARD', 1_900n],
      ['STANDARD', 2_000n],
      ['REDUCED', 700n],
      ['REDUCED', 550n],
      ['EXEMPT', 0n],
      ['REVERSE_CHARGE', 1_900n],
      ['INTRA_COMMUNITY', 700n],
    ),
    deductible: fc.constantFrom(10_000n, 10_000n, 5_000n, 3_333n, 0n),
    difference: fc.constantFrom(0n, 0n, -5n, 1n, 5n),
  })
  .map(({ tax: [category, rate], ...rest }) => ({ ...rest, category, rate }));

const day = fc
  .integer({ min: 0, max: 500 })
  .map((days) => new Date(Date.UTC(2025, 6, 1 + days)).toISOString().slice(0, 10));

/** The first line is so large that no sum is negative. */
export const anyExpense: fc.Arbitrary<ExpenseModel> = fc.record({
  currency: fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD'),
  isCredit: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  documentDay: day,
  paidDay: fc.option(day),
  lines: fc
    .array(line, { maxLength: 4 })
    .map((all) =>
      all.map((one, index) => (index === 0 ? { ...one, net: one.net + 20_000n } : one)),
    ),
  amount: fc.bigInt({ min: 0n, max: 200_000n }),
  rate: fc.constantFrom(null, 0n, 700n, 1_900n, 550n),
  isInclusive: fc.boolean(),
});

export function toExpenseInput(expense: ExpenseModel) {
  const { amount, currency, documentDay, isCredit, isInclusive, lines, paidDay, rate } = expense;
  const written = (one: bigint) => decimalText(one, digitsOf[currency] ?? 0);
  return {
    ...{ currency, documentDate: documentDay, paid: paidDay !== null, datePaid: paidDay },
    kind: isCredit ? 'CREDIT_NOTE' : 'EXPENSE',
    ...(lines.length === 0
      ? {
          ...{ amount: written(amount), taxInclusive: isInclusive },
          taxRate: rate === null ? null : decimalText(rate, 2),
        }
      : {
          lines: lines.map((one) => ({
            ...{ net: written(one.net), taxCategory: one.category },
            ...{ taxRate: decimalText(one.rate, 2), tax: written(taxOf(one)) },
            deductiblePercent: decimalText(one.deductible, 2),
          })),
        }),
  };
}

/** The gross amount as text. */
export function grossOf({ amount, currency, lines }: ExpenseModel): string {
  const sum = lines.reduce((all, one) => all + one.net + (isOwed(one) ? 0n : taxOf(one)), 0n);
  return decimalText(lines.length === 0 ? amount : sum, digitsOf[currency] ?? 0);
}

function linesOf({ amount, isInclusive, lines, rate }: ExpenseModel): [LineModel, bigint][] {
  if (lines.length > 0) return lines.map((one) => [one, taxOf(one)]);
  if (rate === null) return [];
  const tax = divide(amount * rate, isInclusive ? 10_000n + rate : 10_000n);
  const net = isInclusive ? amount - tax : amount;
  const category = (rate === 0n ? 'ZERO' : 'STANDARD') as LineModel['category'];
  return [[{ net, category, rate, deductible: 10_000n, difference: 0n }, tax]];
}

/** Keys of direction, start, currency, category and rate, with taxable amount, tax and deductible tax. */
export function periodTaxes(
  expenses: readonly ExpenseModel[],
  { isCash, startOf }: { isCash: boolean; startOf: (day: string) => string },
): Record<string, string[]> {
  const sums = new Map<string, [bigint[], string]>();
  for (const expense of expenses) {
    const counted = isCash ? expense.paidDay : expense.documentDay;
    if (counted === null) continue;
    const sign = expense.isCredit ? -1n : 1n;
    for (const [one, tax] of linesOf(expense)) {
      const directions = isOwed(one) && one.rate > 0n ? ['OUTPUT', 'INPUT'] : ['INPUT'];
      for (const direction of directions) {
        const rate = decimalText(one.rate, 2);
        const key = [
          direction,
          startOf(counted),
          expense.currency,
          one.category,
          Number(rate),
        ].join(' ');
        const amounts = [one.net, tax, divide(tax * one.deductible, 10_000n)];
        const [before] = sums.get(key) ?? [[0n, 0n, 0n]];
        const after = before.map((sum, index) => sum + sign * (amounts[index] ?? 0n));
        sums.set(key, [after, expense.currency]);
      }
    }
  }
  return Object.fromEntries(
    [...sums].map(([key, [amounts, currency]]) => {
      const texts = amounts.map((one) => decimalText(one, digitsOf[currency] ?? 0));
      return [key, key.startsWith('OUTPUT') ? texts.slice(0, 2) : texts];
    }),
  );
}

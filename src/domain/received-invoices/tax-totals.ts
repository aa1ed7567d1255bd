import type { DecimalInput } from '../../platform/money/money.ts';
import {
  Decimal,
  minorUnitDigits,
  percentOf,
  roundToCurrency,
} from '../../platform/money/money.ts';
import type {
  ReceivedAllowance,
  ReceivedInvoice,
  ReceivedTax,
  ReceivedTaxTotal,
} from './read-invoice.ts';

const zero = new Decimal(0);

export const isSelfAssessed = (category: ReceivedTax['category']): boolean =>
  category === 'REVERSE_CHARGE' || category === 'INTRA_COMMUNITY';

export const sumOf = (amounts: readonly DecimalInput[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

export const signedAmount = ({
  amount,
  isCharge,
}: Pick<ReceivedAllowance, 'amount' | 'isCharge'>) =>
  isCharge ? new Decimal(amount) : new Decimal(amount).negated();

export const taxKeyOf = ({ category, rate }: ReceivedTax): string =>
  `${category ?? ''} ${new Decimal(rate ?? 0)}`;

/** One total for each category and rate. */
export function taxTotalsOf({ taxes, totals }: ReceivedInvoice): ReceivedTaxTotal[] {
  return taxes.length > 0 ? mergeTotals(taxes) : [deriveTotal(totals)];
}

/** The profile EXTENDED can have several totals of one rate, with different reasons for an exemption. */
function mergeTotals(totals: readonly ReceivedTaxTotal[]): ReceivedTaxTotal[] {
  const merged = new Map<string, ReceivedTaxTotal>();
  for (const total of totals) {
    const key = taxKeyOf(total);
    const { taxable, tax } = merged.get(key) ?? { taxable: zero, tax: zero };
    merged.set(key, {
      ...total,
      taxable: sumOf([taxable, total.taxable]).toFixed(),
      tax: sumOf([tax, total.tax]).toFixed(),
    });
  }
  return [...merged.values()];
}

export const isTaxRate = (rate: DecimalInput): boolean =>
  new Decimal(rate).gte(0) && new Decimal(rate).lte(100);

/** The profile MINIMUM has no tax breakdown, so the rate is computed from the tax. */
function deriveTotal({
  tax: statedTax,
  withTax,
  withoutTax,
}: ReceivedInvoice['totals']): ReceivedTaxTotal {
  const tax = statedTax ?? '0';
  const taxable = withoutTax ?? new Decimal(withTax).minus(tax).toFixed();
  const quotient = new Decimal(taxable).isZero() ? zero : new Decimal(tax).div(taxable);
  const rate = quotient.times(100).toDecimalPlaces(2);
  return { category: null, rate: isTaxRate(rate) ? rate.toFixed() : '0', taxable, tax };
}

/** Some programs round the tax of each line. */
export const roundingTolerance = (currency: string, count: number): Decimal =>
  new Decimal(10).pow(-minorUnitDigits(currency)).times(count);

export interface ContradictoryTax {
  expected: Decimal;
  isDeductible: boolean;
}

/** Finds tax that contradicts its rate, by `taxKeyOf`. It is not deductible, unless it lowers the deduction, as on credit notes. */
export function findContradictoryTaxes(invoice: ReceivedInvoice): Map<string, ContradictoryTax> {
  const { currency, isCreditNote, lines, totals } = invoice;
  const isPositiveCredit = isCreditNote && new Decimal(totals.withTax).gte(0);
  const keys = lines.map(taxKeyOf);
  const contradictory = new Map<string, ContradictoryTax>();
  for (const total of taxTotalsOf(invoice)) {
    const key = taxKeyOf(total);
    const lineCount = keys.filter((each) => each === key).length;
    const expected = roundToCurrency(expectedTax(total, invoice), currency);
    const tolerance = roundingTolerance(currency, Math.max(2, lineCount));
    const tax = new Decimal(total.tax);
    if (expected.minus(tax).abs().lte(tolerance)) continue;
    const isDeduction = isPositiveCredit ? tax.lt(0) : tax.gt(0);
    const isDeductible = !isDeduction || isSelfAssessed(total.category);
    contradictory.set(key, { expected, isDeductible });
  }
  return contradictory;
}

function expectedTax(
  { rate, tax, taxable }: ReceivedTaxTotal,
  { allowances, lines, taxes }: ReceivedInvoice,
): Decimal {
  const taxAt = (amount: DecimalInput, atRate: string | null) =>
    percentOf(new Decimal(amount), atRate ?? zero);
  if (taxes.length > 0) return taxAt(taxable, rate);
  if (lines.length > 0)
    return sumOf([
      ...lines.map((line) => taxAt(line.net, line.rate)),
      ...allowances.map((each) => taxAt(signedAmount(each), each.rate)),
    ]);
  return new Decimal(rate === '0' ? 0 : tax);
}

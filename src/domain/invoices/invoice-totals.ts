import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { ChargedTotals } from './charged-totals.ts';
import { computeChargedTotals } from './charged-totals.ts';
import type { Settlements } from './settlement-totals.ts';
import { computeSettlements } from './settlement-totals.ts';
import { sumAmounts } from './tax-components.ts';
import type { TaxLine } from './tax-groups.ts';
import type { TotalsInput } from './totals-input.ts';
import type { TotalsLine } from './totals-lines.ts';
import { computeUnitPrice } from './totals-lines.ts';
import type { TotalsStep } from './totals-steps.ts';
import { createRoundStep } from './totals-steps.ts';

/** quantity × unitPrice, rounded, is lineTotal. */
interface ComputedLine {
  /** Before tax. */
  unitPrice: Decimal;
  lineTotal: Decimal;
  taxCategory: TaxCategory | null;
  /** The sum of its taxes in percent, with six decimals. */
  taxRate: Decimal | null;
  taxReason: string | null;
  taxReasonCode: string | null;
}

export interface InvoiceTotals extends Settlements {
  lines: ComputedLine[];
  /** Before discount. */
  subTotal: Decimal;
  discountAmount: Decimal;
  /** By tax group and component. */
  taxLines: TaxLine[];
  tax: Decimal;
  /** subTotal − discountAmount + tax. */
  total: Decimal;
}

/**
 * Computes an invoice (spec part 2, "InvoiceMini"). No other function does.
 * Amounts are rounded to the minor unit, halves away from zero, in these steps only:
 * 1. A line is quantity × price ÷ base quantity, or a percentage, rounded.
 * 2. Lines of one category and rate form a group. The discount is rounded once. The shares of the groups add up to it
 * (`computeDiscountShares`).
 * 3. The tax of a component is its rate × the base of the group, rounded once. A compound component includes earlier
 * taxes in its base.
 * 4. If prices include tax, a group's base is its amount without tax, rounded once. The tax is the rest.
 * 5. Withheld tax, earlier payments and the rounding of the total are lines below the taxes.
 * Results can exceed the database's columns: see `validateTotals`.
 * @param onStep receives every step, for `explainTotals`
 * @throws RangeError if a component refers to a later one, or if prices include a tax of −100 % or below
 */
export function computeTotals(
  input: TotalsInput,
  onStep?: (step: TotalsStep) => void,
): InvoiceTotals {
  const step = createRoundStep(input.currency, onStep);
  const charged = computeChargedTotals(input, step);
  const { discountAmount, taxLines } = charged;
  const taxes = taxLines.map((line) => line.amount);
  const tax = taxes.length === 0 ? new Decimal(0) : step('TAX', taxes, sumAmounts(taxes));
  const { amounts, ...settlements } = computeSettlements(input, { ...charged, tax }, step);
  const lineTotals = charged.lineTotals.map((amount, index) => amounts.get(index) ?? amount);
  const subTotal = sumAmounts(lineTotals);
  const total = subTotal.minus(discountAmount).plus(tax);
  const lines = computeLines(input, { ...charged, lineTotals });
  return { lines, subTotal, discountAmount, taxLines, tax, total, ...settlements };
}

function computeLines(input: TotalsInput, { groups, lineTotals }: ChargedTotals): ComputedLine[] {
  const groupAt = new Map(groups.flatMap((group) => group.lines.map((line) => [line, group])));
  return input.lines.map((line, index) => {
    const lineTotal = lineTotals[index] as Decimal;
    const group = groupAt.get(index);
    const taxRate = group ? group.rate.toDecimalPlaces(6, Decimal.ROUND_HALF_UP) : null;
    const { category: taxCategory = null, reason: taxReason = null } = group ?? {};
    const taxReasonCode = group?.reasonCode ?? null;
    const unitPrice = priceOf(input, line, lineTotal, group?.rate ?? new Decimal(0));
    return { unitPrice, lineTotal, taxCategory, taxRate, taxReason, taxReasonCode };
  });
}

/** The unit price before tax. */
function priceOf(
  { currency, taxIncluded, roundTo }: TotalsInput,
  { baseQuantity, percent, quantity, role, unitPrice }: TotalsLine,
  lineTotal: Decimal,
  rate: Decimal,
): Decimal {
  const isComputed =
    (percent ?? null) !== null || (role === 'ROUNDING' && (roundTo ?? null) !== null);
  if (isComputed) return lineTotal;
  const price = new Decimal(unitPrice);
  const base = new Decimal(baseQuantity ?? 1);
  const whole = taxIncluded ? rate.times('0.01').plus(1) : new Decimal(1);
  if (base.equals(1) && whole.equals(1)) return price;
  return computeUnitPrice(
    price.dividedBy(base).dividedBy(whole),
    new Decimal(quantity),
    lineTotal,
    currency,
  );
}

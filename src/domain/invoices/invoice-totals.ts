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

/** A line as it is stored and answered: quantity × unitPrice, rounded, is its total. */
interface ComputedLine {
  /** Price of one unit, before tax. */
  unitPrice: Decimal;
  lineTotal: Decimal;
  /** How it is taxed; null where it is not. */
  taxCategory: TaxCategory | null;
  /** The sum of its taxes, in percent, to six decimals. */
  taxRate: Decimal | null;
  taxReason: string | null;
}

export interface InvoiceTotals extends Settlements {
  /** By line, in the lines' sequence. */
  lines: ComputedLine[];
  /** Sum of the line totals before discount. */
  subTotal: Decimal;
  discountAmount: Decimal;
  /** By group of what is taxed alike, and by component, in their order. */
  taxLines: TaxLine[];
  /** Sum of the tax lines. */
  tax: Decimal;
  /** What is to be paid: subTotal − discountAmount + tax. */
  total: Decimal;
}

/**
 * Computes an invoice: the only place that does (decisions, "invoices/create"; spec part 2, "InvoiceMini"). Every
 * amount is rounded half up, halves away from zero, to the currency's minor unit, at these steps and nowhere else:
 *
 * 1. A line is quantity × price ÷ base quantity, or a percentage of what it belongs to, rounded.
 * 2. Lines of one category and rate are a group (`groupsOf`). The discount is discountPercent of the items, rounded once;
 *    each group takes its share of it, so that the shares are the discount exactly (`computeDiscountShares`).
 * 3. Each component's tax is its rate of what it taxes, rounded once for the group: the base, which is the group's lines less
 *    their share of the discount; for a compound component with the rounded tax of the earlier components, or of the one
 *    that `compoundOnOrder` names.
 * 4. Where prices include tax, all of this is done with tax in the amounts; a group's base is what is left of its amount when
 *    its tax is taken out, rounded once, and its tax the rest. So the total is exactly the sum of what was quoted. Lines get
 *    their part of the base before discount one after the other, each what the sum so far has more than before.
 * 5. What is withheld is a percentage of the invoice before tax; with what was paid before and the rounding of the amount to be
 *    paid it stands in lines of its own below the taxes, so that the total is subTotal − discountAmount + tax on every invoice.
 *
 * Results are exact for every quantity, price and rate the database can hold, but may be too large for it themselves:
 * see `validateTotals`.
 * @param tell is told of every amount in the sequence in which they are made: an explanation is this computation,
 * overheard (`explainTotals`).
 * @throws RangeError when a component refers to none before it, which `validateComponents` would have said, and when
 * prices include a tax of −100 % or below
 */
export function computeTotals(
  input: TotalsInput,
  tell?: (step: TotalsStep) => void,
): InvoiceTotals {
  const step = createRoundStep(input.currency, tell);
  const charged = computeChargedTotals(input, step);
  const { discountAmount, taxLines } = charged;
  const taxes = taxLines.map((line) => line.amount);
  const tax = taxes.length === 0 ? new Decimal(0) : step('TAX', taxes, sumAmounts(taxes));
  const { amounts, ...settlements } = computeSettlements(input, { ...charged, tax }, step);
  const lineTotals = charged.lineTotals.map((amount, index) => amounts.get(index) ?? amount);
  const subTotal = sumAmounts(lineTotals);
  const total = subTotal.minus(discountAmount).plus(tax);
  const lines = computedLines(input, { ...charged, lineTotals });
  return { lines, subTotal, discountAmount, taxLines, tax, total, ...settlements };
}

function computedLines(input: TotalsInput, { groups, lineTotals }: ChargedTotals): ComputedLine[] {
  const groupAt = new Map(groups.flatMap((group) => group.lines.map((line) => [line, group])));
  return input.lines.map((line, index) => {
    const lineTotal = lineTotals[index] as Decimal;
    const group = groupAt.get(index);
    const taxRate = group ? group.rate.toDecimalPlaces(6, Decimal.ROUND_HALF_UP) : null;
    const { category: taxCategory = null, reason: taxReason = null } = group ?? {};
    const unitPrice = priceOf(input, line, lineTotal, group?.rate ?? new Decimal(0));
    return { unitPrice, lineTotal, taxCategory, taxRate, taxReason };
  });
}

/** The price of one unit before tax: as it was quoted, where it was quoted so. */
function priceOf(
  { currency, taxIncluded, roundTo }: TotalsInput,
  { baseQuantity, percent, quantity, role, unitPrice }: TotalsLine,
  lineTotal: Decimal,
  rate: Decimal,
): Decimal {
  const isMade = (percent ?? null) !== null || (role === 'ROUNDING' && (roundTo ?? null) !== null);
  if (isMade) return lineTotal;
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

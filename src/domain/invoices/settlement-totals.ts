import { Decimal, percentOf } from '../../platform/money/money.ts';
import type { ChargedTotals } from './charged-totals.ts';
import { sumAmounts } from './tax-components.ts';
import type { TotalsInput } from './totals-input.ts';
import type { TotalsLine } from './totals-lines.ts';
import { isSettlement, signedPercent } from './totals-lines.ts';
import type { RoundStep } from './totals-steps.ts';

/** Amounts that are settled after tax. Each has its own line. */
export interface Settlements {
  /** The client pays it to the tax office. */
  withholdingAmount: Decimal;
  prepaidAmount: Decimal;
  /** Rounds the total; can be negative. */
  roundingAmount: Decimal;
}

export const totalWithTax = (invoice: Settlements & { total: Decimal }): Decimal =>
  invoice.total
    .plus(invoice.withholdingAmount)
    .plus(invoice.prepaidAmount)
    .minus(invoice.roundingAmount);

/** In the order of computation. */
const roles = ['WITHHOLDING', 'PREPAID', 'ROUNDING'] as const;

/** `amounts` contains the settled lines by index. */
export function computeSettlements(
  input: TotalsInput,
  {
    subTotal,
    discountAmount,
    tax,
  }: Pick<ChargedTotals, 'subTotal' | 'discountAmount'> & { tax: Decimal },
  step: RoundStep,
): Settlements & { amounts: Map<number, Decimal> } {
  const { lines } = input;
  const withoutTax = subTotal.minus(discountAmount);
  const withTax = withoutTax.plus(tax);
  const summands = [subTotal, discountAmount.negated(), tax];
  const amounts = new Map<number, Decimal>();
  if (lines.some(isSettlement)) step('TOTAL_WITH_TAX', summands, withTax);
  const sums = roles.map((role) => {
    for (const [index, line] of lines.entries()) {
      if (line.role !== role) continue;
      const due = withTax.plus(sumAmounts([...amounts.values()]));
      const [operands, amount] = settlementOf(line, input, { withoutTax, due });
      amounts.set(index, step(role, operands, amount, { line: index + 1 }));
    }
    return sumAmounts(
      [...amounts].flatMap(([at, amount]) => (lines[at]?.role === role ? amount : [])),
    );
  });
  const [withheld, prepaid, roundingAmount] = sums as [Decimal, Decimal, Decimal];
  const parts = amounts.size > 0 ? [withTax, ...amounts.values()] : summands;
  step('TOTAL', parts, withTax.plus(sumAmounts([...amounts.values()])));
  return {
    amounts,
    withholdingAmount: negateUnlessZero(withheld),
    prepaidAmount: negateUnlessZero(prepaid),
    roundingAmount,
  };
}

const negateUnlessZero = (amount: Decimal) => (amount.isZero() ? amount : amount.negated());

/** The operands and the amount. */
function settlementOf(
  { percent, quantity, role, unitPrice }: TotalsLine,
  { roundTo }: TotalsInput,
  { withoutTax, due }: { withoutTax: Decimal; due: Decimal },
): [Decimal[], Decimal] {
  if (percent !== undefined && percent !== null) {
    const rate = signedPercent(percent, role);
    return [[rate, withoutTax], percentOf(withoutTax, rate)];
  }
  if (role === 'ROUNDING' && roundTo !== undefined && roundTo !== null) {
    const times = due.dividedBy(roundTo).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
    const round = times.times(roundTo);
    return [[round, due], round.minus(due)];
  }
  const amount = new Decimal(quantity).times(unitPrice);
  return [[amount], amount];
}

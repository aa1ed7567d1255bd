import { Decimal, roundToCurrency } from '../../platform/money/money.ts';
import { sumAmounts } from './tax-components.ts';
import type { TaxGroup, TaxLine } from './tax-groups.ts';
import {
  computeDiscountShares,
  computeTaxBreakdown,
  groupLinesByTax,
  taxLineLabel,
} from './tax-groups.ts';
import type { TotalsInput } from './totals-input.ts';
import type { TotalsLine } from './totals-lines.ts';
import { computeQuotedAmounts, isSettlement } from './totals-lines.ts';
import type { RoundStep } from './totals-steps.ts';

export interface ChargedTotals {
  lineTotals: Decimal[];
  groups: TaxGroup[];
  subTotal: Decimal;
  discountAmount: Decimal;
  taxLines: TaxLine[];
}

interface DiscountedGroup extends TaxGroup {
  position: number;
  hasSeveralGroups: boolean;
  items: Decimal;
  exact: Decimal;
  share: Decimal;
}

/** Lines that are settled after tax have the total 0. */
export function computeChargedTotals(input: TotalsInput, step: RoundStep): ChargedTotals {
  const quoted = computeQuotedAmounts(input.lines, step);
  const taxGroups = groupLinesByTax(input.lines, input);
  if (!input.taxIncluded) step('SUB_TOTAL', chargedAmountsOf(input, quoted), sumAmounts(quoted));
  const { shares, untaxed } = computeDiscountShares(input, taxGroups, quoted, step);
  const groups = taxGroups.map((group, index) => {
    return {
      ...group,
      ...(shares[index] as (typeof shares)[number]),
      position: index + 1,
      hasSeveralGroups: taxGroups.length > 1,
    };
  });
  const taxLines: TaxLine[] = [];
  const charge = input.taxIncluded ? extractTax : addTax;
  const charged = groups.map((group) => charge(input, group, { quoted, taxLines }, step));
  const lineTotals = [...quoted];
  for (const { nets } of charged) for (const [line, net] of nets) lineTotals[line] = net;
  const subTotal = input.taxIncluded
    ? step('SUB_TOTAL', chargedAmountsOf(input, lineTotals), sumAmounts(lineTotals))
    : sumAmounts(lineTotals);
  const discountAmount = sumAmounts([untaxed, ...charged.map(({ discount }) => discount)]);
  if (input.taxIncluded && !new Decimal(input.discountPercent).isZero()) {
    const left = subTotal.minus(discountAmount);
    step('DISCOUNT_WITHOUT_TAX', [subTotal, left], discountAmount);
  }
  return { lineTotals, groups, subTotal, discountAmount, taxLines };
}

/** The amounts of lines that are not settled after tax. */
const chargedAmountsOf = ({ lines }: TotalsInput, amounts: readonly Decimal[]) =>
  amounts.filter((_, index) => !isSettlement(lines[index] as TotalsLine));

/** `nets` are the lines without tax, if prices include tax. */
interface ChargedGroup {
  nets: Map<number, Decimal>;
  discount: Decimal;
}

interface TaxContext {
  quoted: readonly Decimal[];
  taxLines: TaxLine[];
}

const subjectOf = (group: DiscountedGroup) =>
  group.hasSeveralGroups
    ? { taxes: group.components.map((one) => taxLineLabel(one, group)).join(' + ') }
    : {};

/** The sum of a group's lines minus its share of the discount. */
function discountedBase(
  input: TotalsInput,
  group: DiscountedGroup,
  quoted: readonly Decimal[],
  step: RoundStep,
) {
  const subject = subjectOf(group);
  const own = group.lines.map((index) => quoted[index] as Decimal);
  const total = step('TAXABLE_LINES', own, sumAmounts(own), subject);
  const percent = new Decimal(input.discountPercent);
  if (percent.isZero()) return total;
  step('TAXABLE_DISCOUNT', [percent, group.items], group.exact, subject, group.share);
  return step('TAXABLE_BASE', [total, group.share], total.minus(group.share), subject);
}

function addTax(
  input: TotalsInput,
  group: DiscountedGroup,
  { quoted, taxLines }: TaxContext,
  step: RoundStep,
): ChargedGroup {
  const base = discountedBase(input, group, quoted, step);
  const place = placeOf(input, group, taxLines, { base, withTax: null });
  taxLines.push(...computeTaxBreakdown(group, place, step));
  return { nets: new Map(), discount: group.share };
}

const placeOf = (
  { currency }: TotalsInput,
  { hasSeveralGroups, position: taxGroup }: DiscountedGroup,
  taxLines: readonly TaxLine[],
  amounts: { base: Decimal; withTax: Decimal | null },
) => ({ hasSeveralGroups, currency, taxGroup, taxLines, ...amounts });

/** A line's net amount is the increase of the rounded net sum. So the lines add up to that sum. */
function extractTax(
  input: TotalsInput,
  group: DiscountedGroup,
  { quoted, taxLines }: TaxContext,
  step: RoundStep,
): ChargedGroup {
  const grossFactor = group.rate.times('0.01').plus(1);
  if (grossFactor.lte(0)) throw new RangeError('a tax of −100 % and below leaves no price');
  const nets = new Map<number, Decimal>();
  let [sum, net] = [new Decimal(0), new Decimal(0)];
  for (const line of group.lines) {
    sum = sum.plus(quoted[line] as Decimal);
    const netSum = roundToCurrency(sum.dividedBy(grossFactor), input.currency);
    nets.set(line, netSum.minus(net));
    net = netSum;
  }
  const withTax = discountedBase(input, group, quoted, step);
  const subject = subjectOf(group);
  const base = step(
    'AMOUNT_WITHOUT_TAX',
    [withTax, grossFactor],
    withTax.dividedBy(grossFactor),
    subject,
  );
  const isTaken = group.components.some(({ rate }) => !new Decimal(rate).isZero());
  const amounts = { base, withTax: isTaken ? withTax : null };
  const place = placeOf(input, group, taxLines, amounts);
  taxLines.push(...computeTaxBreakdown(group, place, step));
  return { nets, discount: net.minus(base) };
}

import type { TaxCategory } from '../../generated/prisma/enums.ts';
import type { DecimalInput } from '../../platform/money/money.ts';
import {
  Decimal,
  minorUnitDigits,
  percentOf,
  roundToCurrency,
} from '../../platform/money/money.ts';
import type { LineTax } from './tax.ts';
import { taxCategoryOf } from './tax.ts';
import type { ComponentTax, TaxComponent } from './tax-components.ts';
import { applyComponents, computeExactTaxes, sumAmounts } from './tax-components.ts';
import type { TotalsLine } from './totals-lines.ts';
import { isItemTotalsLine, isSettlement } from './totals-lines.ts';
import type { RoundStep } from './totals-steps.ts';
import { withMinusSign } from './totals-steps.ts';

/** The tax of lines without their own tax. */
export interface DefaultTax {
  components: readonly TaxComponent[];
  /** Default: from the components. */
  category?: TaxCategory | null;
  reason?: string | null;
  reasonCode?: string | null;
}

/** Lines of one category and rate. Their tax is rounded once. */
export interface TaxGroup {
  category: TaxCategory;
  components: readonly TaxComponent[];
  /** The reasons of the lines, joined if they differ, as their codes are. */
  reason: string | null;
  reasonCode: string | null;
  /** In percent, exact. */
  rate: Decimal;
  lines: number[];
}

export interface TaxLine extends ComponentTax {
  /** From 1. */
  taxGroup: number;
  category: TaxCategory;
  reason: string | null;
  reasonCode: string | null;
}

const hundred = new Decimal(100);

const keyOf = ({ category, components }: Pick<TaxGroup, 'category' | 'components'>) =>
  JSON.stringify([
    category,
    components.map(({ name, rate, order, compound, compoundOnOrder }) => {
      return [name, new Decimal(rate).toFixed(), order, compound, compoundOnOrder];
    }),
  ]);

const joinReasons = (known: string | null, added: string | null) =>
  added === null || known?.split('; ').includes(added)
    ? known
    : [known, added].filter(Boolean).join('; ');

/**
 * The default tax first, then others in the order of lines. The default group exists without lines too, unless lines
 * have their own tax. Settlements are in no group.
 */
export function groupLinesByTax(lines: readonly TotalsLine[], defaultTax: DefaultTax): TaxGroup[] {
  const groups = new Map<string, TaxGroup>();
  const groupByTax = new Map<LineTax, TaxGroup>();
  const groupOf = (tax: LineTax): TaxGroup => {
    const group = groupByTax.get(tax) ?? find(tax);
    groupByTax.set(tax, group);
    return group;
  };
  const find = ({ category, components, reason, reasonCode }: LineTax): TaxGroup => {
    const key = keyOf({ category, components });
    const found = groups.get(key);
    if (found) {
      found.reason = joinReasons(found.reason, reason);
      found.reasonCode = joinReasons(found.reasonCode, reasonCode);
      return found;
    }
    const rate = sumAmounts(computeExactTaxes(hundred, components));
    const newGroup = { category, components, reason, reasonCode, rate, lines: [] };
    groups.set(key, newGroup);
    return newGroup;
  };
  const { components, reason = null, reasonCode = null } = defaultTax;
  const hasDefaultTax = components.length > 0;
  const category = defaultTax.category ?? taxCategoryOf(components);
  const own: LineTax = { category, components, reason, reasonCode, percentage: null };
  const usesDefaultTax = (line: TotalsLine) => hasDefaultTax && !line.tax && line.taxable;
  if (hasDefaultTax && (lines.some(usesDefaultTax) || !lines.some((line) => line.tax)))
    groupOf(own);
  for (const [index, line] of lines.entries()) {
    if (isSettlement(line)) continue;
    if (line.tax) groupOf(line.tax).lines.push(index);
    else if (usesDefaultTax(line)) groupOf(own).lines.push(index);
  }
  return [...groups.values()];
}

interface Shares {
  shares: { items: Decimal; exact: Decimal; share: Decimal }[];
  untaxed: Decimal;
}

/**
 * The shares add up to the discount exactly. Each is its percentage, rounded.
 * The remainder goes to untaxed items, where it changes no tax, otherwise in minor units to the groups that lost most
 * by rounding.
 */
export function computeDiscountShares(
  input: { lines: readonly TotalsLine[]; currency: string; discountPercent: DecimalInput },
  groups: readonly TaxGroup[],
  amounts: readonly Decimal[],
  step: RoundStep,
): Shares {
  const { currency, discountPercent, lines } = input;
  const itemIndexes = lines.flatMap((line, index) => (isItemTotalsLine(line) ? [index] : []));
  const sumAt = (at: readonly number[]) => sumAmounts(at.map((index) => amounts[index] as Decimal));
  const percent = new Decimal(discountPercent);
  const shares = groups.map((group) => {
    const items = sumAt(
      group.lines.filter((index) => isItemTotalsLine(lines[index] as TotalsLine)),
    );
    const exact = percentOf(items, percent);
    return { items, exact, share: roundToCurrency(exact, currency) };
  });
  if (percent.isZero()) return { shares, untaxed: new Decimal(0) };
  const all = sumAt(itemIndexes);
  const whole = step('DISCOUNT', [percent, all], percentOf(all, percent));
  const rest = whole.minus(sumAmounts(shares.map(({ share }) => share)));
  const taxed = new Set(groups.flatMap((group) => group.lines));
  if (itemIndexes.some((index) => !taxed.has(index))) return { shares, untaxed: rest };
  const unit = new Decimal(10).pow(-minorUnitDigits(currency)).times(rest.s);
  const roundingLoss = ({ exact, share }: (typeof shares)[number]) =>
    exact.minus(share).times(rest.s);
  const times = rest.dividedBy(unit).toNumber();
  const adjusted = shares
    .toSorted((a, b) => roundingLoss(b).comparedTo(roundingLoss(a)))
    .slice(0, times);
  for (const one of adjusted) one.share = one.share.plus(unit);
  return { shares, untaxed: new Decimal(0) };
}

/**
 * @param place.taxLines the taxes of earlier groups: orders count over the whole invoice
 * @param place.withTax the amount with tax, if prices include it: the last tax is its rest
 */
export function computeTaxBreakdown(group: TaxGroup, place: Place, step: RoundStep): TaxLine[] {
  const { taxGroup, taxLines, base, withTax, hasSeveralGroups } = place;
  const { category, reason, reasonCode } = group;
  const before = Math.max(0, ...taxLines.map(({ order }) => order));
  const components = group.components.map((component) => ({
    ...component,
    order: component.order + before,
    compoundOnOrder: component.compoundOnOrder === null ? null : component.compoundOnOrder + before,
  }));
  const labelOf = (component: TaxComponent) => {
    const label = taxLineLabel(component, { hasSeveralGroups, category });
    const equal = sameTaxes(taxLines, component).filter((one) => one.category === category);
    return equal.length === 0 ? label : `${label} (${equal.length + 1})`;
  };
  const nonZero = components.filter(({ rate }) => !new Decimal(rate).isZero());
  const last = withTax && Math.max(...nonZero.map(({ order }) => order));
  const earlier: Decimal[] = [];
  const lines = applyComponents(base, components, (kind, operands, exact, component) => {
    const { compound, compoundOnOrder, order } = component;
    const isAdded = (other: TaxComponent) =>
      other.order < order && (compoundOnOrder ?? other.order) === other.order;
    const added = compound ? components.filter(isAdded).map(labelOf) : [];
    const subject = { component, label: labelOf(component), added: added.join(' + ') };
    if (kind === 'TAXED_AMOUNT') return step(kind, operands, exact, subject);
    const parts = withTax && component.order === last ? [withTax, base, ...earlier] : null;
    const amount = parts
      ? step(
          'TAX_REMAINDER',
          parts,
          parts.reduce((rest, part) => rest.minus(part)),
          subject,
        )
      : stepOfTax(place, group, { operands, subject }, step);
    earlier.push(amount);
    return amount;
  });
  return lines.map((line) => ({ ...line, taxGroup, category, reason, reasonCode }));
}

interface Place {
  currency: string;
  taxGroup: number;
  /** Labels contain rates if there are several groups. */
  hasSeveralGroups: boolean;
  taxLines: readonly TaxLine[];
  base: Decimal;
  withTax: Decimal | null;
}

const sameTaxes = (taxLines: readonly TaxLine[], { name, rate }: TaxComponent) =>
  taxLines.filter((line) => line.name === name && line.rate.equals(rate));

/** Rounds a tax over the whole invoice, except compound taxes and included tax. */
function stepOfTax(
  { currency, taxLines, withTax }: Place,
  { components }: TaxGroup,
  { operands, subject }: { operands: readonly Decimal[]; subject: { component: TaxComponent } },
  step: RoundStep,
): Decimal {
  const isSummed = !withTax && !components.some(({ compound }) => compound);
  const compounding = new Set(taxLines.flatMap((one) => (one.compound ? one.taxGroup : [])));
  const same = isSummed
    ? sameTaxes(taxLines, subject.component).filter((one) => !compounding.has(one.taxGroup))
    : [];
  const [rate, base] = operands as [Decimal, Decimal];
  const whole = sumAmounts([base, ...same.map(({ taxableAmount }) => taxableAmount)]);
  const earlier = sumAmounts(same.map(({ amount }) => amount));
  const exact = percentOf(whole, rate);
  const parts = same.length === 0 ? [rate, whole] : [rate, whole, earlier];
  const amount = roundToCurrency(exact, currency).minus(earlier);
  return step('TAX_AMOUNT', parts, exact.minus(earlier), subject, amount);
}

/** Several categories can have one rate. STANDARD needs no label. */
const categoryWords: Partial<Record<TaxCategory, string>> = {
  REDUCED: 'reduced',
  ZERO: 'zero rate',
  EXEMPT: 'exempt',
  REVERSE_CHARGE: 'reverse charge',
  OUTSIDE_SCOPE: 'outside scope',
  INTRA_COMMUNITY: 'intra-community supply',
  EXPORT: 'export',
};

/** Unique on the invoice: with rate and category if there are several groups. */
export function taxLineLabel(
  { name, rate }: TaxComponent,
  { hasSeveralGroups, category }: { hasSeveralGroups: boolean; category: TaxCategory },
): string {
  if (!hasSeveralGroups) return name;
  const words = categoryWords[category];
  return `${name} ${withMinusSign(new Decimal(rate).toFixed())} %${words ? ` (${words})` : ''}`;
}

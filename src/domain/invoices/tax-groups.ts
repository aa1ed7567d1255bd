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

/** The tax of the lines that name none. */
export interface DefaultTax {
  components: readonly TaxComponent[];
  /** Left out: as the components are. */
  category?: TaxCategory | null;
  reason?: string | null;
}

/** What is taxed alike, and its tax rounded once: lines of one category and rate. */
export interface TaxGroup {
  category: TaxCategory;
  components: readonly TaxComponent[];
  /** Why it is not taxed as usual; the reasons of its lines where those differ. */
  reason: string | null;
  /** The sum of the components, in percent, with every digit. */
  rate: Decimal;
  /** The lines, by their places from 0. */
  lines: number[];
}

/** A line of the breakdown: what one component of a group taxes and takes. */
export interface TaxLine extends ComponentTax {
  /** The group that it is of, from 1. */
  taxGroup: number;
  category: TaxCategory;
  reason: string | null;
}

const hundred = new Decimal(100);

const keyOf = ({ category, components }: Pick<TaxGroup, 'category' | 'components'>) =>
  JSON.stringify([
    category,
    components.map(({ name, rate, order, compound, compoundOnOrder }) => {
      return [name, new Decimal(rate).toFixed(), order, compound, compoundOnOrder];
    }),
  ]);

/**
 * The lines by their tax: the usual one first, then others in the sequence of their lines. The usual one is there without
 * lines too, unless others name their own. What is untaxed, or settled below the taxes, is in no group.
 */
export function groupLinesByTax(lines: readonly TotalsLine[], usual: DefaultTax): TaxGroup[] {
  const groups = new Map<string, TaxGroup>();
  const known = new Map<LineTax, TaxGroup>();
  const groupOf = (tax: LineTax): TaxGroup => {
    const group = known.get(tax) ?? find(tax);
    known.set(tax, group);
    return group;
  };
  const find = ({ category, components, reason }: LineTax): TaxGroup => {
    const key = keyOf({ category, components });
    const found = groups.get(key);
    if (found) {
      const isNew = reason !== null && !(found.reason ?? '').split('; ').includes(reason);
      if (isNew) found.reason = [found.reason, reason].filter(Boolean).join('; ');
      return found;
    }
    const rate = sumAmounts(computeExactTaxes(hundred, components));
    const made = { category, components, reason, rate, lines: [] };
    groups.set(key, made);
    return made;
  };
  const { components, reason = null } = usual;
  const hasUsual = components.length > 0;
  const category = usual.category ?? taxCategoryOf(components);
  const own: LineTax = { category, components, reason, percentage: null };
  const isUsual = (line: TotalsLine) => hasUsual && !line.tax && line.taxable;
  if (hasUsual && (lines.some(isUsual) || !lines.some((line) => line.tax))) groupOf(own);
  for (const [index, line] of lines.entries()) {
    if (isSettlement(line)) continue;
    if (line.tax) groupOf(line.tax).lines.push(index);
    else if (isUsual(line)) groupOf(own).lines.push(index);
  }
  return [...groups.values()];
}

/** The parts of a discount: of each group, and of what is untaxed. */
interface Shares {
  shares: { items: Decimal; exact: Decimal; share: Decimal }[];
  untaxed: Decimal;
}

/**
 * The share of each group in a discount on all items, so that with the share of what is untaxed they are the discount
 * exactly. Each is its percentage, rounded; what is left then goes to the untaxed items, where it changes no tax, and where
 * there are none, a minor unit each, to the groups that rounding took most from, the first of equal ones.
 */
export function computeDiscountShares(
  input: { lines: readonly TotalsLine[]; currency: string; discountPercent: DecimalInput },
  groups: readonly TaxGroup[],
  amounts: readonly Decimal[],
  step: RoundStep,
): Shares {
  const { currency, discountPercent, lines } = input;
  const places = lines.flatMap((line, index) => (isItemTotalsLine(line) ? [index] : []));
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
  const all = sumAt(places);
  const whole = step('DISCOUNT', [percent, all], percentOf(all, percent));
  const rest = whole.minus(sumAmounts(shares.map(({ share }) => share)));
  const taxed = new Set(groups.flatMap((group) => group.lines));
  if (places.some((index) => !taxed.has(index))) return { shares, untaxed: rest };
  const unit = new Decimal(10).pow(-minorUnitDigits(currency)).times(rest.s);
  const lost = ({ exact, share }: (typeof shares)[number]) => exact.minus(share).times(rest.s);
  const times = rest.dividedBy(unit).toNumber();
  const taking = shares.toSorted((a, b) => lost(b).comparedTo(lost(a))).slice(0, times);
  for (const one of taking) one.share = one.share.plus(unit);
  return { shares, untaxed: new Decimal(0) };
}

/**
 * The breakdown of a group of which the base is known.
 * @param place.taxLines the taxes of the groups before it: orders are counted over all taxes of the invoice
 * @param place.withTax the amount with tax, where prices include it: the last tax that takes anything is then what is left of it
 */
export function computeTaxBreakdown(group: TaxGroup, place: Place, step: RoundStep): TaxLine[] {
  const { taxGroup, taxLines, base, withTax, areSeveral } = place;
  const { category, reason } = group;
  const before = Math.max(0, ...taxLines.map(({ order }) => order));
  const components = group.components.map((component) => ({
    ...component,
    order: component.order + before,
    compoundOnOrder: component.compoundOnOrder === null ? null : component.compoundOnOrder + before,
  }));
  const labelOf = (component: TaxComponent) => {
    const label = taxLineLabel(component, { areSeveral, category });
    const equal = sameTaxes(taxLines, component).filter((one) => one.category === category);
    return equal.length === 0 ? label : `${label} (${equal.length + 1})`;
  };
  const taking = components.filter(({ rate }) => !new Decimal(rate).isZero());
  const last = withTax && Math.max(...taking.map(({ order }) => order));
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
  return lines.map((line) => ({ ...line, taxGroup, category, reason }));
}

interface Place {
  currency: string;
  taxGroup: number;
  /** Whether there are other groups, so that taxes are told apart by their rates. */
  areSeveral: boolean;
  taxLines: readonly TaxLine[];
  base: Decimal;
  withTax: Decimal | null;
}

const sameTaxes = (taxLines: readonly TaxLine[], { name, rate }: TaxComponent) =>
  taxLines.filter((line) => line.name === name && line.rate.equals(rate));

/**
 * Takes a tax of an amount. Where nothing compounds, and prices do not include it, it is rounded over the whole document: together with the
 * same tax of earlier groups, less their amounts.
 */
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

/** What lines of a category are, where several categories may have one rate; the usual one need not be said. */
const categoryWords: Partial<Record<TaxCategory, string>> = {
  REDUCED: 'reduced',
  ZERO: 'zero rate',
  EXEMPT: 'exempt',
  REVERSE_CHARGE: 'reverse charge',
  OUTSIDE_SCOPE: 'outside scope',
  INTRA_COMMUNITY: 'intra-community supply',
  EXPORT: 'export',
};

/**
 * What a tax is called: by its name, and where lines are taxed at several by its rate and category as well, so that no two
 * groups are called the same.
 */
export function taxLineLabel(
  { name, rate }: TaxComponent,
  { areSeveral, category }: { areSeveral: boolean; category: TaxCategory },
): string {
  if (!areSeveral) return name;
  const words = categoryWords[category];
  return `${name} ${withMinusSign(new Decimal(rate).toFixed())} %${words ? ` (${words})` : ''}`;
}

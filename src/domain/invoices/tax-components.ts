import type { FieldError } from '../../platform/errors/action-error.ts';
import type { DecimalInput } from '../../platform/money/money.ts';
import { Decimal, percentOf } from '../../platform/money/money.ts';

/** One tax of a rule (spec part 2, "taxRule"). */
export interface TaxComponent {
  name: string;
  /** Percentage from −100 to 100; a negative one withholds. */
  rate: DecimalInput;
  /** Place among the components, from 1. */
  order: number;
  /** Taxed on the base plus the tax of earlier components. */
  compound: boolean;
  /** With compound: the one earlier component whose tax is added, by its order; null: all earlier ones. */
  compoundOnOrder: number | null;
}

/** What one component taxes and takes (spec part 2, "taxBreakdown"). */
export interface ComponentTax extends TaxComponent {
  rate: Decimal;
  /** What the rate was applied to. */
  taxableAmount: Decimal;
  amount: Decimal;
}

/** Makes an amount of a component's: rounds it, or not. */
export type ComponentStep = (
  kind: 'TAXED_AMOUNT' | 'TAX_AMOUNT',
  operands: readonly Decimal[],
  unrounded: Decimal,
  component: TaxComponent,
) => Decimal;

/** The taxes of a base, component by component in their order. */
export function applyComponents(
  base: Decimal,
  components: readonly TaxComponent[],
  step: ComponentStep,
): ComponentTax[] {
  const lines: ComponentTax[] = [];
  for (const component of components.toSorted((a, b) => a.order - b.order)) {
    const { name, order, compound, compoundOnOrder } = component;
    const rate = new Decimal(component.rate);
    const parts = compound ? [base, ...taxesBelow(lines, compoundOnOrder)] : [base];
    const taxableAmount = step('TAXED_AMOUNT', parts, sumAmounts(parts), component);
    const tax = percentOf(taxableAmount, rate);
    const amount = step('TAX_AMOUNT', [rate, taxableAmount], tax, component);
    lines.push({ name, rate, order, compound, compoundOnOrder, taxableAmount, amount });
  }
  return lines;
}

/** The taxes that a compound component is applied to besides the base. */
function taxesBelow(earlier: readonly ComponentTax[], compoundOnOrder: number | null): Decimal[] {
  if (compoundOnOrder === null) return earlier.map((line) => line.amount);
  const line = earlier.find((candidate) => candidate.order === compoundOnOrder);
  if (!line) throw new RangeError(`no earlier tax component has the order ${compoundOnOrder}`);
  return [line.amount];
}

/** What the components take of an amount, with every digit. */
export function computeExactTaxes(base: Decimal, components: readonly TaxComponent[]): Decimal[] {
  return applyComponents(base, components, (_kind, _of, exact) => exact).map((line) => line.amount);
}

/**
 * What the components take together of a base of 100, as a percentage with up to six decimals (spec part 2,
 * "taxRule"). No tax is rounded on the way, so it does not depend on a currency.
 * @throws RangeError as `computeTotals` does.
 */
export function computeEffectiveRate(components: readonly TaxComponent[]): Decimal {
  const taken = sumAmounts(computeExactTaxes(new Decimal(100), components));
  return taken.toDecimalPlaces(6, Decimal.ROUND_HALF_UP);
}

/**
 * What is wrong with a set of components, nothing when `computeTotals` can take them: orders are whole numbers from 1,
 * each used once; rates lie between −100 and 100 with at most six decimals; `compoundOnOrder` is for compound
 * components and names an earlier one. Paths start with `path`, as in "components.1.rate".
 */
export function validateComponents(
  components: readonly TaxComponent[],
  path = 'components',
): FieldError[] {
  const orders = components.map((component) => component.order);
  return components.flatMap((component, index) => {
    const errors: FieldError[] = [];
    const report = (field: keyof TaxComponent, code: string, message: string) =>
      errors.push({ path: `${path}.${index}.${field}`, code, message });
    const { compound, compoundOnOrder, order } = component;
    const rate = new Decimal(component.rate);

    if (!rate.abs().lte(100)) report('rate', 'out_of_range', 'must be between -100 and 100');
    else if (rate.decimalPlaces() > 6) {
      report('rate', 'too_precise', 'must have at most 6 decimal places');
    }
    if (!Number.isInteger(order) || order < 1) {
      report('order', 'out_of_range', 'must be a whole number from 1');
    } else if (orders.indexOf(order) < index) {
      report('order', 'not_unique', 'is the order of an earlier component');
    }
    if (compoundOnOrder !== null && !compound) {
      report('compoundOnOrder', 'not_compound', 'is only for a component with compound: true');
    } else if (
      compoundOnOrder !== null &&
      !(compoundOnOrder < order && orders.includes(compoundOnOrder))
    ) {
      report('compoundOnOrder', 'unknown_order', 'must be the order of an earlier component');
    }
    return errors;
  });
}

export function sumAmounts(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
}

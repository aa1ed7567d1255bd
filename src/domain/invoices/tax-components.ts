import type { FieldError } from '../../platform/errors/action-error.ts';
import type { DecimalInput } from '../../platform/money/money.ts';
import { Decimal, percentOf } from '../../platform/money/money.ts';

/** One tax of a rule (spec part 2, "taxRule"). */
export interface TaxComponent {
  name: string;
  /** Percent from −100 to 100. A negative tax is withheld. */
  rate: DecimalInput;
  /** From 1. */
  order: number;
  /** Taxed on the base plus earlier taxes. */
  compound: boolean;
  /** The order of the only earlier component to include. Null: all of them. */
  compoundOnOrder: number | null;
}

/** The tax of a component (spec part 2, "taxBreakdown"). */
export interface ComponentTax extends TaxComponent {
  rate: Decimal;
  taxableAmount: Decimal;
  amount: Decimal;
}

/** Computes an amount of a component, rounded or exact. */
export type ComponentStep = (
  kind: 'TAXED_AMOUNT' | 'TAX_AMOUNT',
  operands: readonly Decimal[],
  unrounded: Decimal,
  component: TaxComponent,
) => Decimal;

/** In the order of the components. */
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

function taxesBelow(earlier: readonly ComponentTax[], compoundOnOrder: number | null): Decimal[] {
  if (compoundOnOrder === null) return earlier.map((line) => line.amount);
  const line = earlier.find((candidate) => candidate.order === compoundOnOrder);
  if (!line) throw new RangeError(`no earlier tax component has the order ${compoundOnOrder}`);
  return [line.amount];
}

export function computeExactTaxes(base: Decimal, components: readonly TaxComponent[]): Decimal[] {
  return applyComponents(base, components, (_kind, _of, exact) => exact).map((line) => line.amount);
}

/**
 * The taxes on a base of 100, with six decimals (spec part 2, "taxRule"). Exact, so independent of a currency.
 * @throws RangeError as `computeTotals` does
 */
export function computeEffectiveRate(components: readonly TaxComponent[]): Decimal {
  const total = sumAmounts(computeExactTaxes(new Decimal(100), components));
  return total.toDecimalPlaces(6, Decimal.ROUND_HALF_UP);
}

/**
 * `compoundOnOrder` names an earlier component.
 * @param path prefix of the paths of errors
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

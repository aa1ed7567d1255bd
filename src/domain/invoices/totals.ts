import type { FieldError } from '../kernel/errors.ts';
import type { DecimalInput } from '../kernel/money.ts';
import { Decimal, isStorableAmount, percentOf, roundToCurrency } from '../kernel/money.ts';

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

interface TotalsLine {
  quantity: DecimalInput;
  unitPrice: DecimalInput;
  /** Whether the line contributes to the taxable base. */
  taxable: boolean;
  /** What is charged; an explanation names the line by it. */
  description?: string | null;
}

export interface TotalsInput {
  /** ISO 4217 code, whose minor unit every amount is rounded to. */
  currency: string;
  lines: readonly TotalsLine[];
  /** Percentage from 0 to 100. */
  discountPercent: DecimalInput;
  /** Valid by `validateComponents`, in any sequence. */
  components: readonly TaxComponent[];
}

/** What one component taxes and takes (spec part 2, "taxBreakdown"). */
interface TaxLine extends TaxComponent {
  rate: Decimal;
  /** What the rate was applied to. */
  taxableAmount: Decimal;
  amount: Decimal;
}

export interface InvoiceTotals {
  /** By line, in the lines' sequence. */
  lineTotals: Decimal[];
  /** Sum of the line totals before discount. */
  subTotal: Decimal;
  discountAmount: Decimal;
  /** By component, in their order. */
  taxLines: TaxLine[];
  /** Sum of the tax lines. */
  tax: Decimal;
  /** subTotal − discountAmount + tax. */
  total: Decimal;
}

/** What an amount on the way to the total is. */
export type TotalsStepKind =
  | 'LINE_TOTAL'
  | 'SUB_TOTAL'
  | 'DISCOUNT'
  | 'TAXABLE_LINES'
  | 'TAXABLE_DISCOUNT'
  | 'TAXABLE_BASE'
  | 'TAXED_AMOUNT'
  | 'TAX_AMOUNT'
  | 'TAX'
  | 'TOTAL';

/** One amount on the way to the total, as it was computed. */
export interface TotalsStep {
  kind: TotalsStepKind;
  /** What it was computed of, in the sequence of its formula. */
  operands: readonly Decimal[];
  /** With every digit. */
  unrounded: Decimal;
  /** As the next steps take it. */
  rounded: Decimal;
  /** The line that it is about, from 1. */
  line?: number;
  /** The tax that it is about. */
  component?: TaxComponent;
}

type StepSubject = Pick<TotalsStep, 'line' | 'component'>;

/** Makes the amount of a step: rounds it, or not. */
type Step = (
  kind: TotalsStepKind,
  operands: readonly Decimal[],
  unrounded: Decimal,
  subject?: StepSubject,
) => Decimal;

/**
 * Computes an invoice: the only place that does (decisions, "invoices/create"; spec part 2, "InvoiceMini"). Every
 * amount is rounded half up, halves away from zero, to the currency's minor unit, at these steps and nowhere else:
 *
 * 1. A line total is quantity × unitPrice, rounded. `subTotal` is their sum.
 * 2. `discountAmount` is discountPercent of `subTotal`, rounded once.
 * 3. The taxable base is the sum of the taxable line totals less discountPercent of that sum, rounded once. So it is
 *    exactly subTotal − discountAmount when every line is taxable, 0 when none is, and no share needs a division by a
 *    subtotal that charges and credits may bring to 0.
 * 4. Each component's tax is its rate of what it taxes, rounded once: the base, for a compound component with the
 *    rounded tax of the earlier components, or of the one that `compoundOnOrder` names.
 *
 * Results are exact for every quantity, price and rate the database can hold, but may be too large for it themselves:
 * see `validateTotals`.
 * @param tell is told of every amount in the sequence in which they are made: an explanation is this computation,
 * overheard (`explainTotals`).
 * @throws RangeError when a component refers to none before it, which `validateComponents` would have said.
 */
export function computeTotals(
  input: TotalsInput,
  tell?: (step: TotalsStep) => void,
): InvoiceTotals {
  const { currency, lines } = input;
  const percent = new Decimal(input.discountPercent);
  const step: Step = (kind, operands, unrounded, subject) => {
    const rounded = roundToCurrency(unrounded, currency);
    tell?.({ kind, operands, unrounded, rounded, ...subject });
    return rounded;
  };
  const lineTotals = lines.map((line, index) => {
    const [quantity, unitPrice] = [new Decimal(line.quantity), new Decimal(line.unitPrice)];
    const product = quantity.times(unitPrice);
    return step('LINE_TOTAL', [quantity, unitPrice], product, { line: index + 1 });
  });
  const subTotal = step('SUB_TOTAL', lineTotals, sum(lineTotals));
  const discount = percentOf(subTotal, percent);
  const discountAmount = step('DISCOUNT', [percent, subTotal], discount);
  const base = taxableBase(
    lineTotals.filter((_, index) => lines[index]?.taxable),
    percent,
    step,
  );
  const taxLines = applyComponents(base, input.components, step);
  const taxes = taxLines.map((line) => line.amount);
  const tax = step('TAX', taxes, sum(taxes));
  const sumOfAll = subTotal.minus(discountAmount).plus(tax);
  const total = step('TOTAL', [subTotal, discountAmount, tax], sumOfAll);
  return { lineTotals, subTotal, discountAmount, taxLines, tax, total };
}

function taxableBase(taxable: readonly Decimal[], percent: Decimal, step: Step): Decimal {
  const total = step('TAXABLE_LINES', taxable, sum(taxable));
  const share = step('TAXABLE_DISCOUNT', [percent, total], percentOf(total, percent));
  return step('TAXABLE_BASE', [total, share], total.minus(share));
}

/**
 * What the components take together of a base of 100, as a percentage with up to six decimals (spec part 2,
 * "taxRule"). No tax is rounded on the way, so it does not depend on a currency.
 * @throws RangeError as `computeTotals` does.
 */
export function effectiveRate(components: readonly TaxComponent[]): Decimal {
  const taxLines = applyComponents(new Decimal(100), components, (_kind, _of, exact) => exact);
  return sum(taxLines.map((line) => line.amount)).toDecimalPlaces(6, Decimal.ROUND_HALF_UP);
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
      report('rate', 'too_precise', 'must have at most 6 digits after the point');
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

/**
 * The amounts that the database cannot hold (10¹¹ and beyond), since each factor of an invoice can be in range and
 * the result out of it. A line's error is at "items.0"; those of sums and taxes, which no line alone causes, at "items".
 */
export function validateTotals(totals: InvoiceTotals, path = 'items'): FieldError[] {
  const { discountAmount, lineTotals, subTotal, tax, taxLines, total } = totals;
  const error = (at: string, subject: string): FieldError => ({
    path: at,
    code: 'out_of_range',
    message: `${subject} must be below 100,000,000,000`,
  });
  const lineErrors = lineTotals.flatMap((amount, index) =>
    isStorableAmount(amount) ? [] : [error(`${path}.${index}`, 'quantity × price')],
  );
  if (lineErrors.length > 0) return lineErrors;
  const taxes = taxLines.flatMap((line) => [line.taxableAmount, line.amount]);
  const sums = [subTotal, discountAmount, ...taxes, tax, total];
  return sums.every(isStorableAmount) ? [] : [error(path, 'the invoice’s sums and taxes')];
}

function applyComponents(
  base: Decimal,
  components: readonly TaxComponent[],
  step: Step,
): TaxLine[] {
  const lines: TaxLine[] = [];
  for (const component of components.toSorted((a, b) => a.order - b.order)) {
    const { name, order, compound, compoundOnOrder } = component;
    const rate = new Decimal(component.rate);
    const parts = compound ? [base, ...taxesBelow(lines, compoundOnOrder)] : [base];
    const taxableAmount = step('TAXED_AMOUNT', parts, sum(parts), { component });
    const tax = percentOf(taxableAmount, rate);
    const amount = step('TAX_AMOUNT', [rate, taxableAmount], tax, { component });
    lines.push({ name, rate, order, compound, compoundOnOrder, taxableAmount, amount });
  }
  return lines;
}

/** The taxes that a compound component is applied to besides the base. */
function taxesBelow(earlier: readonly TaxLine[], compoundOnOrder: number | null): Decimal[] {
  if (compoundOnOrder === null) return earlier.map((line) => line.amount);
  const line = earlier.find((candidate) => candidate.order === compoundOnOrder);
  if (!line) throw new RangeError(`no earlier tax component has the order ${compoundOnOrder}`);
  return [line.amount];
}

function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
}

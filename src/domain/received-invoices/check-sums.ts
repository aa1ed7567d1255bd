import type { DecimalInput } from '../../platform/money/money.ts';
import {
  Decimal,
  minorUnitDigits,
  percentOf,
  roundToCurrency,
} from '../../platform/money/money.ts';
import type { OperationWarning } from '../../platform/operations/operations.ts';
import type {
  ReceivedInvoice,
  ReceivedLine,
  ReceivedTax,
  ReceivedTaxTotal,
} from './read-invoice.ts';

const zero = new Decimal(0);

/** Programs round each line or the sum, so that every line may add this difference. */
const roundingTolerance = new Decimal('0.02');

/** A document with many wrong lines gets this many warnings. */
const maxWarnings = 50;

export const sumOf = (amounts: readonly DecimalInput[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

export const taxKeyOf = ({ category, rate }: ReceivedTax): string =>
  `${category ?? ''} ${new Decimal(rate ?? 0)}`;

/** One total for each category and rate. The profile EXTENDED can have several, for different reasons of exemption. */
export function mergeTaxTotals(taxes: readonly ReceivedTaxTotal[]): ReceivedTaxTotal[] {
  const merged = new Map<string, ReceivedTaxTotal>();
  for (const each of taxes) {
    const before = merged.get(taxKeyOf(each));
    const taxable = sumOf([each.taxable, before?.taxable ?? zero]).toFixed();
    const tax = sumOf([each.tax, before?.tax ?? zero]).toFixed();
    merged.set(taxKeyOf(each), { ...each, taxable, tax });
  }
  return [...merged.values()];
}

/** Compares the amounts of the document with the sums of their parts. */
export function checkSums(invoice: ReceivedInvoice): OperationWarning[] {
  const check = new SumCheck(invoice.currency);
  for (const [index, line] of invoice.lines.entries()) checkLine(check, line, index);
  checkTotals(check, invoice);
  checkTaxes(check, invoice);
  return check.warnings;
}

class SumCheck {
  readonly warnings: OperationWarning[] = [];
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
  }

  /** Amounts that the document leaves out are not compared. */
  compare(path: string, given: DecimalInput | null, expected: Decimal, tolerance = zero): void {
    if (given === null || this.warnings.length >= maxWarnings) return;
    const difference = expected.minus(given).abs();
    if (difference.lte(tolerance)) return;
    const [is, should, by] = [new Decimal(given), expected, difference].map((amount) =>
      amount.toFixed(Math.max(minorUnitDigits(this.#currency), amount.decimalPlaces())),
    );
    const message = `is ${is}, but its parts add up to ${should}: a difference of ${by} ${this.#currency}`;
    this.warnings.push({ path, code: 'sum_differs', message });
  }

  round(amount: Decimal): Decimal {
    return roundToCurrency(amount, this.#currency);
  }
}

function checkLine(check: SumCheck, line: ReceivedLine, index: number): void {
  const { allowances, baseQuantity, net, price, quantity } = line;
  if (price === null || quantity === null) return;
  const base = new Decimal(baseQuantity ?? 1);
  if (base.isZero()) return;
  const gross = new Decimal(price).times(quantity).div(base);
  const changes = allowances.map(({ amount, isCharge }) => (isCharge ? amount : negate(amount)));
  const expected = check.round(gross.plus(sumOf(changes)));
  check.compare(`lines.${index}.net`, net, expected, roundingTolerance);
}

const negate = (amount: DecimalInput) => new Decimal(amount).negated();

function checkTotals(check: SumCheck, { allowances, lines, taxes, totals }: ReceivedInvoice): void {
  const partsOf = (isCharge: boolean) =>
    sumOf(allowances.filter((each) => each.isCharge === isCharge).map(({ amount }) => amount));
  const [reductions, charges] = [partsOf(false), partsOf(true)];
  if (lines.length > 0) {
    check.compare('totals.lines', totals.lines, sumOf(lines.map(({ net }) => net)));
    check.compare('totals.allowances', totals.allowances, reductions);
    check.compare('totals.charges', totals.charges, charges);
  }
  if (totals.lines !== null) {
    const withoutTax = new Decimal(totals.lines)
      .minus(totals.allowances ?? 0)
      .plus(totals.charges ?? 0);
    check.compare('totals.withoutTax', totals.withoutTax, withoutTax);
  }
  if (taxes.length > 0) check.compare('totals.tax', totals.tax, sumOf(taxes.map(({ tax }) => tax)));
  const base =
    totals.withoutTax ?? (taxes.length > 0 ? sumOf(taxes.map((tax) => tax.taxable)) : null);
  if (base !== null) {
    const tax = totals.tax ?? sumOf(taxes.map((each) => each.tax));
    check.compare('totals.withTax', totals.withTax, new Decimal(base).plus(tax));
  }
  // MINIMUM has no prepaid amount.
  if (totals.lines === null && lines.length === 0) return;
  const due = new Decimal(totals.withTax).minus(totals.prepaid ?? 0).plus(totals.rounding ?? 0);
  check.compare('totals.amountDue', totals.amountDue, due);
}

function checkTaxes(check: SumCheck, { allowances, lines, taxes }: ReceivedInvoice): void {
  for (const [index, group] of mergeTaxTotals(taxes).entries()) {
    const key = taxKeyOf(group);
    const ownLines = lines.filter((line) => taxKeyOf(line) === key);
    const tolerance = roundingTolerance.times(Math.max(1, ownLines.length));
    const tax = check.round(percentOf(new Decimal(group.taxable), group.rate ?? zero));
    check.compare(`taxes.${index}.tax`, group.tax, tax, tolerance);
    if (lines.length === 0) continue;
    const ownAllowances = allowances.filter((each) => taxKeyOf(each) === key);
    const parts = [
      ...ownLines.map(({ net }) => net),
      ...ownAllowances.map(({ amount, isCharge }) => (isCharge ? amount : negate(amount))),
    ];
    check.compare(`taxes.${index}.taxable`, group.taxable, sumOf(parts));
  }
}

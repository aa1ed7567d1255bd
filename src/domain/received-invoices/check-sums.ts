import type { DecimalInput } from '../../platform/money/money.ts';
import { Decimal, minorUnitDigits, roundToCurrency } from '../../platform/money/money.ts';
import type { OperationWarning } from '../../platform/operations/operations.ts';
import type { ReceivedInvoice, ReceivedLine, ReceivedTax } from './read-invoice.ts';
import type { ContradictoryTax } from './tax-totals.ts';
import {
  findContradictoryTaxes,
  roundingTolerance,
  signedAmount,
  sumOf,
  taxKeyOf,
  taxTotalsOf,
} from './tax-totals.ts';

const zero = new Decimal(0);

const maxWarnings = 50;

/** Compares the amounts of the document with the sums of their parts. */
export function checkSums(invoice: ReceivedInvoice): OperationWarning[] {
  const check = new SumCheck(invoice.currency);
  checkTotals(check, invoice);
  checkTaxes(check, invoice);
  const tolerance = roundingTolerance(invoice.currency, 2);
  for (const [index, line] of invoice.lines.entries()) checkLine(check, line, index, tolerance);
  return check.warnings;
}

class SumCheck {
  readonly warnings: OperationWarning[] = [];
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
  }

  /** Does not compare amounts that the document omits. */
  compare(path: string, given: DecimalInput | null, expected: Decimal, tolerance = zero): void {
    if (given === null || this.warnings.length >= maxWarnings) return;
    const difference = expected.minus(given).abs();
    if (difference.lte(tolerance)) return;
    const [stated, sum, gap] = [given, expected, difference].map((amount) => this.format(amount));
    const message = `is ${stated}, but its parts add up to ${sum}: a difference of ${gap} ${this.#currency}`;
    this.warnings.push({ path, code: 'sum_differs', message });
  }

  warnAboutTax(
    path: string,
    tax: string,
    basis: string,
    { expected, isDeductible }: ContradictoryTax,
  ): void {
    const [stated, computed] = [tax, expected].map((amount) => this.format(amount));
    const effect = isDeductible
      ? ''
      : '. It is not deductible until you correct the lines of the expense';
    const message = `is ${stated} ${this.#currency}, but ${basis} is ${computed}${effect}`;
    this.warnings.push({ path, code: 'tax_differs', message });
  }

  format(amount: DecimalInput): string {
    const decimal = new Decimal(amount);
    return decimal.toFixed(Math.max(minorUnitDigits(this.#currency), decimal.decimalPlaces()));
  }

  round(amount: Decimal): Decimal {
    return roundToCurrency(amount, this.#currency);
  }
}

function checkLine(check: SumCheck, line: ReceivedLine, index: number, tolerance: Decimal): void {
  const { allowances, baseQuantity, net, price, quantity } = line;
  if (price === null || quantity === null) return;
  const base = new Decimal(baseQuantity ?? 1);
  if (base.isZero()) return;
  const gross = new Decimal(price).times(quantity).div(base);
  const expected = check.round(gross.plus(sumOf(allowances.map(signedAmount))));
  check.compare(`lines.${index}.net`, net, expected, tolerance);
}

function checkTotals(check: SumCheck, { allowances, lines, taxes, totals }: ReceivedInvoice): void {
  const sumOfAllowances = (isCharge: boolean) =>
    sumOf(allowances.filter((each) => each.isCharge === isCharge).map(({ amount }) => amount));
  if (lines.length > 0) {
    check.compare('totals.lines', totals.lines, sumOf(lines.map(({ net }) => net)));
    check.compare('totals.allowances', totals.allowances, sumOfAllowances(false));
    check.compare('totals.charges', totals.charges, sumOfAllowances(true));
  }
  if (totals.lines !== null) {
    const net = new Decimal(totals.lines).minus(totals.allowances ?? 0).plus(totals.charges ?? 0);
    check.compare('totals.withoutTax', totals.withoutTax, net);
  }
  if (taxes.length > 0) check.compare('totals.tax', totals.tax, sumOf(taxes.map(({ tax }) => tax)));
  const withoutTax =
    totals.withoutTax ?? (taxes.length > 0 ? sumOf(taxes.map((tax) => tax.taxable)) : null);
  if (withoutTax !== null) {
    const tax = totals.tax ?? sumOf(taxes.map((each) => each.tax));
    check.compare('totals.withTax', totals.withTax, new Decimal(withoutTax).plus(tax));
  }
  // The profile MINIMUM has no prepaid amount.
  if (totals.lines === null && lines.length === 0) return;
  const due = new Decimal(totals.withTax).minus(totals.prepaid ?? 0).plus(totals.rounding ?? 0);
  check.compare('totals.amountDue', totals.amountDue, due);
}

function checkTaxes(check: SumCheck, invoice: ReceivedInvoice): void {
  const { allowances, lines, taxes } = invoice;
  const contradictory = findContradictoryTaxes(invoice);
  for (const [index, total] of taxTotalsOf(invoice).entries()) {
    const key = taxKeyOf(total);
    const contradiction = contradictory.get(key);
    const [path, basis] =
      taxes.length > 0
        ? [`taxes.${index}.tax`, `${total.rate ?? 0} % of ${check.format(total.taxable)}`]
        : ['totals.tax', 'the tax by the rates of the document'];
    if (contradiction) check.warnAboutTax(path, total.tax, basis, contradiction);
    if (lines.length === 0 || taxes.length === 0) continue;
    const hasKey = (part: ReceivedTax) => taxKeyOf(part) === key;
    const parts = [
      ...lines.filter(hasKey).map(({ net }) => net),
      ...allowances.filter(hasKey).map(signedAmount),
    ];
    check.compare(`taxes.${index}.taxable`, total.taxable, sumOf(parts));
  }
}

import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { truncateText } from '../../platform/errors/action-error.ts';
import type { DecimalInput } from '../../platform/money/money.ts';
import { Decimal, percentOf, roundToCurrency } from '../../platform/money/money.ts';
import type { OperationWarning } from '../../platform/operations/operations.ts';
import type {
  ReceivedAllowance,
  ReceivedInvoice,
  ReceivedLine,
  ReceivedTax,
  ReceivedTaxTotal,
} from './read-invoice.ts';
import {
  findContradictoryTaxes,
  isSelfAssessed,
  signedAmount,
  sumOf,
  taxKeyOf,
  taxTotalsOf,
} from './tax-totals.ts';

/** A line of an expense, with decimals as texts. */
export interface ReceivedExpenseLine {
  description: string | null;
  quantity: string;
  unit: string | null;
  unitPrice: string | null;
  net: string;
  taxCategory: TaxCategory;
  taxRate: string;
  tax: string;
  deductiblePercent: string;
}

type TaxFields = 'tax' | 'taxCategory' | 'taxRate' | 'deductiblePercent';

interface UntaxedLine extends Omit<ReceivedExpenseLine, 'net' | TaxFields> {
  net: Decimal;
}

const zero = new Decimal(0);
const maxLines = 1_000;
const maxFactor = new Decimal('999999999');

const differenceText = 'Difference to the total of the document';

/**
 * Builds lines whose sums by tax rate equal the tax breakdown of the document, to the cent, and whose total equals its total.
 * Allowances and charges of the document become lines.
 */
export function buildExpenseLines(invoice: ReceivedInvoice): {
  lines: ReceivedExpenseLine[];
  warnings: OperationWarning[];
} {
  const isNegative = new Decimal(invoice.totals.withTax).lt(0);
  const amounts = new SignedAmounts(invoice.currency, isNegative ? -1 : 1);
  const warnings: OperationWarning[] = [];
  const separate = toExpenseLines(invoice, amounts, untaxedLinesByTax(invoice, amounts));
  const reason = combineReason(invoice, separate.length);
  if (reason) {
    const message = `${reason}: the expense has one line for each tax rate`;
    warnings.push({ path: 'lines', code: 'lines_combined', message });
  }
  const lines = reason ? toExpenseLines(invoice, amounts, new Map()) : separate;
  if (lines.some(({ taxCategory }) => isSelfAssessed(taxCategory)))
    warnings.push(selfAssessedWarning);
  return { lines, warnings };
}

function combineReason(
  { allowances, lines, taxes }: ReceivedInvoice,
  lineCount: number,
): string | undefined {
  const keys = new Set(taxes.map(taxKeyOf));
  if (
    lines.length > 0 &&
    taxes.length > 0 &&
    [...lines, ...allowances].some((part) => !keys.has(taxKeyOf(part)))
  )
    return 'has lines with a tax rate that the tax breakdown of the document lacks';
  return lineCount > maxLines
    ? `becomes ${lineCount} lines, and an expense has at most ${maxLines}`
    : undefined;
}

/** A tax total that has no untaxed lines becomes one line. */
function toExpenseLines(
  invoice: ReceivedInvoice,
  amounts: SignedAmounts,
  untaxed: ReadonlyMap<string, readonly UntaxedLine[]>,
): ReceivedExpenseLine[] {
  const contradictory = findContradictoryTaxes(invoice);
  const lines = taxTotalsOf(invoice).flatMap((total) => {
    const key = taxKeyOf(total);
    const { isDeductible = true } = contradictory.get(key) ?? {};
    return toTaxedLines(total, untaxed.get(key) ?? [], amounts, isDeductible ? '100' : '0');
  });
  const rest = amounts
    .of(invoice.totals.withTax)
    .minus(sumOf(lines.flatMap(({ net, tax }) => [net, tax])));
  return rest.isZero() ? lines : [...lines, differenceLine(rest)];
}

const selfAssessedWarning: OperationWarning = {
  path: 'lines',
  code: 'self_assessed_tax',
  message:
    'has lines whose tax the workspace owes (REVERSE_CHARGE or INTRA_COMMUNITY), and no document names that rate: set taxRate and tax of these lines',
};

/** Rounds amounts, and makes those of a negative document positive, because its kind is CREDIT_NOTE. */
class SignedAmounts {
  readonly #currency: string;
  readonly #sign: number;

  constructor(currency: string, sign: number) {
    this.#currency = currency;
    this.#sign = sign;
  }

  of(amount: DecimalInput): Decimal {
    return this.round(new Decimal(amount).times(this.#sign));
  }

  round(amount: Decimal): Decimal {
    return roundToCurrency(amount, this.#currency);
  }

  quantity(value: DecimalInput): Decimal {
    return new Decimal(value).times(this.#sign);
  }
}

function untaxedLinesByTax(
  invoice: ReceivedInvoice,
  amounts: SignedAmounts,
): Map<string, UntaxedLine[]> {
  const { allowances, lines, taxes } = invoice;
  const totals = taxTotalsOf(invoice);
  const byTax = new Map<string, UntaxedLine[]>(totals.map((total) => [taxKeyOf(total), []]));
  if (lines.length === 0) return byTax;
  const linesOfTax = (tax: ReceivedTax) =>
    byTax.get(taxKeyOf(taxes.length > 0 ? tax : (totals[0] as ReceivedTaxTotal)));
  for (const line of lines) linesOfTax(line)?.push(toUntaxedLine(line, amounts));
  for (const allowance of allowances)
    linesOfTax(allowance)?.push(allowanceLine(allowance, amounts));
  return byTax;
}

function toUntaxedLine(line: ReceivedLine, amounts: SignedAmounts): UntaxedLine {
  const { baseQuantity, description, net, price, quantity, unit } = line;
  const base = new Decimal(baseQuantity ?? 1);
  const unitPrice = price === null || base.isZero() ? null : new Decimal(price).div(base);
  const signedQuantity = amounts.quantity(quantity ?? '1');
  const isStorable = [signedQuantity, unitPrice ?? zero].every((value) =>
    value.abs().lte(maxFactor),
  );
  const text = (value: Decimal) => value.toDecimalPlaces(12).toFixed();
  return {
    description: description && truncateText(description, 2_000),
    quantity: isStorable ? text(signedQuantity) : '1',
    // C62 is "one", for services without a unit.
    unit: unit === 'C62' ? null : unit && truncateText(unit, 100),
    unitPrice: isStorable && unitPrice ? text(unitPrice) : null,
    net: amounts.of(net),
  };
}

function allowanceLine(allowance: ReceivedAllowance, amounts: SignedAmounts): UntaxedLine {
  const { isCharge, reason } = allowance;
  const description = truncateText(reason ?? (isCharge ? 'Charge' : 'Discount'), 2_000);
  return withoutPrice(description, amounts.of(signedAmount(allowance)));
}

const withoutPrice = (description: string | null, net: Decimal): UntaxedLine => ({
  ...{ description, quantity: '1', unit: null, unitPrice: null, net },
});

function toTaxedLines(
  total: ReceivedTaxTotal,
  untaxed: readonly UntaxedLine[],
  amounts: SignedAmounts,
  deductiblePercent: string,
): ReceivedExpenseLine[] {
  const rest = amounts.of(total.taxable).minus(sumOf(untaxed.map(({ net }) => net)));
  const lines =
    rest.isZero() && untaxed.length > 0
      ? untaxed
      : [...untaxed, withoutPrice(untaxed.length > 0 ? differenceText : null, rest)];
  const rate = new Decimal(total.rate ?? 0).toDecimalPlaces(6);
  const taxCategory = categoryOf(total.category, rate);
  const taxes = isSelfAssessed(taxCategory)
    ? lines.map(() => zero)
    : distributeTax(lines, rate, amounts.of(total.tax), amounts);
  return lines.map((line, index) => ({
    ...line,
    net: line.net.toFixed(),
    taxCategory,
    taxRate: rate.toFixed(),
    tax: (taxes[index] as Decimal).toFixed(),
    deductiblePercent,
  }));
}

/** Some programs state a rate for a category that has none, or no rate for a category that has one. */
function categoryOf(category: TaxCategory | null, rate: Decimal): TaxCategory {
  if (isSelfAssessed(category)) return category as TaxCategory;
  const isTaxed = category === 'STANDARD' || category === 'REDUCED';
  if (rate.isZero()) return category === null || isTaxed ? 'ZERO' : category;
  return isTaxed ? category : 'STANDARD';
}

/** Rounds the running sum, so that no line differs by more than a cent. The largest line gets the rest. */
function distributeTax(
  lines: readonly UntaxedLine[],
  rate: Decimal,
  tax: Decimal,
  amounts: SignedAmounts,
): Decimal[] {
  let [net, before] = [zero, zero];
  const taxes = lines.map((line) => {
    net = net.plus(line.net);
    const after = amounts.round(percentOf(net, rate));
    const lineTax = after.minus(before);
    before = after;
    return lineTax;
  });
  const largest = lines.reduce(
    (found, line, index) => (line.net.abs().gt(lines[found]?.net.abs() ?? 0) ? index : found),
    0,
  );
  taxes[largest] = (taxes[largest] ?? zero).plus(tax.minus(before));
  return taxes;
}

const differenceLine = (amount: Decimal): ReceivedExpenseLine => ({
  ...withoutPrice(differenceText, amount),
  net: amount.toFixed(),
  ...{ taxCategory: 'OUTSIDE_SCOPE', taxRate: '0', tax: '0', deductiblePercent: '100' },
});

import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { truncateText } from '../../platform/errors/action-error.ts';
import { Decimal, percentOf, roundToCurrency } from '../../platform/money/money.ts';
import type { OperationWarning } from '../../platform/operations/operations.ts';
import { mergeTaxTotals, sumOf, taxKeyOf } from './check-sums.ts';
import type { ReceivedInvoice, ReceivedTax, ReceivedTaxTotal } from './read-invoice.ts';

/** A line of an expense. Decimals are texts. */
export interface ReceivedExpenseLine {
  description: string | null;
  quantity: string;
  unit: string | null;
  unitPrice: string | null;
  net: string;
  taxCategory: TaxCategory;
  taxRate: string;
  tax: string;
}

interface Part extends Omit<ReceivedExpenseLine, 'net' | 'tax' | 'taxCategory' | 'taxRate'> {
  net: Decimal;
}

const zero = new Decimal(0);
const maxLines = 1_000;
const maxFactor = new Decimal('999999999');
const selfAssessed: readonly (TaxCategory | null)[] = ['REVERSE_CHARGE', 'INTRA_COMMUNITY'];

const differenceText = 'Difference to the total of the document';

/**
 * Lines whose sums by tax rate are those of the tax breakdown, to the cent, and whose total is that of the document. Allowances and
 * charges of the document become lines.
 */
export function buildExpenseLines(invoice: ReceivedInvoice): {
  lines: ReceivedExpenseLine[];
  warnings: OperationWarning[];
} {
  const sign = new Decimal(invoice.totals.withTax).lt(0) ? -1 : 1;
  const amounts = new SignedAmounts(invoice.currency, sign);
  const groups = taxGroupsOf(invoice);
  const warnings: OperationWarning[] = [];
  const parts = partsByTax(invoice, groups, amounts, warnings);
  const lines = groups.flatMap((group) =>
    linesOfGroup(group, parts.get(taxKeyOf(group)) ?? [], amounts),
  );
  const total = amounts.of(invoice.totals.withTax);
  const rest = total.minus(
    sumOf(lines.map(({ net, tax, taxCategory }) => chargedAmount(net, tax, taxCategory))),
  );
  if (!rest.isZero()) lines.push(differenceLine(rest));
  if (lines.some(({ taxCategory }) => selfAssessed.includes(taxCategory)))
    warnings.push(selfAssessedWarning);
  return { lines, warnings };
}

const chargedAmount = (net: string, tax: string, category: TaxCategory): Decimal =>
  new Decimal(net).plus(selfAssessed.includes(category) ? 0 : tax);

const selfAssessedWarning: OperationWarning = {
  path: 'lines',
  code: 'self_assessed_tax',
  message:
    'has lines whose tax the workspace owes (REVERSE_CHARGE or INTRA_COMMUNITY), and no document names that rate: set taxRate and tax of these lines',
};

/** Rounds, and gives a negative document positive amounts: its kind is CREDIT_NOTE. */
class SignedAmounts {
  readonly #currency: string;
  readonly #sign: number;

  constructor(currency: string, sign: number) {
    this.#currency = currency;
    this.#sign = sign;
  }

  of(amount: string | null): Decimal {
    return this.round(new Decimal(amount ?? 0).times(this.#sign));
  }

  round(amount: Decimal): Decimal {
    return roundToCurrency(amount, this.#currency);
  }

  /** A quantity of a negative document. */
  factor(value: Decimal): Decimal {
    return value.times(this.#sign);
  }
}

/** MINIMUM has totals alone, so its rate follows from the tax. */
function taxGroupsOf({ taxes, totals }: ReceivedInvoice): ReceivedTaxTotal[] {
  if (taxes.length > 0) return mergeTaxTotals(taxes);
  const tax = totals.tax ?? '0';
  const taxable = totals.withoutTax ?? new Decimal(totals.withTax).minus(tax).toFixed();
  const isTaxed = !new Decimal(taxable).isZero() && !new Decimal(tax).isZero();
  const rate = isTaxed
    ? new Decimal(tax).div(taxable).times(100).toDecimalPlaces(2).toFixed()
    : '0';
  return [{ category: null, rate, taxable, tax }];
}

function partsByTax(
  { allowances, lines, taxes }: ReceivedInvoice,
  groups: readonly ReceivedTaxTotal[],
  amounts: SignedAmounts,
  warnings: OperationWarning[],
): Map<string, Part[]> {
  const parts = new Map<string, Part[]>(groups.map((group) => [taxKeyOf(group), []]));
  if (lines.length === 0) return parts;
  const count = lines.length + allowances.length;
  const isUnknown = (part: ReceivedTax) => taxes.length > 0 && !parts.has(taxKeyOf(part));
  const reason =
    count > maxLines
      ? `has ${count} lines, and an expense at most ${maxLines}`
      : [...lines, ...allowances].some(isUnknown) &&
        'has lines with a tax rate that the tax breakdown of the document lacks';
  if (reason) {
    const message = `${reason}: the expense has one line for each tax rate`;
    warnings.push({ path: 'lines', code: 'lines_combined', message });
    return parts;
  }
  const ofTax = (tax: ReceivedTax) =>
    parts.get(taxes.length > 0 ? taxKeyOf(tax) : taxKeyOf(groups[0] as ReceivedTax));
  for (const line of lines) ofTax(line)?.push(partOfLine(line, amounts));
  for (const allowance of allowances) ofTax(allowance)?.push(partOfAllowance(allowance, amounts));
  return parts;
}

function partOfLine(line: ReceivedInvoice['lines'][number], amounts: SignedAmounts): Part {
  const { baseQuantity, description, net, price, quantity, unit } = line;
  const base = new Decimal(baseQuantity ?? 1);
  const unitPrice = price === null || base.isZero() ? null : new Decimal(price).div(base);
  const count = amounts.factor(new Decimal(quantity ?? 1));
  const isStorable = [count, unitPrice ?? zero].every((value) => value.abs().lte(maxFactor));
  const text = (value: Decimal) => value.toDecimalPlaces(12).toFixed();
  return {
    description: description && truncateText(description, 2_000),
    quantity: isStorable ? text(count) : '1',
    // C62 is "one", for services without a unit.
    unit: unit === 'C62' ? null : unit && truncateText(unit, 100),
    unitPrice: isStorable && unitPrice ? text(unitPrice) : null,
    net: amounts.of(net),
  };
}

function partOfAllowance(
  { amount, isCharge, reason }: ReceivedInvoice['allowances'][number],
  amounts: SignedAmounts,
): Part {
  const net = amounts.of(amount);
  const description = truncateText(reason ?? (isCharge ? 'Charge' : 'Discount'), 2_000);
  return withoutPrice(description, isCharge ? net : net.negated());
}

const withoutPrice = (description: string | null, net: Decimal): Part => ({
  ...{ description, quantity: '1', unit: null, unitPrice: null, net },
});

function linesOfGroup(
  group: ReceivedTaxTotal,
  parts: readonly Part[],
  amounts: SignedAmounts,
): ReceivedExpenseLine[] {
  const rest = amounts.of(group.taxable).minus(sumOf(parts.map(({ net }) => net)));
  const all =
    rest.isZero() && parts.length > 0
      ? parts
      : [...parts, withoutPrice(parts.length > 0 ? differenceText : null, rest)];
  const rate = new Decimal(group.rate ?? 0).toDecimalPlaces(6);
  const taxCategory = categoryOf(group.category, rate);
  const taxes = selfAssessed.includes(taxCategory)
    ? all.map(() => zero)
    : distributeTax(all, rate, amounts.of(group.tax), amounts);
  return all.map((part, index) => ({
    ...part,
    net: part.net.toFixed(),
    taxCategory,
    taxRate: rate.toFixed(),
    tax: (taxes[index] as Decimal).toFixed(),
  }));
}

/** Some programs name a rate in categories without one, or none in those with one. */
function categoryOf(category: TaxCategory | null, rate: Decimal): TaxCategory {
  if (selfAssessed.includes(category)) return category as TaxCategory;
  const isTaxed = category === 'STANDARD' || category === 'REDUCED';
  if (rate.isZero()) return category === null || isTaxed ? 'ZERO' : category;
  return isTaxed ? category : 'STANDARD';
}

/** Rounds the sum after each line, so that no line differs by more than a cent. The largest line takes what the document rounded. */
function distributeTax(
  parts: readonly Part[],
  rate: Decimal,
  tax: Decimal,
  amounts: SignedAmounts,
): Decimal[] {
  let [net, before] = [zero, zero];
  const taxes = parts.map((part) => {
    net = net.plus(part.net);
    const after = amounts.round(percentOf(net, rate));
    const own = after.minus(before);
    before = after;
    return own;
  });
  const largest = parts.reduce(
    (found, part, index) => (part.net.abs().gt(parts[found]?.net.abs() ?? 0) ? index : found),
    0,
  );
  taxes[largest] = (taxes[largest] ?? zero).plus(tax.minus(before));
  return taxes;
}

const differenceLine = (amount: Decimal): ReceivedExpenseLine => ({
  ...withoutPrice(differenceText, amount),
  net: amount.toFixed(),
  ...{ taxCategory: 'OUTSIDE_SCOPE', taxRate: '0', tax: '0' },
});

import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { InvoiceRecord } from '../invoices/invoice-record.ts';
import { computeUnitPrice } from '../invoices/totals-lines.ts';
import type { EarlierCredit } from './earlier-credit.ts';
import { sumEarlierCreditNotes } from './earlier-credit.ts';
import type { CreditNoteFields } from './fields.ts';
import type { RemainingInvoice } from './remaining-invoice.ts';
import { computeRemainingInvoice, emptyRemainingInvoice } from './remaining-invoice.ts';
import type { Credits, CreditsByLine, LineCredit } from './remaining-items.ts';
import { sumCredits } from './remaining-items.ts';
import { findRemainingItems, requestedCreditsOf } from './requested-credits.ts';

/**
 * A credit note is the invoiced amount that is not credited yet, minus the rest of the invoice, computed as a separate
 * invoice.
 * So the credit notes of a whole invoice add up to it exactly, regardless of rounding.
 */

type Line = InvoiceRecord['lineItems'][number];

interface CreditedTax {
  order: number;
  taxableAmount: Decimal;
  amount: Decimal;
}

interface CreditedLine {
  line: Line;
  quantity: Decimal;
  unitPrice: Decimal;
  lineTotal: Decimal;
  /** As entered. Null if a quantity is credited. */
  amount: Decimal | null;
}

export interface CreditNoteAmounts {
  lines: CreditedLine[];
  taxes: CreditedTax[];
  subTotal: Decimal;
  discountAmount: Decimal;
  tax: Decimal;
  total: Decimal;
  /** The lines that are now credited completely. */
  wholeLineIds: string[];
}

const zero = new Decimal(0);
const one = new Decimal(1);

/**
 * The invoice is locked.
 * @throws ActionError record_not_found, invalid_input; conflicting_state if the rest would be negative
 */
export async function computeCreditNoteAmounts(
  context: Context,
  invoice: InvoiceRecord,
  { includeDocumentAdjustments, lines: requestedLines }: CreditNoteFields,
): Promise<CreditNoteAmounts> {
  const earlierCredit = await sumEarlierCreditNotes(context, invoice.id);
  const remainingItems = findRemainingItems(invoice, earlierCredit.credits.all);
  const requested = requestedCreditsOf(context, invoice, remainingItems, requestedLines);
  const credits = addCredits(earlierCredit.credits, requested, includeDocumentAdjustments);
  const isAll =
    (!requestedLines && includeDocumentAdjustments) ||
    findRemainingItems(invoice, credits.withAdjustments).size === 0;
  const rest = isAll ? emptyRemainingInvoice : computeRemainingInvoice(invoice, credits);
  const itemOf = itemIdsOf(invoice.lineItems);
  const lines = invoice.lineItems.flatMap((line): CreditedLine[] => {
    const remaining = line.lineTotal.minus(earlierCredit.lineTotals.get(line.id) ?? zero);
    const lineTotal = remaining.minus(rest.lineTotals.get(line.id) ?? zero);
    const itemId = itemOf.get(line.id);
    if (itemId !== undefined && !remainingItems.has(itemId)) return [];
    if (line.role !== 'ITEM') return creditAdjustment(line, lineTotal);
    const credit = requested.get(line.id);
    const earlierAmount = earlierCredit.credits.all.get(line.id)?.amount ?? zero;
    const { currency } = invoice;
    return credit ? [creditItem({ line, lineTotal, earlierAmount, currency }, credit)] : [];
  });
  const sumOf = (key: 'discountAmount' | 'subTotal' | 'tax') =>
    invoice[key].minus(earlierCredit[key]).minus(rest[key]);
  const [subTotal, discountAmount, tax] = [
    sumOf('subTotal'),
    sumOf('discountAmount'),
    sumOf('tax'),
  ];
  const total = subTotal.minus(discountAmount).plus(tax);
  const path = requestedLines ? 'lines' : 'invoiceId';
  requirePositive(total, rest.total, path);
  const taxes = creditedTaxes(invoice, earlierCredit, rest);
  if (!includeDocumentAdjustments) requireTaxableRest(invoice, earlierCredit, taxes, path);
  const restItems = findRemainingItems(invoice, credits.all);
  return {
    lines: addRoundingDifference(lines, subTotal),
    ...{ taxes, subTotal, discountAmount, tax, total },
    wholeLineIds: [...requested.keys()].filter((id) => !restItems.has(id)),
  };
}

function addCredits(
  { all, withAdjustments }: Credits,
  requested: CreditsByLine,
  includeDocumentAdjustments: boolean,
): Credits {
  const add = (credits: CreditsByLine) => sumCredits([...credits, ...requested]);
  return {
    all: add(all),
    withAdjustments: includeDocumentAdjustments ? add(withAdjustments) : withAdjustments,
  };
}

/** By the id of the line: its item, or the item that it adjusts. */
function itemIdsOf(lines: readonly Line[]): Map<string, string> {
  let item = '';
  return new Map(
    lines.flatMap(({ id, role }): [string, string][] => {
      if (role === 'ITEM') item = id;
      return role === 'ITEM' || role === 'ITEM_ALLOWANCE' || role === 'ITEM_CHARGE'
        ? [[id, item]]
        : [];
    }),
  );
}

interface ItemToCredit {
  line: Line;
  lineTotal: Decimal;
  earlierAmount: Decimal;
  currency: string;
}

/** An earlier amount lowers the price of the rest. */
function creditItem(
  { currency, earlierAmount, line, lineTotal }: ItemToCredit,
  { amount, quantity }: LineCredit,
): CreditedLine {
  if (quantity.isZero()) return { line, quantity: one, unitPrice: lineTotal, lineTotal, amount };
  const unitPrice = earlierAmount.isZero()
    ? line.unitPrice
    : computeUnitPrice(lineTotal.dividedBy(quantity), quantity, lineTotal, currency);
  return { line, quantity, unitPrice, lineTotal, amount: null };
}

function creditedTaxes(
  { taxBreakdown }: InvoiceRecord,
  earlierCredit: EarlierCredit,
  rest: RemainingInvoice,
): CreditedTax[] {
  const restKeyOf = taxKeys(rest.taxLines);
  const keyOf = taxKeys(taxBreakdown);
  return taxBreakdown.map((tax) => {
    const { category, order } = tax;
    // `order` differs in the rest, which omits the taxes of credited lines.
    const restTax = rest.taxLines.find(
      (taxLine) =>
        restKeyOf(taxLine) === keyOf(tax) && (category === null || taxLine.category === category),
    );
    const amountOf = (key: 'amount' | 'taxableAmount') =>
      tax[key].minus(earlierCredit.taxes[key].get(order) ?? zero).minus(restTax?.[key] ?? zero);
    return { order, taxableAmount: amountOf('taxableAmount'), amount: amountOf('amount') };
  });
}

interface GroupedTax {
  name: string;
  rate: Decimal;
  compound: boolean;
  taxGroup: number;
}

/** Several tax groups may contain the same tax, so its key contains all taxes of its group. */
function taxKeys(taxes: readonly GroupedTax[]): (tax: GroupedTax) => string {
  const textOf = ({ compound, name, rate }: GroupedTax) => `${name} ${rate.toFixed()} ${compound}`;
  return (tax) => {
    const group = taxes.filter(({ taxGroup }) => taxGroup === tax.taxGroup);
    return JSON.stringify([tax, ...group].map(textOf));
  };
}

/**
 * Makes the lines add up to the subtotal. With included tax, one line carries the rounding difference, and it may be
 * another line in the rest.
 */
function addRoundingDifference(lines: readonly CreditedLine[], subTotal: Decimal): CreditedLine[] {
  const difference = lines.reduce((rest, { lineTotal }) => rest.minus(lineTotal), subTotal);
  const lastItem = lines.findLast(({ line }) => line.role === 'ITEM');
  if (difference.isZero() || !lastItem) return [...lines];
  return lines.map((line) => {
    if (line !== lastItem) return line;
    const lineTotal = line.lineTotal.plus(difference);
    return { ...line, lineTotal, ...(line.amount !== null && { unitPrice: lineTotal }) };
  });
}

/** For example a discount. A part of it is credited as an amount. */
function creditAdjustment(line: Line, lineTotal: Decimal): CreditedLine[] {
  if (lineTotal.isZero()) return [];
  const { quantity, unitPrice } = line;
  const isWhole = lineTotal.equals(line.lineTotal);
  const asAmount = { quantity: new Decimal(1), unitPrice: lineTotal };
  return [{ line, ...(isWhole ? { quantity, unitPrice } : asAmount), lineTotal, amount: null }];
}

function requirePositive(total: Decimal, rest: Decimal, path: 'invoiceId' | 'lines'): void {
  if (total.gt(0) && !rest.isNegative()) return;
  const message = total.gt(0)
    ? 'The rest of the invoice would be negative. Credit its negative lines as well.'
    : 'Nothing would be credited by this.';
  throw conflict(message, path, total.gt(0) ? 'leaves less than nothing' : 'credits nothing');
}

/** Without the discounts of the document, more than what remains could be credited of a tax. */
function requireTaxableRest(
  { taxBreakdown }: InvoiceRecord,
  earlierCredit: EarlierCredit,
  taxes: readonly CreditedTax[],
  path: 'invoiceId' | 'lines',
): void {
  for (const { name, order, rate, taxableAmount } of taxBreakdown) {
    const earlier = earlierCredit.taxes.taxableAmount.get(order) ?? zero;
    const remaining = taxableAmount.minus(earlier);
    const credited = taxes.find((tax) => tax.order === order)?.taxableAmount ?? zero;
    const rest = remaining.minus(credited);
    if (rest.isZero() || rest.isNegative() === remaining.isNegative()) continue;
    const message = `The rest of the invoice would be negative for ${name} (${rate.toFixed()} %). Credit less, or include the discounts of the document (includeDocumentAdjustments).`;
    throw conflict(message, path, 'leaves less than nothing');
  }
}

const conflict = (message: string, path: string, detail: string) =>
  new ActionError('conflicting_state', message, {
    errors: [{ path, code: 'conflicting_state', message: detail }],
  });

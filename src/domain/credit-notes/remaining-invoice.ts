import { Decimal, sumByKey } from '../../platform/money/money.ts';
import type { InvoiceRecord } from '../invoices/invoice-record.ts';
import { computeTotals } from '../invoices/invoice-totals.ts';
import { isItemOrItemAdjustment, totalsLinesOf } from '../invoices/line-rows.ts';
import { invoiceTaxOf } from '../invoices/stored-tax.ts';
import type { Credits, RemainingLine } from './remaining-items.ts';
import {
  contentsOf,
  deductionOf,
  quotedAmountsOf,
  remainingItems,
  scalePrice,
  sumQuotedAmounts,
} from './remaining-items.ts';

/**
 * Computes an invoice with a part of its items:
 * - Percentages apply to the remaining items.
 * - An amount on an item shrinks with its quantity, an amount on the invoice with the sum of the items.
 * - Deposits stay, since they were paid. Earlier payments stay up to the remaining amount.
 */

export interface RemainingInvoice
  extends Pick<
    ReturnType<typeof computeTotals>,
    'discountAmount' | 'subTotal' | 'tax' | 'taxLines' | 'total'
  > {
  /** The rest of each line, by its id. Lines without a rest are absent. */
  lineTotals: ReadonlyMap<string, Decimal>;
}

const zero = new Decimal(0);
const one = new Decimal(1);

export const emptyRemainingInvoice: RemainingInvoice = {
  ...{ lineTotals: new Map(), taxLines: [] },
  ...{ subTotal: zero, discountAmount: zero, tax: zero, total: zero },
};

export function computeRemainingInvoice(record: InvoiceRecord, credits: Credits): RemainingInvoice {
  // The rest needs no rounding if the invoice has no line for it.
  const isRounded = record.lineItems.some(({ role }) => role === 'ROUNDING');
  const invoice = { ...record, roundTo: isRounded ? record.roundTo : null };
  const items = remainingItems(invoice, credits.withAdjustments);
  if (items.length === 0) return emptyRemainingInvoice;
  const deductions = deductionsOf(invoice, items, remainingItems(invoice, credits.all));
  const share = shareOf(invoice, items);
  const lines = [...items, ...deductions, ...adjustmentsOf(invoice, share)];
  const rest = computeTotalsOf(invoice, lines);
  const isPrepaid = ({ content }: RemainingLine) => content.role === 'PREPAID';
  if (!rest.total.isNegative() || !lines.some(isPrepaid)) return rest;
  const isComputedRounding = ({ content }: RemainingLine) =>
    content.role === 'ROUNDING' && invoice.roundTo !== null;
  const linesWithoutPrepayment = lines.filter(
    (line) => !isPrepaid(line) && !isComputedRounding(line),
  );
  const payable = Decimal.max(computeTotalsOf(invoice, linesWithoutPrepayment).total, zero);
  return computeTotalsOf(
    invoice,
    lines.map((line) =>
      isPrepaid(line) ? { ...line, content: { ...line.content, price: payable.negated() } } : line,
    ),
  );
}

/**
 * The parts of items that were credited without the discounts and charges of the document. As discounts of the document
 * they change neither its discounts nor its charges.
 */
function deductionsOf(
  invoice: InvoiceRecord,
  items: readonly RemainingLine[],
  rest: readonly RemainingLine[],
): RemainingLine[] {
  const [amounts, restAmounts] = [items, rest].map((lines) => sumById(invoice, lines));
  const contents = new Map(items.toReversed().map(({ content, id }) => [id, content]));
  return [...contents].reverse().flatMap(([id, content]) => {
    const price = (restAmounts?.get(id) ?? zero).minus(amounts?.get(id) ?? zero);
    return price.isZero() ? [] : [{ id, content: deductionOf(content, price) }];
  });
}

function sumById(invoice: InvoiceRecord, lines: readonly RemainingLine[]): Map<string, Decimal> {
  const amounts = quotedAmountsOf(invoice, lines);
  return sumByKey(lines.map(({ id }, index) => [id, amounts[index] ?? zero]));
}

/** From 0 to 1. */
function shareOf(invoice: InvoiceRecord, items: readonly RemainingLine[]): Decimal {
  const wholeItems = contentsOf(invoice).filter(({ content }) => isItemOrItemAdjustment(content));
  const whole = sumQuotedAmounts(invoice, wholeItems);
  if (whole.isZero()) return one;
  return Decimal.min(Decimal.max(sumQuotedAmounts(invoice, items).dividedBy(whole), zero), one);
}

const adjustmentsOf = (invoice: InvoiceRecord, share: Decimal): RemainingLine[] =>
  contentsOf(invoice).flatMap(({ content, id }) => {
    if (isItemOrItemAdjustment(content)) return [];
    const wasPaid = content.role === 'PREPAID' || content.depositInvoiceId !== null;
    return [{ id, content: wasPaid ? content : scalePrice(content, share) }];
  });

function computeTotalsOf(
  invoice: InvoiceRecord,
  lines: readonly RemainingLine[],
): RemainingInvoice {
  const { currency, discountPercent, roundTo, taxInclusive } = invoice;
  const { category, components, reason, reasonCode } = invoiceTaxOf(invoice);
  const { lines: computedLines, ...sums } = computeTotals({
    ...{ currency, discountPercent, roundTo, components, category, reason, reasonCode },
    taxIncluded: taxInclusive,
    lines: totalsLinesOf(lines.map(({ content }) => content)),
  });
  const lineTotals = lines.map(
    ({ id }, index) => [id, computedLines[index]?.lineTotal ?? zero] as const,
  );
  return { ...sums, lineTotals: sumByKey(lineTotals) };
}

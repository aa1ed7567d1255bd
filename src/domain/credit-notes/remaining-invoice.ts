import { Decimal } from '../../platform/money/money.ts';
import type { InvoiceRecord } from '../invoices/invoice-record.ts';
import { computeTotals } from '../invoices/invoice-totals.ts';
import type { LineContent } from '../invoices/line-rows.ts';
import {
  isItemOrItemAdjustment,
  lineContentsOfRows,
  totalsLinesOf,
} from '../invoices/line-rows.ts';
import { invoiceTaxOf } from '../invoices/stored-tax.ts';
import { computeQuotedAmounts } from '../invoices/totals-lines.ts';
import { createRoundStep } from '../invoices/totals-steps.ts';

/**
 * Computes an invoice with a part of its items:
 * - Percentages apply to the remaining items.
 * - An amount on an item shrinks with its quantity, an amount on the invoice with the sum of the items.
 * - Deposits stay, since they were paid. Earlier payments stay up to the remaining amount.
 */

type Line = InvoiceRecord['lineItems'][number];

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

interface RemainingLine {
  id: string;
  content: LineContent;
}

export function computeRemainingInvoice(
  record: InvoiceRecord,
  quantities: ReadonlyMap<string, Decimal>,
): RemainingInvoice {
  // The rest needs no rounding if the invoice has no line for it.
  const isRounded = record.lineItems.some(({ role }) => role === 'ROUNDING');
  const invoice = { ...record, roundTo: isRounded ? record.roundTo : null };
  const remainingItemLines = remainingItems(invoice, quantities);
  if (remainingItemLines.length === 0) return emptyRemainingInvoice;
  const share = shareOf(invoice, remainingItemLines);
  const lines = [...remainingItemLines, ...adjustmentsOf(invoice, share)];
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

/** A computed rounding is the last line. */
function contentsOf({ lineItems, roundTo }: InvoiceRecord): RemainingLine[] {
  const isComputedRounding = ({ role }: Line) => role === 'ROUNDING' && roundTo !== null;
  const lines = [
    ...lineItems.filter((line) => !isComputedRounding(line)),
    ...lineItems.filter(isComputedRounding),
  ];
  return lineContentsOfRows(lineItems, { roundTo }).map((content, index) => ({
    ...{ id: lines[index]?.id ?? '', content },
  }));
}

function remainingItems(
  invoice: InvoiceRecord,
  quantities: ReadonlyMap<string, Decimal>,
): RemainingLine[] {
  let remainingShare = zero;
  return contentsOf(invoice).flatMap(({ content, id }) => {
    if (!isItemOrItemAdjustment(content)) return [];
    if (content.role === 'ITEM') {
      const quantity = quantities.get(id) ?? zero;
      remainingShare = quantity.isZero() ? zero : quantity.dividedBy(content.quantity);
      return remainingShare.isZero() ? [] : [{ id, content: { ...content, quantity } }];
    }
    return remainingShare.isZero() ? [] : [{ id, content: scalePrice(content, remainingShare) }];
  });
}

/** From 0 to 1. */
function shareOf(invoice: InvoiceRecord, lines: readonly RemainingLine[]): Decimal {
  const step = createRoundStep(invoice.currency, undefined);
  const sumOf = (lines: readonly RemainingLine[]) =>
    computeQuotedAmounts(totalsLinesOf(lines.map(({ content }) => content)), step).reduce(
      (sum, amount) => sum.plus(amount),
      zero,
    );
  const itemsTotal = sumOf(
    contentsOf(invoice).filter(({ content }) => isItemOrItemAdjustment(content)),
  );
  if (itemsTotal.isZero()) return one;
  return Decimal.min(Decimal.max(sumOf(lines).dividedBy(itemsTotal), zero), one);
}

const adjustmentsOf = (invoice: InvoiceRecord, share: Decimal): RemainingLine[] =>
  contentsOf(invoice).flatMap(({ content, id }) => {
    if (isItemOrItemAdjustment(content)) return [];
    const wasPaid = content.role === 'PREPAID' || content.depositInvoiceId !== null;
    return [{ id, content: wasPaid ? content : scalePrice(content, share) }];
  });

const scalePrice = (content: LineContent, share: Decimal): LineContent => ({
  ...content,
  price: content.price.times(share),
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
  const lineTotals = new Map(
    lines.map(({ id }, index) => [id, computedLines[index]?.lineTotal ?? zero]),
  );
  return { ...sums, lineTotals };
}

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

interface Kept {
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
  const ofItems = keptOfItems(invoice, quantities);
  if (ofItems.length === 0) return emptyRemainingInvoice;
  const share = shareOf(invoice, ofItems);
  const kept = [...ofItems, ...adjustmentsOf(invoice, share)];
  const rest = computed(invoice, kept);
  const isPrepaid = ({ content }: Kept) => content.role === 'PREPAID';
  if (!rest.total.isNegative() || !kept.some(isPrepaid)) return rest;
  const isMade = ({ content }: Kept) => content.role === 'ROUNDING' && invoice.roundTo !== null;
  const unpaid = kept.filter((line) => !isPrepaid(line) && !isMade(line));
  const payable = Decimal.max(computed(invoice, unpaid).total, zero);
  return computed(
    invoice,
    kept.map((line) =>
      isPrepaid(line) ? { ...line, content: { ...line.content, price: payable.negated() } } : line,
    ),
  );
}

/** A computed rounding is the last line. */
function contentsOf({ lineItems, roundTo }: InvoiceRecord): Kept[] {
  const isMade = ({ role }: Line) => role === 'ROUNDING' && roundTo !== null;
  const lines = [...lineItems.filter((line) => !isMade(line)), ...lineItems.filter(isMade)];
  return lineContentsOfRows(lineItems, { roundTo }).map((content, index) => ({
    ...{ id: lines[index]?.id ?? '', content },
  }));
}

function keptOfItems(invoice: InvoiceRecord, quantities: ReadonlyMap<string, Decimal>): Kept[] {
  let left = zero;
  return contentsOf(invoice).flatMap(({ content, id }) => {
    if (!isItemOrItemAdjustment(content)) return [];
    if (content.role === 'ITEM') {
      const quantity = quantities.get(id) ?? zero;
      left = quantity.isZero() ? zero : quantity.dividedBy(content.quantity);
      return left.isZero() ? [] : [{ id, content: { ...content, quantity } }];
    }
    return left.isZero() ? [] : [{ id, content: scaled(content, left) }];
  });
}

/** From 0 to 1. */
function shareOf(invoice: InvoiceRecord, kept: readonly Kept[]): Decimal {
  const step = createRoundStep(invoice.currency, undefined);
  const sumOf = (lines: readonly Kept[]) =>
    computeQuotedAmounts(totalsLinesOf(lines.map(({ content }) => content)), step).reduce(
      (sum, amount) => sum.plus(amount),
      zero,
    );
  const all = sumOf(contentsOf(invoice).filter(({ content }) => isItemOrItemAdjustment(content)));
  if (all.isZero()) return one;
  return Decimal.min(Decimal.max(sumOf(kept).dividedBy(all), zero), one);
}

const adjustmentsOf = (invoice: InvoiceRecord, share: Decimal): Kept[] =>
  contentsOf(invoice).flatMap(({ content, id }) => {
    if (isItemOrItemAdjustment(content)) return [];
    const wasPaid = content.role === 'PREPAID' || content.depositInvoiceId !== null;
    return [{ id, content: wasPaid ? content : scaled(content, share) }];
  });

const scaled = (content: LineContent, share: Decimal): LineContent => ({
  ...content,
  price: content.price.times(share),
});

function computed(invoice: InvoiceRecord, kept: readonly Kept[]): RemainingInvoice {
  const { currency, discountPercent, roundTo, taxInclusive } = invoice;
  const { category, components, reason } = invoiceTaxOf(invoice);
  const { lines, ...sums } = computeTotals({
    ...{ currency, discountPercent, roundTo, components, category, reason },
    taxIncluded: taxInclusive,
    lines: totalsLinesOf(kept.map(({ content }) => content)),
  });
  const lineTotals = new Map(kept.map(({ id }, index) => [id, lines[index]?.lineTotal ?? zero]));
  return { ...sums, lineTotals };
}

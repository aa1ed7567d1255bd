import { Decimal, sumByKey } from '../../platform/money/money.ts';
import type { InvoiceRecord } from '../invoices/invoice-record.ts';
import type { LineContent } from '../invoices/line-rows.ts';
import {
  adjustmentLine,
  isItemOrItemAdjustment,
  lineContentsOfRows,
  totalsLinesOf,
} from '../invoices/line-rows.ts';
import { sumAmounts } from '../invoices/tax-components.ts';
import { computeQuotedAmounts } from '../invoices/totals-lines.ts';
import { createRoundStep } from '../invoices/totals-steps.ts';

type Line = InvoiceRecord['lineItems'][number];

export interface LineCredit {
  quantity: Decimal;
  /** As entered: including tax if the invoice's prices do. */
  amount: Decimal;
}

export type CreditsByLine = ReadonlyMap<string, LineCredit>;

export interface Credits {
  all: CreditsByLine;
  /** Of the credit notes that include the discounts and charges of the document. */
  withAdjustments: CreditsByLine;
}

export interface RemainingLine {
  id: string;
  content: LineContent;
}

const zero = new Decimal(0);

/** An amount instead of a quantity, unless it is null. */
export const creditOf = (quantity: Decimal, amount: Decimal | null): LineCredit =>
  amount === null ? { quantity, amount: zero } : { quantity: zero, amount };

export function sumCredits(credits: readonly (readonly [string, LineCredit])[]): CreditsByLine {
  const quantities = sumByKey(credits.map(([id, { quantity }]) => [id, quantity]));
  const amounts = sumByKey(credits.map(([id, { amount }]) => [id, amount]));
  return new Map(
    [...quantities].map(([id, quantity]) => [id, { quantity, amount: amounts.get(id) ?? zero }]),
  );
}

/** A computed rounding is the last line. */
export function contentsOf({
  lineItems,
  roundTo,
}: Pick<InvoiceRecord, 'lineItems' | 'roundTo'>): RemainingLine[] {
  const isComputedRounding = ({ role }: Line) => role === 'ROUNDING' && roundTo !== null;
  const lines = [
    ...lineItems.filter((line) => !isComputedRounding(line)),
    ...lineItems.filter(isComputedRounding),
  ];
  return lineContentsOfRows(lineItems, { roundTo }).map((content, index) => ({
    ...{ id: lines[index]?.id ?? '', content },
  }));
}

function itemGroupsOf(invoice: InvoiceRecord): [RemainingLine, ...RemainingLine[]][] {
  const groups: [RemainingLine, ...RemainingLine[]][] = [];
  for (const line of contentsOf(invoice)) {
    if (line.content.role === 'ITEM') groups.push([line]);
    else if (isItemOrItemAdjustment(line.content)) groups.at(-1)?.push(line);
  }
  return groups;
}

/** As entered, rounded. */
export const quotedAmountsOf = (
  { currency }: Pick<InvoiceRecord, 'currency'>,
  lines: readonly RemainingLine[],
): Decimal[] =>
  computeQuotedAmounts(
    totalsLinesOf(lines.map(({ content }) => content)),
    createRoundStep(currency),
  );

export const sumQuotedAmounts = (
  invoice: Pick<InvoiceRecord, 'currency'>,
  lines: readonly RemainingLine[],
): Decimal => sumAmounts(quotedAmountsOf(invoice, lines));

export const scalePrice = (content: LineContent, share: Decimal): LineContent => ({
  ...content,
  price: content.price.times(share),
});

/** The nearer to zero. */
const smaller = (one: Decimal, other: Decimal) => (one.abs().lte(other.abs()) ? one : other);

/**
 * The items without what was credited. A credited amount is a discount on its item, which never exceeds the rest of the
 * item.
 */
export function remainingItems(invoice: InvoiceRecord, credits: CreditsByLine): RemainingLine[] {
  return itemGroupsOf(invoice).flatMap(([item, ...adjustments]) => {
    const { amount = zero, quantity = zero } = credits.get(item.id) ?? {};
    const remaining = item.content.quantity.minus(quantity);
    if (remaining.isZero()) return [];
    const share = remaining.dividedBy(item.content.quantity);
    const lines = [
      { ...item, content: { ...item.content, quantity: remaining } },
      ...adjustments.map(({ content, id }) => ({ id, content: scalePrice(content, share) })),
    ];
    if (amount.isZero()) return lines;
    const price = smaller(amount, sumQuotedAmounts(invoice, lines)).negated();
    const content = { ...deductionOf(item.content, price), role: 'ITEM_ALLOWANCE' as const };
    return [...lines, { id: item.id, content }];
  });
}

export const deductionOf = (content: LineContent, price: Decimal): LineContent => ({
  ...adjustmentLine('ALLOWANCE', { amount: null, percent: null, reason: null }),
  ...{ price, taxable: content.taxable, ownTax: content.ownTax },
});

/** What remains of each item with its discounts and charges, by the id of the item. */
export function remainingAmountsOf(
  invoice: InvoiceRecord,
  credits: CreditsByLine,
): Map<string, Decimal> {
  const lines = remainingItems(invoice, credits);
  const amounts = quotedAmountsOf(invoice, lines);
  let item = '';
  return sumByKey(
    lines.map(({ content, id }, index) => {
      if (content.role === 'ITEM') item = id;
      return [item, amounts[index] ?? zero];
    }),
  );
}

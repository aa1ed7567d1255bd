import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import { lineContentsOfRows, totalsLinesOf } from '../domain/invoices/line-rows.ts';
import { computeQuotedAmounts, isSettlement } from '../domain/invoices/totals-lines.ts';
import { createRoundStep } from '../domain/invoices/totals-steps.ts';
import { Decimal } from '../platform/money/money.ts';
import { moneyText, numberText } from './text-formatting.ts';

type Line = InvoiceRecord['lineItems'][number];

interface PrintedAmount {
  unitPrice: string;
  total: Decimal;
}

/**
 * Without tax, or as quoted if prices include tax. Then their sum less the discount is exactly the
 * total.
 */
export function displayLineAmounts(
  invoice: InvoiceRecord,
  language: string,
): Map<Line, PrintedAmount> {
  const { currency, discountPercent, lineItems, roundTo, taxInclusive } = invoice;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  if (!taxInclusive) {
    return new Map(
      lineItems.map((line) => [line, { unitPrice: money(line.unitPrice), total: line.lineTotal }]),
    );
  }
  const quotedAmounts = computeQuotedAmounts(
    totalsLinesOf(lineContentsOfRows(lineItems, { roundTo })),
    createRoundStep(currency),
  );
  const totals = lineItems.map((line, index) =>
    isSettlement(line) ? line.lineTotal : (quotedAmounts[index] ?? line.lineTotal),
  );
  // Parts of a quoted price are rounded separately. The last item absorbs the difference.
  const difference = invoice.total.minus(
    totals.reduce((sum, amount) => sum.plus(amount), new Decimal(0)),
  );
  const lastItem = lineItems.findLastIndex(({ role }) => role === 'ITEM');
  return new Map(
    lineItems.map((line, index) => {
      const absorbsDifference = index === lastItem && discountPercent.isZero();
      const total = (totals[index] ?? line.lineTotal).plus(absorbsDifference ? difference : 0);
      const price = line.percent === null ? (line.price ?? line.unitPrice) : total;
      return [line, { unitPrice: formatUnitPrice(line, money(price), language), total }];
    }),
  );
}

function formatUnitPrice({ baseQuantity }: Line, price: string, language: string): string {
  const isOne = baseQuantity === null || baseQuantity.equals(1);
  return isOne ? price : `${price} / ${numberText(baseQuantity, language)}`;
}

/** Subtotal and discount that match {@link displayLineAmounts}. */
export function displayTotals(invoice: InvoiceRecord, language: string) {
  const { discountAmount, lineItems, taxInclusive, total } = invoice;
  const printedAmounts = displayLineAmounts(invoice, language);
  const sumOf = (lines: readonly Line[]) =>
    lines.reduce((sum, line) => sum.plus(printedAmounts.get(line)?.total ?? 0), new Decimal(0));
  const subTotal = sumOf(lineItems.filter((line) => !isSettlement(line)));
  if (!taxInclusive) return { subTotal, discount: discountAmount };
  const withTax = total.minus(sumOf(lineItems.filter(isSettlement)));
  return { subTotal, discount: subTotal.minus(withTax) };
}

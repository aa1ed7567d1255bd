import { isAmountToPay } from './document-totals.ts';
import type { InvoiceDocument, LabelledAmount } from './invoice-document.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
import { drawRule, ensureRoomOnPage } from './pdf-pages.ts';
import { pdfColors, textStyles } from './pdf-styles.ts';
import { drawTagged } from './pdf-tags.ts';
import { drawTextLines, layOutTextBlock, shrinkToWidth } from './pdf-text-block.ts';
import { measureTextLine } from './pdf-text-line.ts';

export const totalsWidth = 300;
const sumsLeft = ({ page }: PdfLayout) => page.width - pageMargin - totalsWidth;

/** Labels get the rest. */
const amountWidths = { least: 110, most: 190 };

interface SumRow extends LabelledAmount {
  type: TextStyle;
  /** Draws a rule above. */
  ruled: boolean;
}

/** From the subtotal to the amount due. */
export function totalsRows(invoice: InvoiceDocument): SumRow[] {
  const { amountDue, amountToPay, discount, payments, settlements, subTotal, taxes, total } =
    invoice;
  const { writtenOff } = invoice;
  const plain = (sum: LabelledAmount): SumRow => ({ ...sum, type: textStyles.body, ruled: false });
  const strong = (sum: LabelledAmount, type: TextStyle): SumRow => ({ ...sum, type, ruled: true });
  return [
    plain(subTotal),
    ...(discount ? [plain(discount)] : []),
    ...taxes.map(plain),
    strong(total, textStyles.total),
    ...settlements.map(plain),
    ...(amountToPay ? [strong(amountToPay, textStyles.total)] : []),
    ...payments.map(plain),
    ...(writtenOff ? [plain(writtenOff)] : []),
    ...(amountDue && !isAmountToPay(invoice) ? [strong(amountDue, textStyles.total)] : []),
  ];
}

/** All amounts have the same width. */
function amountWidth(layout: PdfLayout, rows: readonly SumRow[]): number {
  const { least, most } = amountWidths;
  const widths = rows.map(({ amount, type }) => measureTextLine(layout, amount, type) + 8);
  return Math.min(most, Math.max(least, ...widths));
}

function sumHeight(layout: PdfLayout, { label, ruled, type }: SumRow, amounts: number): number {
  return layOutTextBlock(layout, label, totalsWidth - amounts, type).height + (ruled ? 12 : 5);
}

/** Keeps the last line with the totals. */
export function measureTotals(layout: PdfLayout, rows: readonly SumRow[]): number {
  const amounts = amountWidth(layout, rows);
  return rows.reduce((height, row) => height + sumHeight(layout, row, amounts), 24);
}

/** Returns the top of the totals. */
export function drawTotals(layout: PdfLayout, rows: readonly SumRow[]): number {
  layout.heading = null;
  layout.y += 10;
  const top = layout.y;
  const amounts = amountWidth(layout, rows);
  drawTagged(layout, 'Table', () => {
    for (const row of rows) putSum(layout, row, amounts);
  });
  layout.y += 18;
  return top;
}

function putSum(layout: PdfLayout, row: SumRow, amounts: number): void {
  ensureRoomOnPage(layout, sumHeight(layout, row, amounts));
  if (row.ruled) {
    layout.y += 2;
    drawRule(layout, pdfColors.line, sumsLeft(layout) - pageMargin);
    layout.y += 5;
  }
  const width = totalsWidth - amounts;
  const label = layOutTextBlock(layout, row.label, width, row.type);
  const at = { x: sumsLeft(layout) + width, y: layout.y, width: amounts, align: 'right' } as const;
  const type = shrinkToWidth(layout, row.amount, amounts, row.type);
  drawTagged(layout, 'TR', () => {
    const words = () => drawTextLines(layout, label, { x: sumsLeft(layout), y: layout.y, width });
    drawTagged(layout, 'TH', words, { scope: 'Row' });
    drawTagged(layout, 'TD', () => drawTextLines(layout, { lines: [row.amount], type }, at));
  });
  layout.y += label.height + 5;
}

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
const totalsLeft = ({ page }: PdfLayout) => page.width - pageMargin - totalsWidth;

/** Points. Labels get the rest of the width. */
const amountWidths = { min: 110, max: 190 };

interface SumRow extends LabelledAmount {
  type: TextStyle;
  /** Draws a rule above. */
  hasRule: boolean;
}

/** From the subtotal to the amount due. */
export function totalsRows(invoice: InvoiceDocument): SumRow[] {
  const { amountDue, amountToPay, discount, payments, settlements, subTotal, taxes, total } =
    invoice;
  const { writtenOff } = invoice;
  const plainRow = (sum: LabelledAmount): SumRow => ({
    ...sum,
    type: textStyles.body,
    hasRule: false,
  });
  const strongRow = (sum: LabelledAmount, type: TextStyle): SumRow => ({
    ...sum,
    type,
    hasRule: true,
  });
  return [
    plainRow(subTotal),
    ...(discount ? [plainRow(discount)] : []),
    ...taxes.map(plainRow),
    strongRow(total, textStyles.total),
    ...settlements.map(plainRow),
    ...(amountToPay ? [strongRow(amountToPay, textStyles.total)] : []),
    ...payments.map(plainRow),
    ...(writtenOff ? [plainRow(writtenOff)] : []),
    ...(amountDue && !isAmountToPay(invoice) ? [strongRow(amountDue, textStyles.total)] : []),
  ];
}

/** All amounts have the same width. */
function amountWidth(layout: PdfLayout, rows: readonly SumRow[]): number {
  const { min, max } = amountWidths;
  const widths = rows.map(({ amount, type }) => measureTextLine(layout, amount, type) + 8);
  return Math.min(max, Math.max(min, ...widths));
}

function rowHeight(
  layout: PdfLayout,
  { label, hasRule, type }: SumRow,
  amountsWidth: number,
): number {
  return (
    layOutTextBlock(layout, label, totalsWidth - amountsWidth, type).height + (hasRule ? 12 : 5)
  );
}

/** Keeps the last line with the totals. */
export function measureTotals(layout: PdfLayout, rows: readonly SumRow[]): number {
  const amountsWidth = amountWidth(layout, rows);
  return rows.reduce((height, row) => height + rowHeight(layout, row, amountsWidth), 24);
}

export function drawTotals(layout: PdfLayout, rows: readonly SumRow[]): number {
  layout.heading = null;
  layout.y += 10;
  const top = layout.y;
  const amountsWidth = amountWidth(layout, rows);
  drawTagged(layout, 'Table', () => {
    for (const row of rows) drawRow(layout, row, amountsWidth);
  });
  layout.y += 18;
  return top;
}

function drawRow(layout: PdfLayout, row: SumRow, amountsWidth: number): void {
  ensureRoomOnPage(layout, rowHeight(layout, row, amountsWidth));
  if (row.hasRule) {
    layout.y += 2;
    drawRule(layout, pdfColors.line, totalsLeft(layout) - pageMargin);
    layout.y += 5;
  }
  const width = totalsWidth - amountsWidth;
  const label = layOutTextBlock(layout, row.label, width, row.type);
  const at = {
    x: totalsLeft(layout) + width,
    y: layout.y,
    width: amountsWidth,
    align: 'right',
  } as const;
  const type = shrinkToWidth(layout, row.amount, amountsWidth, row.type);
  drawTagged(layout, 'TR', () => {
    const drawLabel = () =>
      drawTextLines(layout, label, { x: totalsLeft(layout), y: layout.y, width });
    drawTagged(layout, 'TH', drawLabel, { scope: 'Row' });
    drawTagged(layout, 'TD', () => drawTextLines(layout, { lines: [row.amount], type }, at));
  });
  layout.y += label.height + 5;
}

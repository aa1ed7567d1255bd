import type { InvoiceDocument, Sum } from './invoice-document.ts';
import type { PdfLayout, Type } from './pdf-layout.ts';
import { block, fitted, makeRoom, margin, put, rule } from './pdf-layout.ts';
import { colors, types } from './pdf-styles.ts';
import { tagged } from './pdf-tags.ts';
import { widthOfLine } from './pdf-text-line.ts';

export const sumsWidth = 300;
const sumsLeft = ({ page }: PdfLayout) => page.width - margin - sumsWidth;

/** What amounts take at least, and at most: labels get the rest. */
const amountWidths = { least: 110, most: 190 };

/** A line of the sums, and how it stands there. */
interface SumRow extends Sum {
  type: Type;
  /** A rule above it. */
  ruled: boolean;
}

/** From the subtotal to what is due, those that the invoice has. */
export function sumRows(invoice: InvoiceDocument): SumRow[] {
  const { amountDue, discount, payments, settlements, subTotal, taxes, total, writtenOff } =
    invoice;
  const plain = (sum: Sum): SumRow => ({ ...sum, type: types.body, ruled: false });
  const strong = (sum: Sum, type: Type): SumRow => ({ ...sum, type, ruled: true });
  return [
    plain(subTotal),
    ...(discount ? [plain(discount)] : []),
    ...taxes.map(plain),
    ...settlements.map(plain),
    strong(total, types.total),
    ...payments.map(plain),
    ...(writtenOff ? [plain(writtenOff)] : []),
    ...(amountDue ? [strong(amountDue, types.total)] : []),
  ];
}

/** As wide as the widest amount, so that all of them are written alike. */
function amountWidth(layout: PdfLayout, rows: readonly SumRow[]): number {
  const { least, most } = amountWidths;
  const widths = rows.map(({ amount, type }) => widthOfLine(layout, amount, type) + 8);
  return Math.min(most, Math.max(least, ...widths));
}

function sumHeight(layout: PdfLayout, { label, ruled, type }: SumRow, amounts: number): number {
  return block(layout, label, sumsWidth - amounts, type).height + (ruled ? 12 : 5);
}

/** How much room the sums take, so that a line can be kept with them. */
export function sumsHeight(layout: PdfLayout, rows: readonly SumRow[]): number {
  const amounts = amountWidth(layout, rows);
  return rows.reduce((height, row) => height + sumHeight(layout, row, amounts), 24);
}

/** Puts the sums at the right, below what was put last; answers how far down they begin. */
export function putSums(layout: PdfLayout, rows: readonly SumRow[]): number {
  layout.heading = null;
  layout.y += 10;
  const top = layout.y;
  const amounts = amountWidth(layout, rows);
  tagged(layout, 'Table', () => {
    for (const row of rows) putSum(layout, row, amounts);
  });
  layout.y += 18;
  return top;
}

function putSum(layout: PdfLayout, row: SumRow, amounts: number): void {
  makeRoom(layout, sumHeight(layout, row, amounts));
  if (row.ruled) {
    layout.y += 2;
    rule(layout, colors.line, sumsLeft(layout) - margin);
    layout.y += 5;
  }
  const width = sumsWidth - amounts;
  const label = block(layout, row.label, width, row.type);
  const at = { x: sumsLeft(layout) + width, y: layout.y, width: amounts, align: 'right' } as const;
  const type = fitted(layout, row.amount, amounts, row.type);
  tagged(layout, 'TR', () => {
    const words = () => put(layout, label, { x: sumsLeft(layout), y: layout.y, width });
    tagged(layout, 'TH', words, { scope: 'Row' });
    tagged(layout, 'TD', () => put(layout, { lines: [row.amount], type }, at));
  });
  layout.y += label.height + 5;
}

import type { InvoiceDocument, Sum } from './document.ts';
import type { PdfLayout, Type } from './pdf-layout.ts';
import { block, fitted, makeRoom, page, put, rule } from './pdf-layout.ts';
import { colors, types } from './pdf-looks.ts';
import { tagged } from './pdf-tags.ts';

const sumsWidth = 300;
const sumsLeft = page.width - page.margin - sumsWidth;
const amountWidth = 130;

/** A line of the sums, and how it stands there. */
interface SumRow extends Sum {
  type: Type;
  /** A rule above it. */
  ruled: boolean;
}

/** From the subtotal to what is due, those that the invoice has. */
export function sumRows(invoice: InvoiceDocument): SumRow[] {
  const { amountDue, discount, payments, subTotal, taxes, total, writtenOff } = invoice;
  const plain = (sum: Sum): SumRow => ({ ...sum, type: types.body, ruled: false });
  const strong = (sum: Sum, type: Type): SumRow => ({ ...sum, type, ruled: true });
  return [
    plain(subTotal),
    ...(discount ? [plain(discount)] : []),
    ...taxes.map(plain),
    strong(total, types.total),
    ...payments.map(plain),
    ...(writtenOff ? [plain(writtenOff)] : []),
    ...(amountDue ? [strong(amountDue, types.total)] : []),
  ];
}

function sumHeight(layout: PdfLayout, { label, ruled, type }: SumRow): number {
  return block(layout, label, sumsWidth - amountWidth, type).height + (ruled ? 12 : 5);
}

/** How much room the sums take, so that a line can be kept with them. */
export function sumsHeight(layout: PdfLayout, rows: readonly SumRow[]): number {
  return rows.reduce((height, row) => height + sumHeight(layout, row), 24);
}

/** Puts the sums at the right, below what was put last. */
export function putSums(layout: PdfLayout, rows: readonly SumRow[]): void {
  layout.heading = null;
  layout.y += 10;
  tagged(layout, 'Table', () => {
    for (const row of rows) putSum(layout, row);
  });
  layout.y += 18;
}

function putSum(layout: PdfLayout, row: SumRow): void {
  makeRoom(layout, sumHeight(layout, row));
  if (row.ruled) {
    layout.y += 2;
    rule(layout, colors.line, sumsLeft - page.margin);
    layout.y += 5;
  }
  const width = sumsWidth - amountWidth;
  const label = block(layout, row.label, width, row.type);
  const at = { x: sumsLeft + width, y: layout.y, width: amountWidth, align: 'right' } as const;
  const type = fitted(layout, row.amount, amountWidth, row.type);
  tagged(layout, 'TR', () => {
    const words = () => put(layout, label, { x: sumsLeft, y: layout.y, width });
    tagged(layout, 'TH', words, { scope: 'Row' });
    tagged(layout, 'TD', () => put(layout, { lines: [row.amount], type }, at));
  });
  layout.y += label.height + 5;
}

import type { InvoiceDocument, Sum } from './document.ts';
import type { Paper, Type } from './paper.ts';
import { block, fitted, makeRoom, page, put, rule } from './paper.ts';
import { colors, types } from './pdf-looks.ts';

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

function sumHeight(paper: Paper, { label, ruled, type }: SumRow): number {
  return block(paper, label, sumsWidth - amountWidth, type).height + (ruled ? 12 : 5);
}

/** How much room the sums take, so that a line can be kept with them. */
export function sumsHeight(paper: Paper, rows: readonly SumRow[]): number {
  return rows.reduce((height, row) => height + sumHeight(paper, row), 24);
}

/** Puts the sums at the right, below what was put last. */
export function putSums(paper: Paper, rows: readonly SumRow[]): void {
  paper.heading = null;
  paper.y += 10;
  for (const row of rows) {
    makeRoom(paper, sumHeight(paper, row));
    if (row.ruled) {
      paper.y += 2;
      rule(paper, colors.line, sumsLeft - page.margin);
      paper.y += 5;
    }
    const width = sumsWidth - amountWidth;
    const label = block(paper, row.label, width, row.type);
    put(paper, label, { x: sumsLeft, y: paper.y, width });
    const at = { x: sumsLeft + width, y: paper.y, width: amountWidth, align: 'right' } as const;
    const type = fitted(paper, row.amount, amountWidth, row.type);
    put(paper, { lines: [row.amount], type }, at);
    paper.y += label.height + 5;
  }
  paper.y += 18;
}

import type { DocumentLine, InvoiceDocument } from './document.ts';
import type { Block, PdfLayout, Type } from './pdf-layout.ts';
import {
  block,
  contentWidth,
  fits,
  fitted,
  lineHeight,
  makeRoom,
  page,
  put,
  rule,
  turnPage,
  usableHeight,
} from './pdf-layout.ts';
import { colors, types } from './pdf-looks.ts';
import { opened, tagged, within } from './pdf-tags.ts';
import type { Words } from './words/index.ts';

/** The table's columns from left to right; numbers end at the right edge of theirs. */
const gap = 10;
const widths = {
  description: contentWidth - 3 * gap - 214,
  quantity: 52,
  unitPrice: 78,
  total: 84,
};
const lefts = columnLefts();
const padding = 6;

function columnLefts() {
  const quantity = page.margin + widths.description + gap;
  const unitPrice = quantity + widths.quantity + gap;
  return {
    description: page.margin,
    quantity,
    unitPrice,
    total: unitPrice + widths.unitPrice + gap,
  };
}

type Column = keyof typeof widths;
const numberColumns = ['quantity', 'unitPrice', 'total'] as const;

/**
 * The table of what is charged, its head repeated on every page. After its last line there is room for the sums: a sum
 * never stands on a page without a line.
 */
export function putLines(
  layout: PdfLayout,
  { lines, words }: Pick<InvoiceDocument, 'lines' | 'words'>,
  sumsHeight: number,
): void {
  makeRoom(layout, 80);
  tagged(layout, 'Table', () => {
    tagged(layout, 'THead', () => tagged(layout, 'TR', () => putTableHead(layout, words)));
    layout.heading = () => putTableHead(layout, words);
    tagged(layout, 'TBody', () => {
      for (const [index, line] of lines.entries()) {
        const row = () => putLine(layout, line, index === lines.length - 1 ? sumsHeight : 0);
        tagged(layout, 'TR', row);
      }
    });
  });
  layout.heading = null;
}

function putTableHead(layout: PdfLayout, words: Words): void {
  const head = {
    description: words.description,
    quantity: words.quantity,
    unitPrice: words.price,
    total: words.amount,
  };
  for (const column of Object.keys(head) as Column[]) {
    const text = { lines: [head[column].toUpperCase()], type: types.caption };
    const cells = () => put(layout, text, cell(column, layout.y));
    if (layout.isArtifact) cells();
    else tagged(layout, 'TH', cells, { scope: 'Column' });
  }
  layout.y += lineHeight(types.caption) + 4;
  rule(layout, colors.ink);
}

function cell(column: Column, y: number) {
  const align = column === 'description' ? ('left' as const) : ('right' as const);
  return { x: lefts[column], y, width: widths[column], align };
}

/** A line goes to the next page as a whole where it does not fit; only one that no page could hold is broken. */
function putLine(layout: PdfLayout, line: DocumentLine, below: number): void {
  const text = describe(layout, line);
  const numbers = numberColumns.map((column) => {
    // A quantity's unit may go to lines of its own.
    const [number = ''] = line[column].split(' ');
    const type = fitted(layout, number, widths[column], types.body);
    return { column, written: block(layout, line[column], widths[column], type) };
  });
  const heights = [textHeight(text), ...numbers.map(({ written }) => written.height)];
  const height = Math.max(...heights) + 2 * padding;
  const room = height + below;
  if (!fits(layout, room <= usableHeight ? room : Math.min(height, usableHeight))) turnPage(layout);
  layout.y += padding;
  const end = layout.y + height - 2 * padding;
  const isWhole = fits(layout, height - padding);
  // What is copied from the document comes in the order in which it was written: the words before their numbers.
  const last = isWhole ? text.length - 1 : 0;
  const described = opened(layout, 'TD');
  let top = layout.y;
  for (const [index, { line: words, type }] of text.entries()) {
    const isLast = index === text.length - 1;
    makeRoom(layout, lineHeight(type) + padding + (isLast && !isWhole ? below : 0));
    if (index === 0) top = layout.y;
    const at = cell('description', layout.y);
    within(layout, described, () => put(layout, { lines: [words], type }, at));
    if (index === last) {
      for (const { column, written } of numbers) {
        tagged(layout, 'TD', () => put(layout, written, cell(column, top)));
      }
    }
    layout.y += lineHeight(type);
  }
  described.end();
  if (isWhole) layout.y = end;
  layout.y += padding;
  rule(layout, colors.line);
}

interface TextLine {
  line: string;
  type: Type;
}

function describe(layout: PdfLayout, { description, detail }: DocumentLine): TextLine[] {
  const linesOf = ({ lines, type }: Block) => lines.map((line) => ({ line, type }));
  return [
    ...linesOf(block(layout, description, widths.description, types.body)),
    ...(detail ? linesOf(block(layout, detail, widths.description, types.small)) : []),
  ];
}

function textHeight(lines: readonly TextLine[]): number {
  return lines.reduce((height, { type }) => height + lineHeight(type), 0);
}

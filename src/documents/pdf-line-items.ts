import type { DocumentTexts } from '../locales/document-locale.ts';
import type { DocumentLine, InvoiceDocument } from './invoice-document.ts';
import type { Column, Columns } from './pdf-line-columns.ts';
import { cellArea, columnsFor, numberColumns } from './pdf-line-columns.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import {
  drawRule,
  ensureRoomOnPage,
  fitsOnPage,
  startNextPage,
  usableHeight,
} from './pdf-pages.ts';
import { pdfColors, textStyles } from './pdf-styles.ts';
import { drawInElement, drawTagged, openElement } from './pdf-tags.ts';
import type { TextBlock } from './pdf-text-block.ts';
import { drawTextLines, layOutTextBlock, lineHeight } from './pdf-text-block.ts';

const padding = 6;

/** The last line stays on a page with the totals. */
export function drawLineItems(
  layout: PdfLayout,
  { lines, words }: Pick<InvoiceDocument, 'lines' | 'words'>,
  totalsHeight: number,
): void {
  ensureRoomOnPage(layout, 80);
  const columns = columnsFor(layout, lines);
  const drawHead = () => drawTableHead(layout, columns, words);
  drawTagged(layout, 'Table', () => {
    drawTagged(layout, 'THead', () => drawTagged(layout, 'TR', drawHead));
    layout.heading = drawHead;
    drawTagged(layout, 'TBody', () => {
      for (const [index, line] of lines.entries()) {
        const drawRow = () =>
          drawLine(layout, columns, line, index === lines.length - 1 ? totalsHeight : 0);
        drawTagged(layout, 'TR', drawRow);
      }
    });
  });
  layout.heading = null;
}

function drawTableHead(layout: PdfLayout, columns: Columns, words: DocumentTexts): void {
  const headings: [Column, string][] = [
    ['description', words.description],
    ...(columns.date ? [['date', words.date] as [Column, string]] : []),
    ['quantity', words.quantity],
    ['unitPrice', words.price],
    ['total', words.amount],
  ];
  for (const [column, word] of headings) {
    const text = { lines: [word.toUpperCase()], type: textStyles.caption };
    const drawCells = () => drawTextLines(layout, text, cellArea(columns, column, layout.y));
    if (layout.isArtifact) drawCells();
    else drawTagged(layout, 'TH', drawCells, { scope: 'Column' });
  }
  layout.y += lineHeight(textStyles.caption) + 4;
  drawRule(layout, pdfColors.ink);
}

/** Rows above this share of a page may be split, after this number of lines. */
const longLine = { share: 1 / 3, begins: 6 };

/** Moves to the next page unless the row is long, so that no page stays half empty. */
function drawLine(
  layout: PdfLayout,
  columns: Columns,
  line: DocumentLine,
  heightBelow: number,
): void {
  const text = layOutDescription(layout, columns, line);
  const numbers = layOutNumbers(layout, columns, line);
  const heights = [textHeight(text), ...numbers.map(({ textBlock }) => textBlock.height)];
  const height = Math.max(...heights) + 2 * padding;
  const pageHeight = usableHeight(layout);
  const isLong = height > pageHeight * longLine.share;
  const fullHeight = height + heightBelow <= pageHeight ? height + heightBelow : height;
  const firstPartHeight = isLong
    ? longLine.begins * lineHeight(textStyles.body) + padding
    : fullHeight;
  if (!fitsOnPage(layout, firstPartHeight)) startNextPage(layout);
  layout.y += padding;
  const rowEnd = layout.y + height - 2 * padding;
  const isOnOnePage = fitsOnPage(layout, height - padding + (isLong ? heightBelow : 0));
  drawCells(layout, columns, { text, numbers, isOnOnePage, heightBelow });
  if (isOnOnePage) layout.y = rowEnd;
  layout.y += padding;
  drawRule(layout, pdfColors.line);
}

interface NumberCell {
  column: Column;
  textBlock: TextBlock;
}

function layOutNumbers(layout: PdfLayout, columns: Columns, line: DocumentLine): NumberCell[] {
  const numbers: NumberCell[] = numberColumns.map((column) => {
    const { width } = columns.areas[column];
    return { column, textBlock: layOutTextBlock(layout, line[column], width, columns.numbers) };
  });
  if (!columns.date) return numbers;
  const textBlock = layOutTextBlock(layout, line.date ?? '', columns.date.width, textStyles.body);
  return [{ column: 'date', textBlock }, ...numbers];
}

interface RowContent {
  text: readonly TextLine[];
  numbers: readonly NumberCell[];
  isOnOnePage: boolean;
  heightBelow: number;
}

/** Structure elements are in reading order: the description, then the numbers. */
function drawCells(
  layout: PdfLayout,
  columns: Columns,
  { text, numbers, isOnOnePage, heightBelow }: RowContent,
): void {
  const lastDrawnLine = isOnOnePage ? text.length - 1 : 0;
  const descriptionCell = openElement(layout, 'TD');
  let top = layout.y;
  for (const [index, { line, type }] of text.entries()) {
    const isLast = index === text.length - 1;
    const { page } = layout.pdf;
    const heightAfter = padding + (isLast && !isOnOnePage ? heightBelow : 0);
    ensureRoomOnPage(layout, lineHeight(type) + heightAfter);
    if (layout.pdf.page !== page) layout.y += padding;
    if (index === 0) top = layout.y;
    const position = cellArea(columns, 'description', layout.y);
    drawInElement(layout, descriptionCell, () =>
      drawTextLines(layout, { lines: [line], type }, position),
    );
    if (index === lastDrawnLine) {
      for (const { column, textBlock } of numbers) {
        drawTagged(layout, 'TD', () =>
          drawTextLines(layout, textBlock, cellArea(columns, column, top)),
        );
      }
    }
    layout.y += lineHeight(type);
  }
  descriptionCell.end();
}

interface TextLine {
  line: string;
  type: TextStyle;
}

function layOutDescription(
  layout: PdfLayout,
  { areas }: Columns,
  { description, detail }: DocumentLine,
): TextLine[] {
  const { width } = areas.description;
  const linesOf = ({ lines, type }: TextBlock) => lines.map((line) => ({ line, type }));
  return [
    ...linesOf(layOutTextBlock(layout, description, width, textStyles.body)),
    ...(detail ? linesOf(layOutTextBlock(layout, detail, width, textStyles.small)) : []),
  ];
}

function textHeight(lines: readonly TextLine[]): number {
  return lines.reduce((height, { type }) => height + lineHeight(type), 0);
}

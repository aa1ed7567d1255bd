import type { DocumentTexts } from '../locales/document-locale.ts';
import type { DocumentLine, InvoiceDocument } from './invoice-document.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
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
import { measureTextLine } from './pdf-text-line.ts';

const gap = 10;
const padding = 6;

const numberColumns = ['quantity', 'unitPrice', 'total'] as const;

type NumberColumn = (typeof numberColumns)[number];
type Column = 'description' | 'date' | NumberColumn;

/** Minimum widths, so that tables with small numbers look alike. */
const minWidths: Readonly<Record<NumberColumn, number>> = {
  quantity: 52,
  unitPrice: 78,
  total: 84,
};
const minDescriptionWidth = 170;

/** Only if lines have dates. A period may take two lines. */
const dates = { min: 54, max: 76, minDescriptionWidth: 120 };

interface ColumnArea {
  x: number;
  width: number;
}

/** Numbers are right-aligned. */
interface Columns {
  areas: Readonly<Record<Exclude<Column, 'date'>, ColumnArea>>;
  date: ColumnArea | null;
  /** All numbers have the same size. They shrink only if no room for descriptions is left. */
  numbers: TextStyle;
}

/** Number columns fit their widest number. Descriptions get the rest. */
function columnsFor(layout: PdfLayout, lines: readonly DocumentLine[]): Columns {
  const dateWidth = widestDateWidth(layout, lines);
  const reservedWidth =
    dateWidth === null ? minDescriptionWidth : dates.minDescriptionWidth + dateWidth + gap;
  const availableWidth = layout.contentWidth - numberColumns.length * gap - reservedWidth;
  const widestWidths = numberColumns.map((column) => widestNumber(layout, lines, column));
  const sum = widestWidths.reduce((all, width) => all + width, 0);
  // Avoids overflow by rounding.
  const scale = Math.min(1, (0.999 * availableWidth) / sum);
  const widths = widestWidths.map((width) => width * scale);
  const areas: Partial<Record<Exclude<Column, 'date'>, ColumnArea>> = {};
  let right = layout.page.width - pageMargin;
  for (const [index, column] of [...numberColumns.entries()].reverse()) {
    const width = widths[index] ?? 0;
    areas[column] = { x: right - width, width };
    right -= width + gap;
  }
  const date = dateWidth === null ? null : { x: right - dateWidth, width: dateWidth };
  if (date) right = date.x - gap;
  areas.description = { x: pageMargin, width: right - pageMargin };
  const numbers = { ...textStyles.body, size: textStyles.body.size * scale };
  return { areas: areas as Columns['areas'], date, numbers };
}

/** Null if no line has a date. */
function widestDateWidth(layout: PdfLayout, lines: readonly DocumentLine[]): number | null {
  const texts = new Set(lines.flatMap(({ date }) => date ?? []));
  if (texts.size === 0) return null;
  let width = dates.min;
  for (const text of texts) {
    const fullWidth = measureTextLine(layout, text, textStyles.body);
    // A period may wrap after its dash. A date never wraps.
    const days = text.split(/(?<=–) /).map((day) => measureTextLine(layout, day, textStyles.body));
    width = Math.max(width, Math.min(fullWidth, Math.max(dates.max, ...days)) + 0.1);
  }
  return width;
}

function widestNumber(
  layout: PdfLayout,
  lines: readonly DocumentLine[],
  column: NumberColumn,
): number {
  let width = minWidths[column];
  for (const line of lines) {
    // The unit may wrap.
    const [number = ''] = line[column].split(' ');
    // A short number fits the minimum width.
    if (number.length < 10) continue;
    width = Math.max(width, measureTextLine(layout, number, textStyles.body) + 0.1);
  }
  return width;
}

/**
 * The table of line items with a repeated header. The last line stays on a page with the totals.
 */
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
    const drawCells = () => drawTextLines(layout, text, cell(columns, column, layout.y));
    if (layout.isArtifact) drawCells();
    else drawTagged(layout, 'TH', drawCells, { scope: 'Column' });
  }
  layout.y += lineHeight(textStyles.caption) + 4;
  drawRule(layout, pdfColors.ink);
}

function cell({ date, areas }: Columns, column: Column, y: number) {
  if (column === 'date') return { ...(date as ColumnArea), y, align: 'left' as const };
  const align = column === 'description' ? ('left' as const) : ('right' as const);
  return { ...areas[column], y, align };
}

/** Rows above this share of a page may be split, after this number of lines. */
const longLine = { share: 1 / 3, begins: 6 };

/** A row moves to the next page unless it is long, so that no page stays half empty. */
function drawLine(
  layout: PdfLayout,
  columns: Columns,
  line: DocumentLine,
  heightBelow: number,
): void {
  const text = layOutDescription(layout, columns, line);
  const numbers: { column: Column; textBlock: TextBlock }[] = numberColumns.map((column) => {
    const { width } = columns.areas[column];
    return { column, textBlock: layOutTextBlock(layout, line[column], width, columns.numbers) };
  });
  if (columns.date) {
    const textBlock = layOutTextBlock(layout, line.date ?? '', columns.date.width, textStyles.body);
    numbers.unshift({ column: 'date', textBlock });
  }
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
  // Reading order: description, then numbers.
  const lastDrawnLine = isOnOnePage ? text.length - 1 : 0;
  const descriptionCell = openElement(layout, 'TD');
  let top = layout.y;
  for (const [index, { line: words, type }] of text.entries()) {
    const isLast = index === text.length - 1;
    const { page } = layout.pdf;
    ensureRoomOnPage(
      layout,
      lineHeight(type) + padding + (isLast && !isOnOnePage ? heightBelow : 0),
    );
    if (layout.pdf.page !== page) layout.y += padding;
    if (index === 0) top = layout.y;
    const at = cell(columns, 'description', layout.y);
    drawInElement(layout, descriptionCell, () =>
      drawTextLines(layout, { lines: [words], type }, at),
    );
    if (index === lastDrawnLine) {
      for (const { column, textBlock } of numbers) {
        drawTagged(layout, 'TD', () =>
          drawTextLines(layout, textBlock, cell(columns, column, top)),
        );
      }
    }
    layout.y += lineHeight(type);
  }
  descriptionCell.end();
  if (isOnOnePage) layout.y = rowEnd;
  layout.y += padding;
  drawRule(layout, pdfColors.line);
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

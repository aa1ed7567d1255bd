import type { DocumentTexts } from '../locales/documents/index.ts';
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
const least: Readonly<Record<NumberColumn, number>> = { quantity: 52, unitPrice: 78, total: 84 };
const leastForWords = 170;

/** Only if lines have dates. A period may take two lines. */
const dates = { least: 54, most: 76, leastForWords: 120 };

interface Place {
  x: number;
  width: number;
}

/** Numbers are right-aligned. */
interface Columns {
  places: Readonly<Record<Exclude<Column, 'date'>, Place>>;
  date: Place | null;
  /** All numbers have the same size. They shrink only if no room for descriptions is left. */
  numbers: TextStyle;
}

/** Number columns fit their widest number. Descriptions get the rest. */
function columnsFor(layout: PdfLayout, lines: readonly DocumentLine[]): Columns {
  const dateWidth = widestDate(layout, lines);
  const forWords = dateWidth === null ? leastForWords : dates.leastForWords + dateWidth + gap;
  const room = layout.contentWidth - numberColumns.length * gap - forWords;
  const wanted = numberColumns.map((column) => widest(layout, lines, column));
  const sum = wanted.reduce((all, width) => all + width, 0);
  // Avoids overflow by rounding.
  const scale = Math.min(1, (0.999 * room) / sum);
  const widths = wanted.map((width) => width * scale);
  const places: Partial<Record<Exclude<Column, 'date'>, Place>> = {};
  let end = layout.page.width - pageMargin;
  for (const [index, column] of [...numberColumns.entries()].reverse()) {
    const width = widths[index] ?? 0;
    places[column] = { x: end - width, width };
    end -= width + gap;
  }
  const date = dateWidth === null ? null : { x: end - dateWidth, width: dateWidth };
  if (date) end = date.x - gap;
  places.description = { x: pageMargin, width: end - pageMargin };
  const numbers = { ...textStyles.body, size: textStyles.body.size * scale };
  return { places: places as Columns['places'], date, numbers };
}

/** Null if no line has a date. */
function widestDate(layout: PdfLayout, lines: readonly DocumentLine[]): number | null {
  const texts = new Set(lines.flatMap(({ date }) => date ?? []));
  if (texts.size === 0) return null;
  let width = dates.least;
  for (const text of texts) {
    const whole = measureTextLine(layout, text, textStyles.body);
    // A period may wrap after its dash. A date never wraps.
    const days = text.split(/(?<=–) /).map((day) => measureTextLine(layout, day, textStyles.body));
    width = Math.max(width, Math.min(whole, Math.max(dates.most, ...days)) + 0.1);
  }
  return width;
}

function widest(layout: PdfLayout, lines: readonly DocumentLine[], column: NumberColumn): number {
  let width = least[column];
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
  sumsHeight: number,
): void {
  ensureRoomOnPage(layout, 80);
  const columns = columnsFor(layout, lines);
  const head = () => putTableHead(layout, columns, words);
  drawTagged(layout, 'Table', () => {
    drawTagged(layout, 'THead', () => drawTagged(layout, 'TR', head));
    layout.heading = head;
    drawTagged(layout, 'TBody', () => {
      for (const [index, line] of lines.entries()) {
        const row = () =>
          putLine(layout, columns, line, index === lines.length - 1 ? sumsHeight : 0);
        drawTagged(layout, 'TR', row);
      }
    });
  });
  layout.heading = null;
}

function putTableHead(layout: PdfLayout, columns: Columns, words: DocumentTexts): void {
  const head: [Column, string][] = [
    ['description', words.description],
    ...(columns.date ? [['date', words.date] as [Column, string]] : []),
    ['quantity', words.quantity],
    ['unitPrice', words.price],
    ['total', words.amount],
  ];
  for (const [column, word] of head) {
    const text = { lines: [word.toUpperCase()], type: textStyles.caption };
    const cells = () => drawTextLines(layout, text, cell(columns, column, layout.y));
    if (layout.isArtifact) cells();
    else drawTagged(layout, 'TH', cells, { scope: 'Column' });
  }
  layout.y += lineHeight(textStyles.caption) + 4;
  drawRule(layout, pdfColors.ink);
}

function cell({ date, places }: Columns, column: Column, y: number) {
  if (column === 'date') return { ...(date as Place), y, align: 'left' as const };
  const align = column === 'description' ? ('left' as const) : ('right' as const);
  return { ...places[column], y, align };
}

/** Rows above this share of a page may be split, after this number of lines. */
const longLine = { share: 1 / 3, begins: 6 };

/** A row moves to the next page unless it is long, so that no page stays half empty. */
function putLine(layout: PdfLayout, columns: Columns, line: DocumentLine, below: number): void {
  const text = describe(layout, columns, line);
  const numbers: { column: Column; written: TextBlock }[] = numberColumns.map((column) => {
    const { width } = columns.places[column];
    return { column, written: layOutTextBlock(layout, line[column], width, columns.numbers) };
  });
  if (columns.date) {
    const written = layOutTextBlock(layout, line.date ?? '', columns.date.width, textStyles.body);
    numbers.unshift({ column: 'date', written });
  }
  const heights = [textHeight(text), ...numbers.map(({ written }) => written.height)];
  const height = Math.max(...heights) + 2 * padding;
  const most = usableHeight(layout);
  const isLong = height > most * longLine.share;
  const whole = height + below <= most ? height + below : height;
  const begins = isLong ? longLine.begins * lineHeight(textStyles.body) + padding : whole;
  if (!fitsOnPage(layout, begins)) startNextPage(layout);
  layout.y += padding;
  const end = layout.y + height - 2 * padding;
  const isWhole = fitsOnPage(layout, height - padding + (isLong ? below : 0));
  // Reading order: description, then numbers.
  const last = isWhole ? text.length - 1 : 0;
  const described = openElement(layout, 'TD');
  let top = layout.y;
  for (const [index, { line: words, type }] of text.entries()) {
    const isLast = index === text.length - 1;
    const { page } = layout.pdf;
    ensureRoomOnPage(layout, lineHeight(type) + padding + (isLast && !isWhole ? below : 0));
    if (layout.pdf.page !== page) layout.y += padding;
    if (index === 0) top = layout.y;
    const at = cell(columns, 'description', layout.y);
    drawInElement(layout, described, () => drawTextLines(layout, { lines: [words], type }, at));
    if (index === last) {
      for (const { column, written } of numbers) {
        drawTagged(layout, 'TD', () => drawTextLines(layout, written, cell(columns, column, top)));
      }
    }
    layout.y += lineHeight(type);
  }
  described.end();
  if (isWhole) layout.y = end;
  layout.y += padding;
  drawRule(layout, pdfColors.line);
}

interface TextLine {
  line: string;
  type: TextStyle;
}

function describe(
  layout: PdfLayout,
  { places }: Columns,
  { description, detail }: DocumentLine,
): TextLine[] {
  const { width } = places.description;
  const linesOf = ({ lines, type }: TextBlock) => lines.map((line) => ({ line, type }));
  return [
    ...linesOf(layOutTextBlock(layout, description, width, textStyles.body)),
    ...(detail ? linesOf(layOutTextBlock(layout, detail, width, textStyles.small)) : []),
  ];
}

function textHeight(lines: readonly TextLine[]): number {
  return lines.reduce((height, { type }) => height + lineHeight(type), 0);
}

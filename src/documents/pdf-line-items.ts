import type { DocumentLine, InvoiceDocument } from './invoice-document.ts';
import type { Block, PdfLayout, Type } from './pdf-layout.ts';
import {
  block,
  fits,
  lineHeight,
  makeRoom,
  margin,
  put,
  rule,
  turnPage,
  usableHeight,
} from './pdf-layout.ts';
import { colors, types } from './pdf-styles.ts';
import { opened, tagged, within } from './pdf-tags.ts';
import { widthOfLine } from './pdf-text-line.ts';
import type { Words } from '../locales/documents/index.ts';

const gap = 10;
const padding = 6;

const numberColumns = ['quantity', 'unitPrice', 'total'] as const;

type NumberColumn = (typeof numberColumns)[number];
type Column = 'description' | 'date' | NumberColumn;

/** What numbers take at least, so that tables of small ones look alike, and what is left to the words in any case. */
const least: Readonly<Record<NumberColumn, number>> = { quantity: 52, unitPrice: 78, total: 84 };
const leastForWords = 170;

/** A column of dates, which there is where lines have one: a period may take two lines, so that the words have room. */
const dates = { least: 54, most: 76, leastForWords: 120 };

interface Place {
  x: number;
  width: number;
}

/** The table's columns from left to right; numbers end at the right edge of theirs. */
interface Columns {
  places: Readonly<Record<Exclude<Column, 'date'>, Place>>;
  date: Place | null;
  /** How numbers are written: all of them alike, and smaller only where the widest ones leave no room for words. */
  numbers: Type;
}

/** Columns as wide as their widest numbers, which are never broken; the words get the rest. */
function columnsFor(layout: PdfLayout, lines: readonly DocumentLine[]): Columns {
  const dateWidth = widestDate(layout, lines);
  const forWords = dateWidth === null ? leastForWords : dates.leastForWords + dateWidth + gap;
  const room = layout.contentWidth - numberColumns.length * gap - forWords;
  const wanted = numberColumns.map((column) => widest(layout, lines, column));
  const sum = wanted.reduce((all, width) => all + width, 0);
  // A little smaller still, since at exactly the width rounding decides whether it fits.
  const scale = Math.min(1, (0.999 * room) / sum);
  const widths = wanted.map((width) => width * scale);
  const places: Partial<Record<Exclude<Column, 'date'>, Place>> = {};
  let end = layout.page.width - margin;
  for (const [index, column] of [...numberColumns.entries()].reverse()) {
    const width = widths[index] ?? 0;
    places[column] = { x: end - width, width };
    end -= width + gap;
  }
  const date = dateWidth === null ? null : { x: end - dateWidth, width: dateWidth };
  if (date) end = date.x - gap;
  places.description = { x: margin, width: end - margin };
  const numbers = { ...types.body, size: types.body.size * scale };
  return { places: places as Columns['places'], date, numbers };
}

/** As wide as the widest, within bounds; null where no line has one. */
function widestDate(layout: PdfLayout, lines: readonly DocumentLine[]): number | null {
  const texts = new Set(lines.flatMap(({ date }) => date ?? []));
  if (texts.size === 0) return null;
  let width = dates.least;
  for (const text of texts) {
    const whole = widthOfLine(layout, text, types.body);
    // A period may go on in a second line behind its dash, and a day is never broken.
    const days = text.split(/(?<=–) /).map((day) => widthOfLine(layout, day, types.body));
    width = Math.max(width, Math.min(whole, Math.max(dates.most, ...days)) + 0.1);
  }
  return width;
}

function widest(layout: PdfLayout, lines: readonly DocumentLine[], column: NumberColumn): number {
  let width = least[column];
  for (const line of lines) {
    // A quantity's unit may go to lines of its own.
    const [number = ''] = line[column].split(' ');
    // What has no more letters than the narrowest column takes is not measured.
    if (number.length < 10) continue;
    width = Math.max(width, widthOfLine(layout, number, types.body) + 0.1);
  }
  return width;
}

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
  const columns = columnsFor(layout, lines);
  const head = () => putTableHead(layout, columns, words);
  tagged(layout, 'Table', () => {
    tagged(layout, 'THead', () => tagged(layout, 'TR', head));
    layout.heading = head;
    tagged(layout, 'TBody', () => {
      for (const [index, line] of lines.entries()) {
        const row = () =>
          putLine(layout, columns, line, index === lines.length - 1 ? sumsHeight : 0);
        tagged(layout, 'TR', row);
      }
    });
  });
  layout.heading = null;
}

function putTableHead(layout: PdfLayout, columns: Columns, words: Words): void {
  const head: [Column, string][] = [
    ['description', words.description],
    ...(columns.date ? [['date', words.date] as [Column, string]] : []),
    ['quantity', words.quantity],
    ['unitPrice', words.price],
    ['total', words.amount],
  ];
  for (const [column, word] of head) {
    const text = { lines: [word.toUpperCase()], type: types.caption };
    const cells = () => put(layout, text, cell(columns, column, layout.y));
    if (layout.isArtifact) cells();
    else tagged(layout, 'TH', cells, { scope: 'Column' });
  }
  layout.y += lineHeight(types.caption) + 4;
  rule(layout, colors.ink);
}

function cell({ date, places }: Columns, column: Column, y: number) {
  if (column === 'date') return { ...(date as Place), y, align: 'left' as const };
  const align = column === 'description' ? ('left' as const) : ('right' as const);
  return { ...places[column], y, align };
}

/** Of a line that takes more than this of a page, a part may stand on the next one, and the first lines of its words on this one. */
const longLine = { share: 1 / 3, begins: 6 };

/** A line goes to the next page as a whole where it does not fit; only a long one is broken, so that no page is left half empty. */
function putLine(layout: PdfLayout, columns: Columns, line: DocumentLine, below: number): void {
  const text = describe(layout, columns, line);
  const numbers: { column: Column; written: Block }[] = numberColumns.map((column) => {
    const { width } = columns.places[column];
    return { column, written: block(layout, line[column], width, columns.numbers) };
  });
  if (columns.date) {
    const written = block(layout, line.date ?? '', columns.date.width, types.body);
    numbers.unshift({ column: 'date', written });
  }
  const heights = [textHeight(text), ...numbers.map(({ written }) => written.height)];
  const height = Math.max(...heights) + 2 * padding;
  const most = usableHeight(layout);
  const isLong = height > most * longLine.share;
  const whole = height + below <= most ? height + below : height;
  const begins = isLong ? longLine.begins * lineHeight(types.body) + padding : whole;
  if (!fits(layout, begins)) turnPage(layout);
  layout.y += padding;
  const end = layout.y + height - 2 * padding;
  const isWhole = fits(layout, height - padding + (isLong ? below : 0));
  // What is copied from the document comes in the order in which it was written: the words before their numbers.
  const last = isWhole ? text.length - 1 : 0;
  const described = opened(layout, 'TD');
  let top = layout.y;
  for (const [index, { line: words, type }] of text.entries()) {
    const isLast = index === text.length - 1;
    const { page } = layout.pdf;
    makeRoom(layout, lineHeight(type) + padding + (isLast && !isWhole ? below : 0));
    if (layout.pdf.page !== page) layout.y += padding;
    if (index === 0) top = layout.y;
    const at = cell(columns, 'description', layout.y);
    within(layout, described, () => put(layout, { lines: [words], type }, at));
    if (index === last) {
      for (const { column, written } of numbers) {
        tagged(layout, 'TD', () => put(layout, written, cell(columns, column, top)));
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

function describe(
  layout: PdfLayout,
  { places }: Columns,
  { description, detail }: DocumentLine,
): TextLine[] {
  const { width } = places.description;
  const linesOf = ({ lines, type }: Block) => lines.map((line) => ({ line, type }));
  return [
    ...linesOf(block(layout, description, width, types.body)),
    ...(detail ? linesOf(block(layout, detail, width, types.small)) : []),
  ];
}

function textHeight(lines: readonly TextLine[]): number {
  return lines.reduce((height, { type }) => height + lineHeight(type), 0);
}

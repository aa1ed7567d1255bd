import type { DocumentLine } from './invoice-document.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
import { textStyles } from './pdf-styles.ts';
import { measureTextLine } from './pdf-text-line.ts';

const gap = 10;

export const numberColumns = ['quantity', 'unitPrice', 'total'] as const;

type NumberColumn = (typeof numberColumns)[number];

export type Column = 'description' | 'date' | NumberColumn;

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
export interface Columns {
  areas: Readonly<Record<Exclude<Column, 'date'>, ColumnArea>>;
  date: ColumnArea | null;
  /** All numbers have the same size. They shrink only if no room for descriptions is left. */
  numbers: TextStyle;
}

/** Number columns fit their widest number. Descriptions get the rest. */
export function columnsFor(layout: PdfLayout, lines: readonly DocumentLine[]): Columns {
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

export function cellArea({ date, areas }: Columns, column: Column, y: number) {
  if (column === 'date') return { ...(date as ColumnArea), y, align: 'left' as const };
  const align = column === 'description' ? ('left' as const) : ('right' as const);
  return { ...areas[column], y, align };
}

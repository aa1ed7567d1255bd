import { isCurrency } from '../platform/money/money.ts';
import { CommandError } from './command.ts';

export interface RateRow {
  /** Counted from 1. */
  line: number;
  values: Record<string, string>;
}

export const rateColumns = ['day', 'baseCurrency', 'quoteCurrency', 'rate'] as const;

/**
 * Reads a CSV file with column names, or a file of the European Central Bank (eurofxref-daily,
 * -hist, -hist-90d) as XML or CSV.
 * @throws CommandError
 */
export function readRates(file: string): RateRow[] {
  const text = file.replace(/^\uFEFF/, '');
  if (/^\s*</.test(text)) return readEcbXml(text);
  const lines = text.split(/\r?\n/);
  const [first = ''] = lines;
  const separator = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  const cellsOf = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const [names = [], ...rows] = lines.map(cellsOf);
  const filled = rows.flatMap((cells, index) =>
    cells.some((cell) => cell !== '') ? [{ line: index + 2, cells }] : [],
  );
  return names[0] === 'Date' ? readEcbCsv(names, filled) : readNamedColumns(names, filled);
}

interface Line {
  line: number;
  cells: readonly string[];
}

function readNamedColumns(names: readonly string[], lines: readonly Line[]): RateRow[] {
  const missing = rateColumns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new CommandError(
      `The first line of the file must name its columns; ${missing.join(', ')} is missing.`,
    );
  }
  return lines.map(({ cells, line }) => {
    const values = rateColumns.map((name) => [name, cells[names.indexOf(name)] ?? '']);
    return { line, values: Object.fromEntries(values) };
  });
}

/** Historical files contain currencies that no longer exist. */
const ecbRate = (line: number, day: string, quoteCurrency: string, rate: string): RateRow[] =>
  isCurrency(quoteCurrency)
    ? [{ line, values: { day, baseCurrency: 'EUR', quoteCurrency, rate } }]
    : [];

function readEcbCsv(names: readonly string[], lines: readonly Line[]): RateRow[] {
  return lines.flatMap(({ cells: [day = '', ...cells], line }) =>
    cells.flatMap((rate, index) =>
      rate === '' || rate === 'N/A' ? [] : ecbRate(line, isoDay(day), names[index + 1] ?? '', rate),
    ),
  );
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** Converts "27 November 2026" to YYYY-MM-DD. Other texts stay unchanged. */
function isoDay(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(text) ?? [];
  const place = months.indexOf(month) + 1;
  if (place === 0) return text;
  return [year, String(place).padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** `<Cube time="…">` begins a day, `<Cube currency="…" rate="…"/>` is a rate. */
function readEcbXml(text: string): RateRow[] {
  const rows: RateRow[] = [];
  let day = '';
  let line = 1;
  let read = 0;
  for (const { 0: tag, index } of text.matchAll(/<Cube\b[^>]*>/g)) {
    line += text.slice(read, index).split('\n').length - 1;
    read = index;
    const attribute = (name: string) => new RegExp(`\\b${name}=["']([^"']*)["']`).exec(tag)?.[1];
    day = attribute('time') ?? day;
    const [currency, rate] = [attribute('currency'), attribute('rate')];
    if (currency !== undefined) rows.push(...ecbRate(line, day, currency, rate ?? ''));
  }
  if (rows.length > 0) return rows;
  throw new CommandError(
    'The file is XML, but has no rates as the European Central Bank writes them.',
  );
}

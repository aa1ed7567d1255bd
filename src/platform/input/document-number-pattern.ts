import type { NumberRestart } from '../../generated/prisma/enums.ts';
import { text } from './field-types.ts';
import type { FieldType } from './fields.ts';

const largestNumber = 2_147_483_647;

export interface DocumentNumber {
  /** Null if the text does not match the pattern. */
  invoiceNumber: number | null;
  invoiceNumberFormatted: string;
}

export interface DocumentNumberContext {
  /** YYYY-MM-DD in the workspace's time zone. */
  day: string;
  clientName: string;
}

const meanings = {
  YYYY: 'the year',
  YY: 'its last two digits',
  MM: 'the month',
  CLIENT: 'the first letters of the client’s name',
} as const;

type Placeholder = keyof typeof meanings | 'SEQ';

const allowed =
  'a run of # or {SEQ:4} for the counter, {YYYY}, {YY}, {MM} and {CLIENT}, like RE-{YYYY}-{SEQ:4}';

type Part = { text: string } | { place: Placeholder; width: number };

const placeholderPattern = /(#+)|\{([^{}]*)\}/g;

/** Older patterns without a counter have it at the end. */
function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let isCounted = false;
  for (const { 0: whole, 1: run, 2: token = '', index } of pattern.matchAll(placeholderPattern)) {
    const [, name = '', width = '1'] = /^([A-Z]+)(?::(\d{1,2}))?$/.exec(token) ?? [];
    const isCounter = run !== undefined || name === 'SEQ';
    const isKnown = isCounter ? !isCounted : name in meanings && !token.includes(':');
    if (!isKnown) continue;
    if (index > from) parts.push({ text: pattern.slice(from, index) });
    isCounted ||= isCounter;
    parts.push(
      isCounter
        ? { place: 'SEQ', width: run?.length ?? Math.max(1, Number(width)) }
        : { place: name as Placeholder, width: 0 },
    );
    from = index + whole.length;
  }
  if (from < pattern.length) parts.push({ text: pattern.slice(from) });
  return isCounted ? parts : [...parts, { place: 'SEQ', width: 0 }];
}

export function numberPatternError(pattern: string): string | undefined {
  let counters = 0;
  for (const [, run, token = ''] of pattern.matchAll(placeholderPattern)) {
    if (run !== undefined || /^SEQ(:\d{1,2})?$/.test(token)) counters += 1;
    else if (!(token in meanings))
      return `contains the unknown placeholder {${token}}; known are ${allowed}`;
    const width = Number(/:(\d+)$/.exec(token)?.[1] ?? 1);
    if (width < 1 || width > 10) return `has {${token}}; a counter has 1 to 10 digits`;
  }
  if (/[{}]/.test(pattern.replaceAll(placeholderPattern, '')))
    return `contains an unmatched brace; known are ${allowed}`;
  if (counters === 1) return undefined;
  return counters === 0
    ? `must contain a counter; known are ${allowed}`
    : `must contain exactly one counter; known are ${allowed}`;
}

const patternText = text(40);
export const numberPattern: FieldType<string> = {
  ...patternText,
  json: { ...patternText.json, example: 'RE-{YYYY}-{SEQ:4}' },
  read: (value, report) => {
    const pattern = patternText.read(value, report);
    const error = pattern === undefined ? undefined : numberPatternError(pattern);
    if (error === undefined) return pattern;
    report('invalid_format', error);
    return undefined;
  },
};

/** Without the period in the pattern, numbers repeat. The message quotes the pattern, because it may be the stored one. */
export function numberRestartError(pattern: string, restart: NumberRestart): string | undefined {
  if (restart === 'NEVER') return undefined;
  const has = (place: Placeholder) =>
    partsOf(pattern).some((part) => 'place' in part && part.place === place);
  const year = has('YYYY') || has('YY') ? [] : ['YYYY'];
  const month = restart === 'YEAR' || has('MM') ? [] : ['MM'];
  const missing = [...year, ...month].map((place) => `{${place}}`);
  if (missing.length === 0) return undefined;
  const counter = /#+|\{SEQ(:\d{1,2})?\}|$/;
  const better = pattern.replace(counter, (run) => [...missing, run || '#'].join('-'));
  const names = missing.map((place) => (place === '{YYYY}' ? '{YYYY} or {YY}' : place));
  const each = restart.toLowerCase();
  return `is "${pattern}"; it must contain ${names.join(', and ')} if numbering restarts each ${each}, for example "${better}"`;
}

export const numberingPeriodOf = (restart: NumberRestart, day: string): string =>
  day.slice(0, { NEVER: 0, YEAR: 4, MONTH: 7 }[restart]);

/** Falls back to CLIENT for names without Latin letters and digits. */
function clientCode(name: string): string {
  const plain = name.normalize('NFKD').toUpperCase();
  return plain.replaceAll(/[^A-Z0-9]/g, '').slice(0, 8) || 'CLIENT';
}

export function formatDocumentNumber(
  pattern: string,
  number: number,
  { clientName, day }: DocumentNumberContext,
): string {
  const values: Record<Placeholder, (width: number) => string> = {
    SEQ: (width) => String(number).padStart(width, '0'),
    YYYY: () => day.slice(0, 4),
    YY: () => day.slice(2, 4),
    MM: () => day.slice(5, 7),
    CLIENT: () => clientCode(clientName),
  };
  return partsOf(pattern)
    .map((part) => ('text' in part ? part.text : values[part.place](part.width)))
    .join('');
}

/** Digits are a sequence number. Other text counts only if it matches the pattern, because "PO/1" must not block the sequence. */
export function parseDocumentNumber(
  pattern: string,
  requested: string,
  occasion: DocumentNumberContext,
): DocumentNumber & { year: string | null; month: string | null } {
  const plain = /^\d+$/.test(requested) ? countable(requested) : null;
  if (plain !== null) {
    const invoiceNumberFormatted = formatDocumentNumber(pattern, plain, occasion);
    const [year, month] = [occasion.day.slice(0, 4), occasion.day.slice(5, 7)];
    return { invoiceNumber: plain, invoiceNumberFormatted, year, month };
  }
  const { groups } = readerOf(pattern).exec(requested) ?? {};
  const year = groups?.YYYY ?? (groups?.YY === undefined ? null : `20${groups.YY}`);
  return {
    invoiceNumber: groups?.SEQ === undefined ? null : countable(groups.SEQ),
    invoiceNumberFormatted: requested,
    year,
    month: groups?.MM ?? null,
  };
}

function readerOf(pattern: string): RegExp {
  const digits: Record<Placeholder, string> = {
    ...{ SEQ: '\\d+', YYYY: '\\d{4}', YY: '\\d{2}', MM: '\\d{2}', CLIENT: '[A-Z0-9]{1,8}' },
  };
  const named = new Set<string>();
  const source = partsOf(pattern).map((part) => {
    if ('text' in part) return part.text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
    const name = named.has(part.place) ? '' : `?<${part.place}>`;
    named.add(part.place);
    return `(${name}${digits[part.place]})`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
}

function countable(digits: string): number | null {
  const number = Number(digits);
  return number <= largestNumber ? number : null;
}

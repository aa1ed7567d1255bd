import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ActionError } from '../platform/errors/action-error.ts';
import { truncateOutsideText } from './outside-text.ts';

export interface ToolResult {
  /** First line of the text, and the message of an error. */
  summary: string;
  facts?: Record<string, unknown>;
  list?: RecordList;
  isError?: true;
}

interface RecordList {
  records: readonly ListedRecord[];
  total?: number | undefined;
  /** Continues after the last record. Undefined at the end. */
  nextCursor?: string | undefined;
  /** Whether more records exist, if the list has no cursor. */
  isCut?: boolean;
}

interface ListedRecord {
  record: Record<string, unknown>;
  /** Continues after this record. */
  cursor?: string | undefined;
}

/** For the text and its structured copy together. The fields of the protocol need up to 1 kB more. */
const maxResultBytes = 24_000;

const isPresent = (value: unknown): boolean =>
  typeof value === 'object' ? value !== null && Object.keys(value).length > 0 : value !== undefined;

/** Omits null and empty values at all levels. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, entry]) => [name, withoutEmpty(entry)] as const,
  );
  return Object.fromEntries(entries.filter(([, entry]) => isPresent(entry)));
}

interface Limits {
  textLength?: number;
  entries?: number;
  fields?: number;
  /** Omits lists and objects. */
  isFlat?: true;
}

/** From the mildest to the strictest, which keeps every result below `maxResultBytes`. */
const limitsBySeverity: readonly Limits[] = [
  {},
  { textLength: 2_000 },
  { textLength: 300, entries: 50 },
  { textLength: 300, entries: 10, fields: 100 },
  { textLength: 300, entries: 2, fields: 30 },
  { textLength: 150, entries: 0, fields: 15, isFlat: true },
];

function shorten(value: unknown, limits: Limits): unknown {
  const { entries, fields, isFlat, textLength = Number.POSITIVE_INFINITY } = limits;
  if (typeof value === 'string') return truncateOutsideText(value, textLength);
  if (typeof value !== 'object' || value === null) return value;
  if (isFlat) return undefined;
  if (Array.isArray(value)) return value.slice(0, entries).map((entry) => shorten(entry, limits));
  return shortenFields(value, limits, fields);
}

function shortenFields(record: object, limits: Limits, fields?: number): Record<string, unknown> {
  const entries = Object.entries(record).slice(0, fields);
  return Object.fromEntries(entries.map(([name, entry]) => [name, shorten(entry, limits)]));
}

function shortenResult(result: ToolResult, limits: Limits): ToolResult {
  const { facts = {}, list, summary } = result;
  const records = list?.records.map(({ record, cursor }) => ({
    record: shortenFields(record, limits, limits.fields),
    cursor,
  }));
  return {
    ...result,
    summary: truncateOutsideText(summary, limits.textLength ?? Number.POSITIVE_INFINITY),
    facts: shortenFields(facts, limits),
    ...(list && { list: { ...list, records: records ?? [] } }),
  };
}

const inline = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const toLine = (record: object): string =>
  Object.entries(record)
    .map(([name, value]) => `${name}: ${inline(value)}`)
    .join('; ');

interface Cut {
  recordCount: number;
  isShortened: boolean;
  hint: string;
}

function build({ summary, facts = {}, list, isError }: ToolResult, cut: Cut): CallToolResult {
  const listed = list?.records.slice(0, cut.recordCount) ?? [];
  const isCut = list !== undefined && cut.recordCount < list.records.length;
  const isTruncated = isCut || list?.isCut || cut.isShortened;
  const records = listed.map(({ record }) => withoutEmpty(record) as object);
  const paging = withoutEmpty({
    total: list?.total,
    nextCursor: isCut ? listed.at(-1)?.cursor : list?.nextCursor,
    ...(isTruncated && { truncated: true, hint: cut.hint }),
  }) as object;
  const own = withoutEmpty(facts) as object;
  const lines = [summary, ...[own, ...records, paging].map(toLine)].filter((line) => line !== '');
  return {
    ...(isError && { isError }),
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: {
      ...(isError && { message: summary }),
      ...own,
      ...(list && { records }),
      ...paging,
    },
  };
}

const sizeOf = (result: CallToolResult) => Buffer.byteLength(JSON.stringify(result));

/** Omits whole records. Shortens texts and lists in a record only if one record is too large. */
export function toCallToolResult(result: ToolResult, hint: string): CallToolResult {
  let built: CallToolResult = { content: [] };
  for (const [index, limits] of limitsBySeverity.entries()) {
    const isShortened = index > 0;
    const shortened = isShortened ? shortenResult(result, limits) : result;
    let count = result.list?.records.length ?? 0;
    const minCount = Math.min(count, 1);
    built = build(shortened, { recordCount: count, isShortened, hint });
    for (
      let size = sizeOf(built);
      size > maxResultBytes && count > minCount;
      size = sizeOf(built)
    ) {
      count = Math.max(minCount, Math.min(count - 1, Math.floor((count * maxResultBytes) / size)));
      built = build(shortened, { recordCount: count, isShortened, hint });
    }
    if (sizeOf(built) <= maxResultBytes) break;
  }
  return built;
}

export function toErrorResult({ code, message, details }: ActionError): CallToolResult {
  const { errors, nearMatches, possibleActions, currentVersion, detail, retryAfterSeconds } =
    details;
  const facts = {
    ...{ code, errors, nearMatches },
    ...{ possibleActions, currentVersion, detail, retryAfterSeconds },
  };
  return toCallToolResult(
    { summary: message, facts, isError: true },
    'Correct these fields. The next call returns the other errors.',
  );
}

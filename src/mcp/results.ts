import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ActionError } from '../platform/errors/action-error.ts';
import { truncateText } from '../platform/errors/action-error.ts';

export interface ToolResult {
  /** First line of the text. */
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
  /** How to get fewer records. */
  hint?: string;
}

interface ListedRecord {
  record: Record<string, unknown>;
  /** Continues after this record. */
  cursor?: string | undefined;
}

/** The text and its structured copy together. */
const maxResultBytes = 25_000;

const isPresent = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Omits null and empty values at all levels. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, entry]) => [name, withoutEmpty(entry)] as const,
  );
  return Object.fromEntries(entries.filter(([, entry]) => isPresent(entry)));
}

/** Cuts long texts at all levels. */
function shorten(value: unknown, maxLength: number): unknown {
  if (typeof value === 'string') return truncateText(value, maxLength);
  if (Array.isArray(value)) return value.map((entry) => shorten(entry, maxLength));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, shorten(entry, maxLength)]),
  );
}

const inline = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const toLine = (record: object): string =>
  Object.entries(record)
    .map(([name, value]) => `${name}: ${inline(value)}`)
    .join('; ');

function build({ summary, facts = {}, list, isError }: ToolResult, count: number): CallToolResult {
  const listed = list?.records.slice(0, count) ?? [];
  const isCut = list !== undefined && count < list.records.length;
  const nextCursor = isCut ? listed.at(-1)?.cursor : list?.nextCursor;
  const records = listed.map(({ record }) => withoutEmpty(record) as object);
  const paging = withoutEmpty({
    total: list?.total,
    nextCursor,
    truncated: isCut || undefined,
    hint: isCut ? list?.hint : undefined,
  }) as object;
  const own = withoutEmpty(facts) as object;
  const lines = [summary, ...[own, ...records, paging].map(toLine)].filter((line) => line !== '');
  return {
    ...(isError && { isError }),
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: { ...own, ...(list && { records }), ...paging },
  };
}

const sizeOf = (result: CallToolResult) => Buffer.byteLength(JSON.stringify(result));

/** Longest texts, if a result is too large with one record. */
const textLengths = [Number.POSITIVE_INFINITY, 2_000, 300];

/** Cuts at whole records, and long texts only if one record is too large. */
export function toCallToolResult(result: ToolResult): CallToolResult {
  for (const maxLength of textLengths) {
    const shortened = shortenResult(result, maxLength);
    let count = result.list?.records.length ?? 0;
    const minCount = Math.min(count, 1);
    let built = build(shortened, count);
    for (
      let size = sizeOf(built);
      size > maxResultBytes && count > minCount;
      size = sizeOf(built)
    ) {
      count = Math.max(minCount, Math.min(count - 1, Math.floor((count * maxResultBytes) / size)));
      built = build(shortened, count);
    }
    if (sizeOf(built) <= maxResultBytes) return built;
  }
  const text = `The result is larger than ${maxResultBytes} bytes. Request fewer fields or records.`;
  return { isError: true, content: [{ type: 'text', text }] };
}

function shortenResult(result: ToolResult, maxLength: number): ToolResult {
  if (maxLength === Number.POSITIVE_INFINITY) return result;
  const { facts, list } = result;
  const records = list?.records.map(({ record, cursor }) => ({
    record: shorten(record, maxLength) as Record<string, unknown>,
    cursor,
  }));
  return {
    ...result,
    ...(facts && { facts: shorten(facts, maxLength) as Record<string, unknown> }),
    ...(list && { list: { ...list, records: records ?? [] } }),
  };
}

/** An error for the model, which can correct its call. */
export function toErrorResult({ code, message, details }: ActionError): CallToolResult {
  const { errors, nearMatches, possibleActions, currentVersion, detail, retryAfterSeconds } =
    details;
  const facts = withoutEmpty({
    code,
    errors,
    nearMatches,
    ...{ possibleActions, currentVersion, detail, retryAfterSeconds },
  }) as object;
  return {
    isError: true,
    content: [{ type: 'text', text: `${message}\n${toLine(facts)}` }],
    structuredContent: { message, ...facts },
  };
}

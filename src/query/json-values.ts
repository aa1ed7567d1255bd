import { numericIdPrefixes } from '../platform/ids/record-ids.ts';
import { quoteLiteral } from './conditions.ts';

export type JsonValueFormat =
  | 'plain'
  | 'text'
  /** Exact, as text, without trailing zeros. */
  | 'decimal'
  /** Exact, as a JSON number, without trailing zeros. */
  | 'number'
  /** ISO 8601 in UTC with milliseconds. */
  | 'instant'
  /** An array, empty instead of null. */
  | 'list'
  | 'time'
  /** A numeric id with its prefix. */
  | 'User'
  | 'Workspace'
  /** Maps some values to other texts. */
  | { spelling: Readonly<Record<string, string>> };

const writing: Readonly<Record<Extract<JsonValueFormat, string>, (column: string) => string>> = {
  plain: (column) => column,
  text: (column) => `${column}::text`,
  list: (column) => `coalesce(${column}, '{}')`,
  decimal: (column) => `trim_scale(${column})::text`,
  number: (column) => `trim_scale(${column})`,
  instant: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  time: (column) => `to_char(${column}, 'HH24:MI:SS')`,
  User: (column) => `${quoteLiteral(`${numericIdPrefixes.User}_`)} || ${column}`,
  Workspace: (column) => `${quoteLiteral(`${numericIdPrefixes.Workspace}_`)} || ${column}`,
};

export function jsonValueSql(column: string, how: JsonValueFormat): string {
  if (typeof how === 'string') return writing[how](column);
  const cases = Object.entries(how.spelling).map(
    ([value, text]) => `WHEN ${quoteLiteral(value)} THEN ${quoteLiteral(text)}`,
  );
  return `CASE ${column}::text ${cases.join(' ')} ELSE ${column}::text END`;
}

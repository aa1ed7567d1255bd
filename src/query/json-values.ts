import { numericIdPrefixes } from '../platform/ids/record-ids.ts';
import { quoteLiteral } from './conditions.ts';

/** How a column's value stands in the JSON. */
export type JsonValueFormat =
  /** As PostgreSQL writes JSON: texts, whole numbers, flags, days, JSON. */
  | 'plain'
  /** As PostgreSQL writes text. */
  | 'text'
  /** An exact number as text, without zeros at its end. */
  | 'decimal'
  /** An exact number as a number of JSON, without zeros at its end. */
  | 'number'
  /** An instant in UTC, with milliseconds and Z. */
  | 'instant'
  /** A list, which is empty where the database has none. */
  | 'list'
  /** A time of day, HH:MM:SS. */
  | 'time'
  /** A user's number, or a workspace's, behind its prefix. */
  | 'User'
  | 'Workspace'
  /** Some values in another spelling. */
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

/** The SQL of a column's value as it stands in the JSON. */
export function jsonValueSql(column: string, how: JsonValueFormat): string {
  if (typeof how === 'string') return writing[how](column);
  const cases = Object.entries(how.spelling).map(
    ([value, text]) => `WHEN ${quoteLiteral(value)} THEN ${quoteLiteral(text)}`,
  );
  return `CASE ${column}::text ${cases.join(' ')} ELSE ${column}::text END`;
}

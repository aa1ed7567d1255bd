import { quoteIdentifier, quoteLiteral } from './conditions.ts';

/** How a statement writes what a column keeps as JSON. */

/** A property of an object that is kept as JSON; `as` is its name in the answer. */
export type StoredJsonPart = { as: string; key: string } & (
  | { kind: 'value'; written: StoredWritten }
  /** An object, or null. */
  | { kind: 'object'; parts: readonly StoredJsonPart[] }
  /** A list of objects, which is empty where nothing is kept. */
  | { kind: 'objects'; parts: readonly StoredJsonPart[] }
);

type StoredWritten =
  /** Texts, whole numbers, flags and days, as they are kept. */
  | 'plain'
  /** An exact number, which is kept as text, as a number of JSON. */
  | 'number'
  /** Whatever a caller sent. */
  | 'json';

/** A row that is to be written. No column has this name: PostgreSQL would take a column of the same name instead. */
export const rowAlias = quoteIdentifier('#row');

/** The array that the rows of a subquery are, in its order; without a blank, as everything that is written here. */
export const jsonArraySql = (rows: string) =>
  `array_to_json(ARRAY(SELECT ${rowAlias} FROM (${rows}) ${rowAlias}))`;

/** A text of JSON as a whole, or the blanks between others: PostgreSQL writes some after commas and colons. */
const blanks = quoteLiteral('("(?:[^"\\\\]|\\\\.)*")|\\s+');

/** JSON of any kind without blanks. */
export const compactJsonSql = (json: string) =>
  `CASE WHEN jsonb_typeof(${json}) IN ('object', 'array')
    THEN regexp_replace((${json})::text, ${blanks}, '\\1', 'g')::json ELSE (${json})::text::json END`;

function valueSql(part: StoredJsonPart, json: string): string {
  const key = quoteLiteral(part.key);
  if (part.kind === 'object') return storedObjectSql(`(${json} -> ${key})`, part.parts);
  if (part.kind === 'objects') return storedObjectsSql(`(${json} -> ${key})`, part.parts);
  if (part.written === 'number') return `trim_scale((${json} ->> ${key})::numeric)`;
  return part.written === 'json' ? compactJsonSql(`${json} -> ${key}`) : `${json} -> ${key}`;
}

const columns = (parts: readonly StoredJsonPart[], json: string) =>
  parts.map((part) => `${valueSql(part, json)} AS ${quoteIdentifier(part.as)}`).join(', ');

/** The object that a column of JSON keeps, with these properties and no others; null where it keeps none. */
export const storedObjectSql = (json: string, parts: readonly StoredJsonPart[]): string =>
  `(SELECT row_to_json(${rowAlias}) FROM (SELECT ${columns(parts, json)}) ${rowAlias} WHERE jsonb_typeof(${json}) = 'object')`;

/** The objects that a column of JSON keeps as an array, in its order. */
export const storedObjectsSql = (json: string, parts: readonly StoredJsonPart[]): string =>
  jsonArraySql(`SELECT ${columns(parts, 'e.one')}
    FROM jsonb_array_elements(${json}) WITH ORDINALITY AS e(one, place) ORDER BY e.place`);

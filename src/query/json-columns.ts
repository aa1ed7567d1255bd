import { literal, quoted } from './conditions.ts';

/** How a statement writes what a column keeps as JSON. */

/** A property of an object that is kept as JSON; `as` is its name in the answer. */
export type StoredPart = { as: string; key: string } & (
  | { kind: 'value'; written: StoredWritten }
  /** An object, or null. */
  | { kind: 'object'; parts: readonly StoredPart[] }
  /** A list of objects, which is empty where nothing is kept. */
  | { kind: 'objects'; parts: readonly StoredPart[] }
);

type StoredWritten =
  /** Texts, whole numbers, flags and days, as they are kept. */
  | 'plain'
  /** An exact number, which is kept as text, as a number of JSON. */
  | 'number'
  /** Whatever a caller sent. */
  | 'json';

/** A row that is to be written. No column has this name: PostgreSQL would take a column of the same name instead. */
export const row = quoted('#row');

/** The array that the rows of a subquery are, in its order; without a blank, as everything that is written here. */
export const arrayOf = (rows: string) =>
  `array_to_json(ARRAY(SELECT ${row} FROM (${rows}) ${row}))`;

/** A text of JSON as a whole, or the blanks between others: PostgreSQL writes some after commas and colons. */
const blanks = literal('("(?:[^"\\\\]|\\\\.)*")|\\s+');

/** JSON of any kind without blanks. */
export const compactJson = (json: string) =>
  `CASE WHEN jsonb_typeof(${json}) IN ('object', 'array')
    THEN regexp_replace((${json})::text, ${blanks}, '\\1', 'g')::json ELSE (${json})::text::json END`;

function valueSql(part: StoredPart, json: string): string {
  const key = literal(part.key);
  if (part.kind === 'object') return storedObject(`(${json} -> ${key})`, part.parts);
  if (part.kind === 'objects') return storedObjects(`(${json} -> ${key})`, part.parts);
  if (part.written === 'number') return `trim_scale((${json} ->> ${key})::numeric)`;
  return part.written === 'json' ? compactJson(`${json} -> ${key}`) : `${json} -> ${key}`;
}

const columns = (parts: readonly StoredPart[], json: string) =>
  parts.map((part) => `${valueSql(part, json)} AS ${quoted(part.as)}`).join(', ');

/** The object that a column of JSON keeps, with these properties and no others; null where it keeps none. */
export const storedObject = (json: string, parts: readonly StoredPart[]): string =>
  `(SELECT row_to_json(${row}) FROM (SELECT ${columns(parts, json)}) ${row} WHERE jsonb_typeof(${json}) = 'object')`;

/** The objects that a column of JSON keeps as an array, in its order. */
export const storedObjects = (json: string, parts: readonly StoredPart[]): string =>
  arrayOf(`SELECT ${columns(parts, 'e.one')}
    FROM jsonb_array_elements(${json}) WITH ORDINALITY AS e(one, place) ORDER BY e.place`);

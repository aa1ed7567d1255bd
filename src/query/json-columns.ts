import { quoteIdentifier, quoteLiteral } from './conditions.ts';

/** `as` is the name in the response. */
export type StoredJsonPart = { as: string; key: string } & (
  | { kind: 'value'; written: StoredWritten }
  | { kind: 'object'; parts: readonly StoredJsonPart[] }
  | { kind: 'objects'; parts: readonly StoredJsonPart[] }
);

type StoredWritten =
  | 'plain'
  /** Stored as text, returned as a JSON number. */
  | 'number'
  | 'json';

/** PostgreSQL would prefer a column of this name. */
export const rowAlias = quoteIdentifier('#row');

/** Unlike `json_agg`, it writes no whitespace. */
export const jsonArraySql = (rows: string) =>
  `array_to_json(ARRAY(SELECT ${rowAlias} FROM (${rows}) ${rowAlias}))`;

/** A whole JSON string, or whitespace between tokens. */
const blanks = quoteLiteral('("(?:[^"\\\\]|\\\\.)*")|\\s+');

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

export const storedObjectSql = (json: string, parts: readonly StoredJsonPart[]): string =>
  `(SELECT row_to_json(${rowAlias}) FROM (SELECT ${columns(parts, json)}) ${rowAlias} WHERE jsonb_typeof(${json}) = 'object')`;

export const storedObjectsSql = (json: string, parts: readonly StoredJsonPart[]): string =>
  jsonArraySql(`SELECT ${columns(parts, 'e.one')}
    FROM jsonb_array_elements(${json}) WITH ORDINALITY AS e(one, place) ORDER BY e.place`);

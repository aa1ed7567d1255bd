import type pg from 'pg';

/** A column that can hold words. */
export interface TextColumn {
  /** As SQL names it. */
  table: string;
  name: string;
  type: string;
}

/**
 * Every text column of every table, including the job queue, from the catalogue, so that new ones are covered. Tables
 * of extensions contain none of our data.
 */
export async function textColumns(pool: pg.Pool): Promise<TextColumn[]> {
  const { rows } = await pool.query<TextColumn>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS "table", a.attname::text AS name, t.typname::text AS type
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relkind IN ('r', 'p', 'm') AND a.attnum > 0 AND NOT a.attisdropped
       AND n.nspname !~ '^(pg_|information_schema)' AND NOT EXISTS (
         SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
       AND (t.typcategory IN ('S', 'A') OR t.typname IN ('json', 'jsonb', 'bytea'))
     ORDER BY 1, 2`,
  );
  return rows;
}

/** The name of a column, without the default schema. */
export const calledColumn = ({ name, table }: TextColumn): string =>
  `${table.replace(/^public\./, '').replaceAll('"', '')}.${name}`;

/** Every column of any type that contains one of the words. */
export async function columnsWith(pool: pg.Pool, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const column of await textColumns(pool)) {
    const { name, table, type } = column;
    const own = `"${name}"`;
    const text = type === 'bytea' ? `encode(${own}, 'escape')` : `${own}::text`;
    const { rowCount } = await pool.query(
      `SELECT 1 FROM ${table} WHERE ${words.map((_, index) => `position(lower($${index + 1}::text) IN lower(${text})) > 0`).join(' OR ')} LIMIT 1`,
      [...words],
    );
    if (rowCount) found.push(calledColumn(column));
  }
  return found;
}

import type pg from 'pg';

/**
 * Every column of every table that there is, the job queue's among them, in which one of the words stands, whatever its type: read
 * from the catalogue, so that a new column is looked at too.
 */
export async function columnsWith(pool: pg.Pool, words: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; name: string; type: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS "table", a.attname::text AS name, t.typname::text AS type
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relkind IN ('r', 'p', 'm') AND a.attnum > 0 AND NOT a.attisdropped
       AND n.nspname !~ '^(pg_|information_schema)' AND (t.typcategory IN ('S', 'A') OR t.typname IN ('json', 'jsonb', 'bytea'))
     ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const { name, table, type } of rows) {
    const own = `"${name}"`;
    const text = type === 'bytea' ? `encode(${own}, 'escape')` : `${own}::text`;
    const { rowCount } = await pool.query(
      `SELECT FROM ${table} WHERE EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE position(lower(word) IN lower(${text})) > 0) LIMIT 1`,
      [words],
    );
    if (rowCount) found.push(`${table.replace(/^public\./, '').replaceAll('"', '')}.${name}`);
  }
  return found;
}

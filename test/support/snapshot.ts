import type pg from 'pg';

/**
 * A digest of every row, by table: equal digests mean that nothing was written. The use of keys is left out, since a
 * request that is refused may have noted it.
 */
export async function snapshot(pool: pg.Pool, accountId?: number): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname NOT IN ('_prisma_migrations', 'ApiKey') ORDER BY 1`);
  const digests = rows.map(async ({ name }) => {
    const { rows: found } = await pool.query<{ digest: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest
       FROM "${name}" t WHERE $1::int IS NULL OR "accountId" = $1`,
      [accountId ?? null],
    );
    return [name, found[0]?.digest ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

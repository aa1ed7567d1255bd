import type pg from 'pg';
import { signInModels } from '../../src/domain/kernel/sign-in-models.ts';

/** They belong to no workspace: no part of the digest of one. */
const global: readonly string[] = signInModels;

/**
 * A digest of every row, by table: equal digests mean that nothing was written. The use of keys is left out, since a
 * request that is refused may have noted it.
 */
export async function snapshot(pool: pg.Pool, accountId?: number): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname NOT IN ('_prisma_migrations', 'ApiKey') ORDER BY 1`);
  const digests = rows.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest
       FROM "${name}" t WHERE ${global.includes(name) ? '' : '"accountId" = $1 OR'} $1::int IS NULL`,
  );
  const { rows: found } = await pool.query<{ name: string; digest: string }>(
    digests.join(' UNION ALL '),
    [accountId ?? null],
  );
  return Object.fromEntries(found.map(({ name, digest }) => [name, digest]));
}

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { globalModels } from '../../src/database/models/global-models.ts';

/**
 * Which transaction wrote a row. An entry of the log is moved by another one, and keeps the number of the one that wrote it; where it is changed, its version
 * is raised.
 */
const writerOf = (table: string): string =>
  table === 'LogEntry' ? 'transaction + version' : 'xmin::text::bigint';

/** They belong to no workspace: no part of the digest of one. */
const global: readonly string[] = globalModels;

/**
 * A digest of every table, of all workspaces or of one: equal digests mean that nothing was written in between. The use of keys is
 * left out, since a request that is rejected may have noted it.
 *
 * A digest is how many rows there are, and the sum of the transactions that wrote them: later ones have larger numbers, so that a row
 * that was written again, with the same values even, makes the sum larger, and so does one in the place of another.
 */
export async function snapshot(pool: pg.Pool, accountId?: number): Promise<Record<string, string>> {
  const { ApiKey: _, ...digests } = await aggregateTables(
    pool,
    (table) => `count(*) || ' ' || coalesce(sum(${writerOf(table)}), 0)`,
    accountId,
  );
  return digests;
}

/** How many rows of a workspace each table has. */
export const rowCounts = (pool: pg.Pool, accountId: number): Promise<Record<string, string>> =>
  aggregateTables(pool, () => 'count(*)::text', accountId);

/** A text about the rows of each table, of all workspaces or of one. */
async function aggregateTables(
  pool: pg.Pool,
  aggregate: (table: string) => string,
  accountId?: number,
): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'tables',
    text: `SELECT relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname <> '_prisma_migrations' ORDER BY 1`,
  });
  const isOfOne = accountId !== undefined;
  const tables = rows.filter(({ name }) => !isOfOne || !global.includes(name));
  const text = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, ${aggregate(name)} AS text FROM "${name}" ${isOfOne ? 'WHERE "accountId" = $1' : ''}`,
    )
    .join(' UNION ALL ');
  // By a name, so that a connection plans it once: planning so many tables takes longer than reading them.
  const name = `tables ${createHash('md5').update(text).digest('hex')}`;
  const { rows: found } = await pool.query<{ name: string; text: string }>({
    ...{ name, text },
    ...(isOfOne && { values: [accountId] }),
  });
  return Object.fromEntries(found.map(({ name, text }) => [name, text]));
}

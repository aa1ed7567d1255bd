import type { TestApi } from './api.ts';
import type { Stage } from './killable-writes.ts';
import { snapshot } from './snapshot.ts';

/** All that a workspace has: digests of its tables, by name, and the number of its jobs. */
export async function everythingOf(
  { database, owner }: TestApi,
  { own: { accountId } }: Stage,
): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ count: string }>(
    `SELECT count(*)::text FROM graphile_worker.jobs WHERE key LIKE $1 || '/%'`,
    [accountId],
  );
  return { ...(await snapshot(database.pool, accountId)), jobs: rows[0]?.count ?? '' };
}

/** How many rows there are more than before, by table. */
export function moreRows(before: Record<string, string>, after: Record<string, string>): string[] {
  const countOf = (digest: string | undefined) => Number(digest?.split(' ')[0]);
  return Object.entries(after)
    .map(([table, digest]) => [table, countOf(digest) - countOf(before[table])] as const)
    .filter(([, more]) => more !== 0)
    .map(([table, more]) => `${table} ${more}`);
}

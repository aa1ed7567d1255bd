import { withConnection } from '../pool/single-connection.ts';
import type { ReadyDatabase } from './open-database.ts';

/** Undefined behind a pooler. */
export async function connectionBudgetProblem(
  {
    directUrl,
    embedded,
    pooler,
    role,
  }: Pick<ReadyDatabase, 'directUrl' | 'embedded' | 'pooler' | 'role'>,
  poolSize: number,
): Promise<string | undefined> {
  if (pooler !== 'none') return undefined;
  const maxConnections = await withConnection(
    directUrl,
    async (client) => {
      // `reserved_connections` exists since PostgreSQL 16.
      const { rows } = await client.query<{ most: number }>(
        `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) AS most`,
      );
      return rows[0]?.most ?? poolSize;
    },
    role,
  );
  if (poolSize < maxConnections) return undefined;
  return `DATABASE_POOL_SIZE is ${poolSize}, but the database takes ${maxConnections} connections of all who use it together: what needs more of them than there are is answered with 503. ${embedded ? 'Ask for fewer.' : 'Ask for fewer, or raise max_connections of the server.'}`;
}

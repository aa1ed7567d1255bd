import { withConnection } from '../pool/single-connection.ts';
import type { ReadyDatabase } from './open-database.ts';

/**
 * What is wrong where more connections are asked for than a database takes, in words; undefined where nothing is, and behind a pooler, which has
 * limits of its own. One statement, on a connection of its own.
 */
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
      // Some are kept for administrators, since PostgreSQL 16 for whoever they name as well.
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

import pg from 'pg';
import { connectionConfig } from './connection-config.ts';

/** A connection for looking at migrations or applying them, closed afterwards; that of the URL's user unless a role is given. */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  role?: string,
): Promise<T> {
  const client = new pg.Client({ ...connectionConfig(url, role), connectionTimeoutMillis: 10_000 });
  // A connection lost while the work runs must not end the process; the next query reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

import pg from 'pg';
import { connectionConfig } from './connection-config.ts';

/** Opens a connection for migrations and closes it after the work. Its role is the URL's user by default. */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  role?: string,
): Promise<T> {
  const client = new pg.Client({ ...connectionConfig(url, role), connectionTimeoutMillis: 10_000 });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

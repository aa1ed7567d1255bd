import pg from 'pg';
import { connectionConfig } from './connection-config.ts';

/** @param role default: the URL's user */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  role?: string,
): Promise<T> {
  const client = new pg.Client({ ...connectionConfig(url, role), connectionTimeoutMillis: 10_000 });
  // Without a listener, a lost connection ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** Not declared by pg. */
interface PgConnection extends EventEmitter {
  connect(port: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
}

interface Backend {
  processID: number;
  secretKey: number;
  isBehindPooler: boolean;
}

/** Opens a connection, because those of the pool may be busy. */
export async function cancelStatement(
  config: pg.ClientConfig,
  { isBehindPooler, processID, secretKey }: Backend,
): Promise<void> {
  const client = new pg.Client(config);
  if (isBehindPooler) return await sendCancelRequest(client, processID, secretKey);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT pg_cancel_backend($1)', [processID]);
  } finally {
    client.end().catch(() => undefined);
  }
}

/** A pooler maps the numbers of a cancel request to those of the server. */
async function sendCancelRequest(
  client: pg.Client,
  processID: number,
  secretKey: number,
): Promise<void> {
  const { connection } = client as unknown as { connection: PgConnection };
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', resolve);
    connection.once('connect', () => connection.cancel(processID, secretKey));
    const { host, port } = client;
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

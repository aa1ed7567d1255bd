import pg from 'pg';

/** A connection on which nothing is said: it ends when the server does. */
export interface ServerWatch {
  /** Settles when the server is gone, or `end` was called. */
  lost: Promise<void>;
  end(): Promise<void>;
}

/** Watches the server at a URL. @throws Error where it does not answer. */
export async function watchServer(url: string): Promise<ServerWatch> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `actiongraph service ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await client.connect();
  return { lost, end: () => client.end() };
}

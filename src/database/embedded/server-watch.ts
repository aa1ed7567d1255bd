import pg from 'pg';

/** An idle connection that ends with the server. */
export interface ServerWatch {
  /** Also resolves after `end`. */
  lost: Promise<void>;
  end(): Promise<void>;
}

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

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type FailoverConfig, requirePrimary, withCurrentHost } from '../pool/hosts.ts';
import { destroyConnection } from '../pool/pooled-connection.ts';

const timeoutMillis = 5_000;

/** Doubled after each attempt, with jitter. */
const firstPauseMillis = 100;
const longestPauseMillis = 10_000;

const closePatienceMillis = 1_000;

export interface ListenOptions {
  config: FailoverConfig;
  name?: string;
  onNotification: (channel: string, payload: string) => void;
  /** Notifications are lost until `onRestored`. */
  onLost?: () => void;
  /** Connected again; notifications may be missing. */
  onRestored: () => void;
  log: (message: string, error: unknown) => void;
}

export interface Listener {
  /** Then notifications of later commits will arrive. */
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
  /** @throws if the server is unreachable or rejects the statement */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Reconnects after each loss: a closed connection or a timeout. */
export function openListener({
  config,
  name = 'actiongraph changes',
  onNotification,
  onLost,
  onRestored,
  log,
}: ListenOptions): Listener {
  const channels = new Set<string>();
  const closing = new AbortController();
  let connection: Promise<pg.Client> | undefined;
  let latest: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...withCurrentHost(config),
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMillis,
      query_timeout: timeoutMillis,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));
    try {
      await client.connect();
      await requirePrimary(config.hosts, client);
      for (const channel of channels)
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      destroyConnection(client);
      config.hosts?.failed(client);
      throw error;
    }
    client.once('end', () => {
      connection = undefined;
      onLost?.();
      void restore();
    });
    return client;
  }

  function connected(): Promise<pg.Client> {
    connection ??= connect().catch((error) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  async function restore(): Promise<void> {
    const { signal } = closing;
    for (let pause = firstPauseMillis; !signal.aborted; pause *= 2) {
      const varied = Math.min(pause, longestPauseMillis) * (0.5 + Math.random() / 2);
      await sleep(varied, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await connected();
        return onRestored();
      } catch (error) {
        log(`The connection "${name}" could not be made again.`, error);
      }
    }
  }

  function query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const answer = latest.then(() => send<Row>(sql, values));
    latest = answer.catch(() => undefined);
    return answer;
  }

  async function send<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    closing.signal.throwIfAborted();
    const client = await connected();
    try {
      return (await client.query(sql, [...values])).rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) destroyConnection(client);
      throw error;
    }
  }

  return {
    query,
    listen: async (channel) => {
      channels.add(channel);
      await query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    },
    unlisten: async (channel) => {
      channels.delete(channel);
      await query(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
    },
    close: async () => {
      closing.abort();
      const client = await connection?.catch(() => undefined);
      if (!client) return;
      setTimeout(() => destroyConnection(client), closePatienceMillis).unref();
      await client.end();
    },
  };
}

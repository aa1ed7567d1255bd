import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type FailoverConfig, requirePrimary, withCurrentHost } from '../pool/hosts.ts';
import { destroyConnection } from '../pool/pooled-connection.ts';

const timeoutMs = 5_000;

/** Doubled after each attempt, with jitter. */
const firstPauseMs = 100;
const maxPauseMs = 10_000;

const closeTimeoutMs = 1_000;

export interface ListenOptions {
  config: FailoverConfig;
  name?: string;
  onNotification: (channel: string, payload: string) => void;
  /** Notifications are lost until `onRestored`. */
  onLost?: () => void;
  /** Notifications may have been lost: read the current state again. */
  onRestored: () => void;
  log: (message: string, error: unknown) => void;
}

export interface Listener {
  /** Resolves when notifications of later commits will arrive. */
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
  /** @throws if the server is unreachable or rejects the statement */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

class ListenConnection implements Listener {
  readonly #options: ListenOptions;
  readonly #name: string;
  readonly #channels = new Set<string>();
  readonly #closing = new AbortController();
  #connection: Promise<pg.Client> | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();

  constructor(options: ListenOptions) {
    this.#options = options;
    this.#name = options.name ?? 'actiongraph changes';
  }

  query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const rows = this.#lastQuery.then(() => this.#send<Row>(sql, values));
    this.#lastQuery = rows.catch(() => undefined);
    return rows;
  }

  async listen(channel: string): Promise<void> {
    this.#channels.add(channel);
    await this.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  }

  async unlisten(channel: string): Promise<void> {
    this.#channels.delete(channel);
    await this.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#connection?.catch(() => undefined);
    if (!client) return;
    setTimeout(() => destroyConnection(client), closeTimeoutMs).unref();
    await client.end();
  }

  async #send<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    this.#closing.signal.throwIfAborted();
    const client = await this.#connected();
    try {
      return (await client.query(sql, [...values])).rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) destroyConnection(client);
      throw error;
    }
  }

  #connected(): Promise<pg.Client> {
    this.#connection ??= this.#connect().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<pg.Client> {
    const { config, onLost, onNotification } = this.#options;
    const client = new pg.Client({
      ...withCurrentHost(config),
      application_name: this.#name,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));
    try {
      await client.connect();
      await requirePrimary(config.hosts, client);
      for (const channel of this.#channels)
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      destroyConnection(client);
      config.hosts?.failed(client);
      throw error;
    }
    client.once('end', () => {
      this.#connection = undefined;
      onLost?.();
      void this.#reconnect();
    });
    return client;
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs *= 2) {
      const variedMs = Math.min(pauseMs, maxPauseMs) * (0.5 + Math.random() / 2);
      await sleep(variedMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#connected();
        return this.#options.onRestored();
      } catch (error) {
        this.#options.log(`The connection "${this.#name}" could not be made again.`, error);
      }
    }
  }
}

/** Reconnects after each loss or timeout. */
export const openListener = (options: ListenOptions): Listener => new ListenConnection(options);

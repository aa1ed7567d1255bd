import { AsyncResource } from 'node:async_hooks';
import type { QueryResult } from 'pg';
import pg from 'pg';
import { isInAdmittedRequest } from '../statements/admitted-requests.ts';
import { markAsWriting } from '../statements/read-scope.ts';
import { isSqlError } from './connection-errors.ts';
import { type FailoverHosts, type Host, requirePrimary } from './hosts.ts';
import type { BoundedPoolConfig } from './pooled-connection.ts';
import { destroyConnection, PooledClient, toQueryConfig } from './pooled-connection.ts';

export class PoolQueueFullError extends Error {
  override readonly name = 'PoolQueueFullError';
}

export interface ReadReplicas {
  read(query: pg.QueryConfig, here: () => Promise<QueryResult>): Promise<QueryResult>;
  onReplica<T>(
    there: (one: { pool: BoundedPool }) => Promise<T>,
    here: () => Promise<T>,
  ): Promise<T>;
}

/** Not declared by pg. */
interface Undeclared {
  _pendingQueue: { callback: (error: Error) => void; since: number }[];
}

class PoolQueueTimeoutError extends Error {
  override readonly name = 'PoolQueueTimeoutError';

  constructor() {
    // As in pg.
    super('timeout exceeded when trying to connect');
  }
}

/** Limits connections and waiting callers. */
export class BoundedPool extends pg.Pool {
  replicas: ReadReplicas | undefined;
  readonly #maxWaiting: number;
  readonly #queueTimeoutMs: number;
  #queueTimer: NodeJS.Timeout | undefined;
  readonly #clients = new Set<pg.Client>();
  readonly #hosts: FailoverHosts | undefined;
  /** Connections whose server is known to be the primary. */
  readonly #checked = new WeakSet<object>();

  constructor(config: BoundedPoolConfig, maxWaiting: number) {
    super({ ...config, Client: PooledClient as never });
    this.#maxWaiting = maxWaiting;
    this.#queueTimeoutMs = config.queueTimeoutMs;
    this.#hosts = config.hosts;
    this.on('connect', (client) => {
      this.#clients.add(client);
      // Without a listener, a lost connection ends the process. The caller's next query reports the error.
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** For transactions: later reads of the request go to the primary. */
  override connect = ((callback?: (error: Error) => void) => {
    markAsWriting();
    return this.#connect(callback);
  }) as pg.Pool['connect'];

  #connect(callback?: (error: Error) => void): unknown {
    if (this.#isQueueFull) {
      const error = this.#queueFullError();
      return callback ? callback(error) : Promise.reject(error);
    }
    return this.#hosts && !callback ? this.#connectToPrimary(this.#hosts) : this.#take(callback);
  }

  get #isQueueFull(): boolean {
    return this.waitingCount >= this.#maxWaiting && !isInAdmittedRequest();
  }

  #queueFullError(): PoolQueueFullError {
    return new PoolQueueFullError(
      `All ${this.options.max} connections are busy and ${this.waitingCount} callers are waiting.`,
    );
  }

  /** One timer for all callers: one each, as in pg, costs as much as a small statement. */
  #take(callback?: unknown): unknown {
    const connect = pg.Pool.prototype.connect as (callback?: unknown) => unknown;
    const waiting = (this as unknown as Undeclared)._pendingQueue;
    const before = waiting.length;
    const answer = connect.call(this, callback);
    const own = waiting.length > before ? waiting.at(-1) : undefined;
    if (own) {
      own.since = performance.now();
      this.#queueTimer ??= setTimeout(this.#rejectExpired, this.#queueTimeoutMs).unref();
    }
    return answer;
  }

  readonly #rejectExpired = (): void => {
    this.#queueTimer = undefined;
    const waiting = (this as unknown as Undeclared)._pendingQueue;
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const left = first.since + this.#queueTimeoutMs - performance.now();
      if (left > 0) {
        this.#queueTimer = setTimeout(this.#rejectExpired, left).unref();
        return;
      }
      waiting.shift();
      first.callback(new PoolQueueTimeoutError());
    }
  };

  /** Later reads of the request may go to a replica. */
  connectToRead(): Promise<pg.PoolClient> {
    return this.#connect() as Promise<pg.PoolClient>;
  }

  /** Tries each host once. */
  async #connectToPrimary(hosts: FailoverHosts): Promise<pg.PoolClient> {
    for (let tried = 1; ; tried += 1) {
      const { current } = hosts;
      const client = await this.#connectTo(hosts).catch((error: unknown) => {
        if (error instanceof PoolQueueTimeoutError) throw error;
        hosts.failed(current);
        if (tried >= hosts.count) throw error;
      });
      if (client) return client;
    }
  }

  /** The deadline of a request does not apply to the check of the host. */
  readonly #connectTo = AsyncResource.bind(async (hosts: FailoverHosts): Promise<pg.PoolClient> => {
    for (;;) {
      const client = (await this.#take()) as pg.PoolClient & Host;
      try {
        const { host, port } = hosts.current;
        if (client.host !== host || client.port !== port) {
          client.release(true);
          continue;
        }
        if (!this.#checked.has(client)) await requirePrimary(hosts, client);
        this.#checked.add(client);
        return client;
      } catch (error) {
        client.release(true);
        throw error;
      }
    }
  });

  /** Unlike pg, it keeps the connection after an SQL error, and the asynchronous context. */
  override query = (async (...parameters: [never, never?]): Promise<QueryResult> => {
    const query = toQueryConfig(parameters);
    const here = () => this.#query(query);
    return this.replicas ? this.replicas.read(query, here) : here();
  }) as unknown as pg.Pool['query'];

  async #query(query: pg.QueryConfig): Promise<QueryResult> {
    const client = await this.connectToRead();
    let connectionError: Error | undefined;
    try {
      return await client.query(query);
    } catch (error) {
      if (!isSqlError(error)) connectionError = error as Error;
      throw error;
    } finally {
      client.release(connectionError);
    }
  }

  breakConnections(): void {
    for (const client of this.#clients) destroyConnection(client);
  }

  /** After the timeout it destroys the connections. */
  async close(timeoutMs: number): Promise<void> {
    setTimeout(() => this.breakConnections(), timeoutMs).unref();
    await this.end();
  }
}

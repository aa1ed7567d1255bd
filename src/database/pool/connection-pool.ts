import type { QueryResult } from 'pg';
import pg from 'pg';
import { isInAdmittedRequest } from '../statements/admitted-requests.ts';
import { markAsWriting } from '../statements/read-scope.ts';
import { ReadBatcher, type ReadTiming, ReadTimings, sendBatchedRead } from './batched-reads.ts';
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

const waitedTooLong = 'timeout exceeded when trying to connect';

/** Limits connections and waiting callers. */
export class BoundedPool extends pg.Pool {
  replicas: ReadReplicas | undefined;
  /** On Citus a batch would be a distributed transaction. */
  isDistributed = false;
  readonly #maxWaiting: number;
  readonly #queueTimeoutMs: number;
  #patience: NodeJS.Timeout | undefined;
  readonly #clients = new Set<pg.Client>();
  readonly #hosts: FailoverHosts | undefined;
  /** Connections whose server is known to be the primary. */
  readonly #checked = new WeakSet<object>();
  readonly #known = new ReadTimings();
  readonly #together = new ReadBatcher(
    () => this.#connectPatiently(),
    () => this.idleCount > 0 || this.totalCount < this.options.max,
  );

  constructor(config: BoundedPoolConfig, maxWaiting: number) {
    super({ ...config, Client: PooledClient as never });
    this.#maxWaiting = maxWaiting;
    this.#queueTimeoutMs = config.queueTimeoutMs;
    this.#hosts = config.hosts;
    const pending = (this as unknown as Undeclared)._pendingQueue;
    Object.defineProperty(this, 'waitingCount', {
      get: () => pending.length + this.#together.unasked,
    });
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
    if (this.#hasTooMany) {
      const error = this.#tooMany();
      return callback ? callback(error) : Promise.reject(error);
    }
    return callback ? this.#take(callback) : this.#connectPatiently();
  }

  #connectPatiently(): Promise<pg.PoolClient> {
    if (this.#hosts) return this.#connectToPrimary(this.#hosts);
    return this.#take() as Promise<pg.PoolClient>;
  }

  get #hasTooMany(): boolean {
    return this.waitingCount >= this.#maxWaiting && !isInAdmittedRequest();
  }

  #tooMany(): PoolQueueFullError {
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
      this.#patience ??= setTimeout(this.#refuseLate, this.#queueTimeoutMs).unref();
    }
    return answer;
  }

  readonly #refuseLate = (): void => {
    this.#patience = undefined;
    const waiting = (this as unknown as Undeclared)._pendingQueue;
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const left = first.since + this.#queueTimeoutMs - performance.now();
      if (left > 0) {
        this.#patience = setTimeout(this.#refuseLate, left).unref();
        return;
      }
      waiting.shift();
      first.callback(new Error(waitedTooLong));
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
        hosts.failed(current);
        if (tried >= hosts.count) throw error;
      });
      if (client) return client;
    }
  }

  async #connectTo(hosts: FailoverHosts): Promise<pg.PoolClient> {
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
  }

  /** Unlike pg, it keeps the connection after an SQL error, and the asynchronous context. */
  override query = (async (...parameters: [never, never?]): Promise<QueryResult> => {
    const here = () => this.#query(parameters);
    return this.replicas ? this.replicas.read(toQueryConfig(parameters), here) : here();
  }) as unknown as pg.Pool['query'];

  async #query(parameters: [never, never?]): Promise<QueryResult> {
    const query = toQueryConfig(parameters);
    const known = this.#known.of(query);
    const millis = this.#isAtWork && !this.isDistributed ? known?.millis : undefined;
    if (known === undefined || millis === undefined) return await this.#queryAlone(query, known);
    return await this.#queryBatch(query, known, millis);
  }

  /** Batching saves nothing on an idle pool. */
  get #isAtWork(): boolean {
    return this.totalCount > this.idleCount || this.waitingCount > 0;
  }

  async #queryAlone(
    query: pg.QueryConfig,
    known: ReadTiming | undefined,
    connection = this.#connect() as Promise<pg.PoolClient>,
  ): Promise<QueryResult> {
    const client = await connection;
    const began = performance.now();
    let fault: Error | undefined;
    try {
      const answer = await client.query(query);
      known?.took(performance.now() - began);
      return answer;
    } catch (error) {
      if (!isSqlError(error)) fault = error as Error;
      throw error;
    } finally {
      client.release(fault);
    }
  }

  /** If a batch fails or is late, each read is repeated alone, because another read may be the cause. */
  async #queryBatch(
    query: pg.QueryConfig,
    known: ReadTiming,
    millis: number,
  ): Promise<QueryResult> {
    if (this.#hasTooMany) throw this.#tooMany();
    const shared = await this.#together.take(millis);
    try {
      return await sendBatchedRead(shared, query, known);
    } catch (error) {
      if (shared.isOwnFault(error)) throw error;
      // The queue limit was already checked.
      return await this.#queryAlone(query, known, this.#connectPatiently());
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

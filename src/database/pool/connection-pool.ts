import type { QueryResult } from 'pg';
import pg from 'pg';
import { isInAdmittedRequest } from '../statements/admitted-requests.ts';
import { markAsWriting } from '../statements/read-scope.ts';
import { ReadBatcher, type ReadTiming, ReadTimings, sendBatchedRead } from './batched-reads.ts';
import { isSqlError } from './connection-errors.ts';
import { type FailoverHosts, type Host, requirePrimary } from './hosts.ts';
import type { BoundedPoolConfig } from './pooled-connection.ts';
import { destroyConnection, PooledClient, toQueryConfig } from './pooled-connection.ts';

/** Every connection is busy and enough callers are waiting: one more would only wait in vain. */
export class PoolQueueFullError extends Error {
  override readonly name = 'PoolQueueFullError';
}

/** Servers beside the one of a pool, which answer in its place where the request allows it. */
export interface ReadReplicas {
  /** Sends a statement that is no part of a transaction. */
  read(query: pg.QueryConfig, here: () => Promise<QueryResult>): Promise<QueryResult>;
  /** Does something that reads, with the pool of one of them, or here. */
  onReplica<T>(
    there: (one: { pool: BoundedPool }) => Promise<T>,
    here: () => Promise<T>,
  ): Promise<T>;
}

/** What pg does not declare: those who wait for a connection, in their order. */
interface Undeclared {
  _pendingQueue: { callback: (error: Error) => void; since: number }[];
}

/** What pg says to who has waited for too long. */
const waitedTooLong = 'timeout exceeded when trying to connect';

/** The pool of connections: bounded in connections and in waiting callers. */
export class BoundedPool extends pg.Pool {
  /** Others that may answer what only reads; none where left out. */
  replicas: ReadReplicas | undefined;
  /** Whether the tables are spread over several servers: statements sent together would be a transaction over all of them. */
  isDistributed = false;
  readonly #maxWaiting: number;
  readonly #queueTimeoutMs: number;
  #patience: NodeJS.Timeout | undefined;
  readonly #clients = new Set<pg.Client>();
  readonly #hosts: FailoverHosts | undefined;
  /** Connections whose server took changes when they were made. */
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
    // Whoever asks how many wait means those too for whom no connection was asked for yet.
    const pending = (this as unknown as Undeclared)._pendingQueue;
    Object.defineProperty(this, 'waitingCount', {
      get: () => pending.length + this.#together.unasked,
    });
    this.on('connect', (client) => {
      this.#clients.add(client);
      // A connection lost in a caller's hands would end the process; the caller's next query reports it.
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** A connection for a transaction; what its request reads afterwards is read here too. */
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

  /** One timer for all that wait: one for each, as pg has it, takes as long as a small statement. */
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

  /** Refuses those who have waited for too long; the others are looked at again in time. */
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

  /** A connection for what only reads, wherever else its request reads. */
  connectToRead(): Promise<pg.PoolClient> {
    return this.#connect() as Promise<pg.PoolClient>;
  }

  /** A connection to the server that takes changes; every server is tried once. */
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

  /** One to another server, which took changes before, is closed and made anew. */
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

  /**
   * As pg's own, but it keeps the connection after an error of SQL (the stock pool closes it, and a unique
   * violation would cost a new connection), and it keeps the caller's asynchronous context.
   */
  override query = (async (...parameters: [never, never?]): Promise<QueryResult> => {
    const here = () => this.#query(parameters);
    return this.replicas ? this.replicas.read(toQueryConfig(parameters), here) : here();
  }) as unknown as pg.Pool['query'];

  async #query(parameters: [never, never?]): Promise<QueryResult> {
    const query = toQueryConfig(parameters);
    const known = this.#known.of(query);
    const millis = this.#isAtWork && !this.isDistributed ? known?.millis : undefined;
    if (known === undefined || millis === undefined) return await this.#queryAlone(query, known);
    return await this.#queryTogether(query, known, millis);
  }

  /** Whether somebody else uses the pool, so that what comes now may come with others. */
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

  /**
   * Sends a read together with those of others. Where one of them fails, or takes long, all of them are sent once more, each by itself:
   * nobody is told the fault of another.
   */
  async #queryTogether(
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
      // It was taken already, however many wait by now.
      return await this.#queryAlone(query, known, this.#connectPatiently());
    }
  }

  /** Gives every connection up at once, and whatever is asked on it. */
  breakConnections(): void {
    for (const client of this.#clients) destroyConnection(client);
  }

  /** Closes every connection: in peace where the server answers, by force after the time given. */
  async close(timeoutMs: number): Promise<void> {
    setTimeout(() => this.breakConnections(), timeoutMs).unref();
    await this.end();
  }
}

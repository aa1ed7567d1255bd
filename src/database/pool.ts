import type { QueryResult } from 'pg';
import pg from 'pg';
import { isAdmitted } from './admitted.ts';
import { type Host, type Hosts, requirePrimary } from './hosts.ts';
import type { BoundedPoolConfig } from './pooled-client.ts';
import { breakConnection, isSqlError, PooledClient, queryConfig } from './pooled-client.ts';
import { mayWrite } from './read-scope.ts';

export { countStatements, uncounted } from './statement-counts.ts';

/** Every connection is busy and enough callers are waiting: one more would only wait in vain. */
export class PoolQueueFullError extends Error {
  override readonly name = 'PoolQueueFullError';
}

/** Servers beside the one of a pool, which answer in its place where the request allows it. */
export interface Readers {
  /** Sends a statement that is no part of a transaction. */
  read(query: pg.QueryConfig, here: () => Promise<QueryResult>): Promise<QueryResult>;
  /** Does something that reads, with the pool of one of them, or here. */
  onReplica<T>(
    there: (one: { pool: BoundedPool }) => Promise<T>,
    here: () => Promise<T>,
  ): Promise<T>;
}

/** The pool of connections: bounded in connections and in waiting callers. */
export class BoundedPool extends pg.Pool {
  /** Others that may answer what only reads; none where left out. */
  readers: Readers | undefined;
  readonly #maxWaiting: number;
  readonly #clients = new Set<pg.Client>();
  readonly #hosts: Hosts | undefined;
  /** Connections whose server took changes when they were made. */
  readonly #checked = new WeakSet<object>();

  constructor(config: BoundedPoolConfig, maxWaiting: number) {
    // What pg calls one time-out are two things: a server that does not answer, and a connection that others use.
    super({
      ...config,
      connectionTimeoutMillis: config.waitingMillis,
      Client: PooledClient as never,
    });
    this.#maxWaiting = maxWaiting;
    this.#hosts = config.hosts;
    this.on('connect', (client) => {
      this.#clients.add(client);
      // A connection lost in a caller's hands would end the process; the caller's next query reports it.
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /** A connection for a transaction; what its request reads afterwards is read here too. */
  override connect = ((callback?: (error: Error) => void) => {
    mayWrite();
    return this.#connect(callback);
  }) as pg.Pool['connect'];

  #connect(callback?: (error: Error) => void): unknown {
    if (this.waitingCount >= this.#maxWaiting && !isAdmitted()) {
      const error = new PoolQueueFullError(
        `All ${this.options.max} connections are busy and ${this.waitingCount} callers are waiting.`,
      );
      return callback ? callback(error) : Promise.reject(error);
    }
    const connect = pg.Pool.prototype.connect as (callback?: unknown) => unknown;
    if (this.#hosts && !callback) return this.#connectToPrimary(this.#hosts);
    return connect.call(this, callback);
  }

  /** A connection for what only reads, wherever else its request reads. */
  connectToRead(): Promise<pg.PoolClient> {
    return this.#connect() as Promise<pg.PoolClient>;
  }

  /** A connection to the server that takes changes; every server is tried once. */
  async #connectToPrimary(hosts: Hosts): Promise<pg.PoolClient> {
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
  async #connectTo(hosts: Hosts): Promise<pg.PoolClient> {
    for (;;) {
      const client = (await (pg.Pool.prototype.connect as () => unknown).call(
        this,
      )) as pg.PoolClient & Host;
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
    return this.readers ? this.readers.read(queryConfig(parameters), here) : here();
  }) as unknown as pg.Pool['query'];

  async #query(parameters: [never, never?]): Promise<QueryResult> {
    const client = (await this.#connect()) as pg.PoolClient;
    let fault: Error | undefined;
    try {
      return await client.query(...parameters);
    } catch (error) {
      if (!isSqlError(error)) fault = error as Error;
      throw error;
    } finally {
      client.release(fault);
    }
  }

  /** Gives every connection up at once, and whatever is asked on it. */
  breakConnections(): void {
    for (const client of this.#clients) breakConnection(client);
  }

  /** Closes every connection: in peace where the server answers, by force after the time given. */
  async close(patienceMillis: number): Promise<void> {
    setTimeout(() => this.breakConnections(), patienceMillis).unref();
    await this.end();
  }
}

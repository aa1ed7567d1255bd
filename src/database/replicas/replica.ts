import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { BoundedPool } from '../pool/connection-pool.ts';
import { parseWalPosition, unreachedWalPosition } from './wal-position.ts';

/** Longer responses count as unreachable. */
const pollTimeoutMs = 1_000;

const replayCheckPausesMs = [2, 5, 10, 20, 40, 80];

export interface ServerStatus {
  /** The cluster's system identifier, which a base backup preserves. */
  cluster: string;
  isReplica: boolean;
  /** Written or, on a replica, replayed. */
  position: bigint;
}

const statusText = `SELECT pg_is_in_recovery() AS "isReplica",
  (SELECT system_identifier::text FROM pg_control_system()) || ' ' ||
    (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS cluster,
  (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS position`;

/** A separate connection: a busy pool must not delay it. */
export class ServerMonitor {
  readonly #config: ClientConfig;
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;

  constructor(config: ClientConfig) {
    this.#config = {
      ...config,
      application_name: 'actiongraph (replicas)',
      connectionTimeoutMillis: pollTimeoutMs,
      query_timeout: pollTimeoutMs,
    };
  }

  async status(): Promise<ServerStatus> {
    const { rows } = await this.#query(statusText);
    const { position, ...rest } = rows[0] as Omit<ServerStatus, 'position'> & { position: string };
    return { ...rest, position: parseWalPosition(position) };
  }

  /** @throws as {@link status} */
  async insertPosition(): Promise<string> {
    return (await this.#query('SELECT pg_current_wal_insert_lsn()::text AS at')).rows[0].at;
  }

  async #query(text: string): Promise<pg.QueryResult> {
    const client = this.#client ?? (await this.#connectOnce());
    try {
      return await client.query(text);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #connectOnce(): Promise<pg.Client> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', () => this.close());
    try {
      await client.connect();
    } catch (error) {
      destroyClient(client);
      throw error;
    }
    this.#client = client;
    return client;
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client) destroyClient(client);
  }
}

function destroyClient(client: pg.Client): void {
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}

/** Initial value, so that the first problem is logged. */
const notPolledYet = 'It was not looked at yet.';

export class Replica {
  /** From 1. Label of the metrics. */
  readonly name: string;
  readonly pool: BoundedPool;
  readonly #monitor: ServerMonitor;
  readonly #log: (message: string) => void;
  /** Null if reads may use it. */
  problem: string | null = notPolledYet;
  /** Undefined if unknown. */
  lagMs: number | undefined;
  #replayed = 0n;

  constructor(
    name: string,
    pool: BoundedPool,
    config: ClientConfig,
    log: (message: string) => void,
  ) {
    this.name = name;
    this.pool = pool;
    this.#monitor = new ServerMonitor(config);
    this.#log = log;
  }

  async poll(cluster: string | undefined, lagOf: (replayed: bigint) => number, maxLagMs: number) {
    try {
      const status = await this.#monitor.status();
      this.#replayed = status.position === unreachedWalPosition ? 0n : status.position;
      this.lagMs = lagOf(this.#replayed);
      this.#applyStatus(status, cluster, maxLagMs);
    } catch (error) {
      this.exclude(`It does not answer: ${(error as Error).message}`);
    }
  }

  #applyStatus(status: ServerStatus, cluster: string | undefined, maxLagMs: number): void {
    if (!status.isReplica) {
      this.exclude('It follows no primary: it was promoted, perhaps.');
    } else if (cluster !== undefined && status.cluster !== cluster) {
      this.exclude('It is a replica of another database.');
    } else if ((this.lagMs ?? 0) > maxLagMs) {
      this.exclude('It lags.', false);
    } else if (cluster !== undefined) {
      if (this.problem !== null)
        this.#log(`Replica ${this.name} of DATABASE_REPLICA_URLS is read from.`);
      this.problem = null;
    }
  }

  /** Reads avoid the replica until a poll succeeds. */
  exclude(problem: string, abortsReads = true): void {
    const isNewProblem = this.problem === null || this.problem === notPolledYet;
    if (isNewProblem)
      this.#log(`Replica ${this.name} of DATABASE_REPLICA_URLS is left out. ${problem}`);
    this.problem = problem;
    if (abortsReads) {
      this.lagMs = undefined;
      this.pool.breakConnections();
    }
  }

  hasReplayed(position: bigint): boolean {
    return this.#replayed >= position;
  }

  async waitForReplay(position: bigint, timeoutMs: number): Promise<boolean> {
    const endsAt = Date.now() + timeoutMs;
    for (const pause of replayCheckPausesMs) {
      const { rows } = await this.pool.query('SELECT pg_last_wal_replay_lsn()::text AS at');
      const replayed = parseWalPosition((rows[0] as { at: string | null }).at);
      if (replayed !== unreachedWalPosition && replayed > this.#replayed) this.#replayed = replayed;
      if (this.hasReplayed(position)) return true;
      if (Date.now() + pause > endsAt) return false;
      await sleep(pause);
    }
    return false;
  }

  async close(timeoutMs: number): Promise<void> {
    this.#monitor.close();
    await this.pool.close(timeoutMs);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { BoundedPool } from '../pool/connection-pool.ts';
import { parseWalPosition, unreachedWalPosition } from './wal-position.ts';

/** How long a look may take: a server that says nothing for so long is not there. */
const lookMillis = 1_000;

/** Pauses while a replica is waited for. */
const pauses = [2, 5, 10, 20, 40, 80];

/** What a server says of itself. */
export interface ServerStatus {
  /** Which cluster it is of: its own number, and the database's, which a base copy keeps. */
  cluster: string;
  isReplica: boolean;
  /** Up to where it wrote or, as a replica, replayed. */
  position: bigint;
}

const standingText = `SELECT pg_is_in_recovery() AS "isReplica",
  (SELECT system_identifier::text FROM pg_control_system()) || ' ' ||
    (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS cluster,
  (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS position`;

/** Asks one server for its standing, on a connection of its own that never waits for those that work. */
export class ServerMonitor {
  readonly #config: ClientConfig;
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;

  constructor(config: ClientConfig) {
    this.#config = {
      ...config,
      application_name: 'actiongraph (replicas)',
      connectionTimeoutMillis: lookMillis,
      query_timeout: lookMillis,
    };
  }

  /** @throws whatever keeps the server from answering at once */
  async standing(): Promise<ServerStatus> {
    const { rows } = await this.#query(standingText);
    const { position, ...rest } = rows[0] as Omit<ServerStatus, 'position'> & { position: string };
    return { ...rest, position: parseWalPosition(position) };
  }

  /** Up to where everything is that was committed before this was called. @throws as {@link standing} */
  async written(): Promise<string> {
    return (await this.#query('SELECT pg_current_wal_insert_lsn()::text AS at')).rows[0].at;
  }

  async #query(text: string): Promise<pg.QueryResult> {
    const client = this.#client ?? (await this.#connected());
    try {
      return await client.query(text);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #connected(): Promise<pg.Client> {
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
      giveUp(client);
      throw error;
    }
    this.#client = client;
    return client;
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client) giveUp(client);
  }
}

/** Ends a connection without waiting for the server. */
function giveUp(client: pg.Client): void {
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}

/** Why a replica is left out at first; that it stays so for another reason is told. */
const notLookedAt = 'It was not looked at yet.';

/** A server that follows the primary, and whether it may be read from. */
export class Replica {
  /** Its place in the configuration, from 1: how figures call it. */
  readonly name: string;
  readonly pool: BoundedPool;
  readonly #watch: ServerMonitor;
  readonly #log: (message: string) => void;
  /** Why it is left out; null where it is not. */
  problem: string | null = notLookedAt;
  /** How long ago the primary wrote what is replayed last; undefined where nobody knows. */
  lagMillis: number | undefined;
  #replayed = 0n;

  constructor(
    name: string,
    pool: BoundedPool,
    config: ClientConfig,
    log: (message: string) => void,
  ) {
    this.name = name;
    this.pool = pool;
    this.#watch = new ServerMonitor(config);
    this.#log = log;
  }

  /** Looks whether it may be read from. */
  async look(cluster: string | undefined, lagOf: (replayed: bigint) => number, mostMillis: number) {
    try {
      const found = await this.#watch.standing();
      this.#replayed = found.position === unreachedWalPosition ? 0n : found.position;
      this.lagMillis = lagOf(this.#replayed);
      this.#judge(found, cluster, mostMillis);
    } catch (error) {
      this.leaveOut(`It does not answer: ${(error as Error).message}`);
    }
  }

  #judge(found: ServerStatus, cluster: string | undefined, mostMillis: number): void {
    if (!found.isReplica) {
      this.leaveOut('It follows no primary: it was promoted, perhaps.');
    } else if (cluster !== undefined && found.cluster !== cluster) {
      this.leaveOut('It is a replica of another database.');
    } else if ((this.lagMillis ?? 0) > mostMillis) {
      this.leaveOut('It lags.', false);
    } else if (cluster !== undefined) {
      if (this.problem !== null)
        this.#log(`Replica ${this.name} of DATABASE_REPLICA_URLS is read from.`);
      this.problem = null;
    }
  }

  /** Reads nothing from it until a look finds it well. What is being read there is broken off, unless it may go on. */
  leaveOut(problem: string, breaksOff = true): void {
    const isNews = this.problem === null || this.problem === notLookedAt;
    if (isNews) this.#log(`Replica ${this.name} of DATABASE_REPLICA_URLS is left out. ${problem}`);
    this.problem = problem;
    if (breaksOff) {
      this.lagMillis = undefined;
      this.pool.breakConnections();
    }
  }

  /** Whether it has replayed so much, as it was seen last. */
  has(position: bigint): boolean {
    return this.#replayed >= position;
  }

  /** Waits a moment until it has replayed so much; answers whether it has. */
  async reaches(position: bigint, patienceMillis: number): Promise<boolean> {
    const until = Date.now() + patienceMillis;
    for (const pause of pauses) {
      const { rows } = await this.pool.query('SELECT pg_last_wal_replay_lsn()::text AS at');
      const replayed = parseWalPosition((rows[0] as { at: string | null }).at);
      if (replayed !== unreachedWalPosition && replayed > this.#replayed) this.#replayed = replayed;
      if (this.has(position)) return true;
      if (Date.now() + pause > until) return false;
      await sleep(pause);
    }
    return false;
  }

  async close(patienceMillis: number): Promise<void> {
    this.#watch.close();
    await this.pool.close(patienceMillis);
  }
}

import type pg from 'pg';
import type { ClientConfig, QueryResult } from 'pg';
import { databaseUnavailableErrorOf } from '../pool/availability-errors.ts';
import type { ReadReplicas } from '../pool/connection-pool.ts';
import { PoolQueueFullError } from '../pool/connection-pool.ts';
import { isSqlError } from '../pool/pooled-connection.ts';
import { currentReadScope, markAsWriting, type ReadScope } from '../statements/read-scope.ts';
import { isReadStatement } from '../statements/write-tracker.ts';
import { type Replica, ServerMonitor } from './replica.ts';
import { parseWalPosition, unreachedWalPosition } from './wal-position.ts';

/** How often servers are looked at. */
const lookEveryMillis = 1_000;

/** How long a replica is waited for that has not replayed what its reader wrote. */
const patienceMillis = 150;

/** What is written is remembered this much longer than a replica may lag: then all that are read from have it. */
const besidesLagMillis = 5_000;

/** What a replica refuses that a primary may do: tables that it has not been given yet, and writes. */
const notThereYet = /^(42P01|42703|42704|42883|25006|40001)$/;

export interface ReplicasOptions {
  primary: ClientConfig;
  replicas: readonly Replica[];
  /** One that lags more is not read from. */
  mostLagMillis: number;
}

interface Written {
  position: bigint;
  at: number;
}

/**
 * Servers that follow the primary and answer requests that only read. They are looked at every second: one that does not answer,
 * lags, was promoted, or belongs to another database is left out until a look finds it well. What a caller wrote, its own
 * requests see: a replica that has not replayed it is waited for a moment, and then the primary answers. So it does where a
 * replica fails while it answers.
 */
export class Replicas implements ReadReplicas {
  readonly replicas: readonly Replica[];
  /** How many reads that a replica might have answered each server answered: `primary`, or a replica by its name. */
  readonly answered = new Map<string, number>();
  readonly #mostLagMillis: number;
  readonly #watch: ServerMonitor;
  readonly #written = new Map<string, Written>();
  /** When the primary had written how much, the latest last. */
  #standings: { at: number; position: bigint }[] = [];
  #cluster: string | undefined;
  #looking: Promise<void> | undefined;
  #turn = 0;
  readonly #timer: NodeJS.Timeout;

  constructor({ primary, replicas, mostLagMillis }: ReplicasOptions) {
    this.replicas = replicas;
    this.#mostLagMillis = mostLagMillis;
    this.#watch = new ServerMonitor(primary);
    this.#timer = setInterval(() => void this.look(), lookEveryMillis);
    this.#timer.unref();
    void this.look();
  }

  /** Looks at every server, which is done every second by itself. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    await this.#lookAtPrimary();
    const forgotten = Date.now() - this.#mostLagMillis - besidesLagMillis;
    for (const [caller, { at }] of this.#written) if (at < forgotten) this.#written.delete(caller);
    const lagOf = (replayed: bigint) => this.#lagOf(replayed);
    const looks = this.replicas.map((one) => one.look(this.#cluster, lagOf, this.#mostLagMillis));
    await Promise.all(looks);
  }

  async #lookAtPrimary(): Promise<void> {
    try {
      const at = Date.now();
      const { cluster, position } = await this.#watch.standing();
      this.#cluster = cluster;
      const oldest = at - 2 * this.#mostLagMillis - besidesLagMillis;
      const last = this.#standings.at(-1);
      // After a failover, places may begin anew below those of the primary that was.
      const kept = last && last.position > position ? [] : this.#standings;
      this.#standings = [...kept.filter((one) => one.at >= oldest), { at, position }];
    } catch {
      // A primary that is away writes nothing: replicas stay as near to it as they are.
    }
  }

  #lagOf(replayed: bigint): number {
    const missed = this.#standings.find(({ position }) => position > replayed);
    return missed ? Date.now() - missed.at : 0;
  }

  /**
   * Sends a statement to the server that is to answer it.
   * @param primary sends it to the primary
   */
  async read(query: pg.QueryConfig, primary: () => Promise<QueryResult>): Promise<QueryResult> {
    const scope = currentReadScope();
    if (!scope) return await primary();
    if (!isReadStatement(query.text)) {
      markAsWriting();
      return await primary();
    }
    return await this.onReplica(
      (replica) => replica.pool.query(query) as Promise<QueryResult>,
      primary,
    );
  }

  /** Does what reads on a replica, where one may answer the request, and on the primary otherwise, or where that one fails. */
  async onReplica<T>(
    read: (replica: Replica) => Promise<T>,
    primary: () => Promise<T>,
  ): Promise<T> {
    const scope = currentReadScope();
    if (!scope?.onlyReads || scope.caller === undefined) return await primary();
    try {
      const replica = scope.mayHaveWritten ? undefined : await this.#replicaFor(scope);
      if (replica) {
        const answer = await this.#ask(replica, read);
        this.#count(replica.name);
        return answer;
      }
    } catch (error) {
      if (!(error instanceof ReplicaFailedError)) throw error;
      // The rest of the request is read in one place.
      scope.mayHaveWritten = true;
    }
    this.#count('primary');
    return await primary();
  }

  async #ask<T>(replica: Replica, read: (replica: Replica) => Promise<T>): Promise<T> {
    try {
      return await read(replica);
    } catch (error) {
      const { code } = error as { code?: unknown };
      const fault = databaseUnavailableErrorOf(error);
      const isTimedOut = fault?.code === 'operation_timed_out' || code === '57014';
      if (isTimedOut || !(fault || notThereYet.test(String(code)))) throw error;
      if (!isSqlError(error) && !(error instanceof PoolQueueFullError))
        replica.leaveOut((error as Error).message);
      throw new ReplicaFailedError('A replica failed.', { cause: error });
    }
  }

  /** The next replica that has what the request has to see; waits a moment for one where none has. */
  async #replicaFor(scope: ReadScope): Promise<Replica | undefined> {
    const used = this.replicas.filter(({ problem }) => problem === null);
    if (used.length === 0) return undefined;
    this.#turn += 1;
    const { position: written = 0n } = this.#written.get(scope.caller ?? '') ?? {};
    let after = written;
    if (scope.after > written) after = scope.after;
    const ready = used.filter((one) => one.has(after));
    const chosen = ready[this.#turn % ready.length];
    if (chosen || after === unreachedWalPosition) return chosen;
    const waitedFor = used[this.#turn % used.length] as Replica;
    const reaches = await this.#ask(waitedFor, (one) => one.reaches(after, patienceMillis));
    return reaches ? waitedFor : undefined;
  }

  #count(server: string): void {
    this.answered.set(server, (this.answered.get(server) ?? 0) + 1);
  }

  /**
   * Remembers what a request wrote, for those that its caller sends next.
   * @returns the place up to which others have to read to see it; undefined where the primary does not say
   */
  async noteWritten(caller: string): Promise<string | undefined> {
    const at = Date.now();
    // Until it is known how far it is, nothing is far enough.
    this.#written.set(caller, { position: unreachedWalPosition, at });
    try {
      const position = await this.#watch.written();
      const now = this.#written.get(caller);
      const isLater =
        now?.position !== unreachedWalPosition &&
        (now?.position ?? 0n) > parseWalPosition(position);
      if (!isLater) this.#written.set(caller, { position: parseWalPosition(position), at });
      return position;
    } catch {
      this.#written.set(caller, { position: unreachedWalPosition, at });
      return undefined;
    }
  }

  async close(patience: number): Promise<void> {
    clearInterval(this.#timer);
    this.#watch.close();
    await this.#looking;
    await Promise.all(this.replicas.map((one) => one.close(patience)));
  }
}

/** A replica could not answer; the primary may. */
class ReplicaFailedError extends Error {
  override readonly name = 'ReplicaFailedError';
}

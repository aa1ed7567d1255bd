import type pg from 'pg';
import type { ClientConfig, QueryResult } from 'pg';
import { isDatabaseUnavailable, isDeadlineExceeded } from '../pool/availability-errors.ts';
import { isSqlError } from '../pool/connection-errors.ts';
import type { ReadReplicas } from '../pool/connection-pool.ts';
import { PoolQueueFullError } from '../pool/connection-pool.ts';
import { currentReadScope, markAsWriting, type ReadScope } from '../statements/read-scope.ts';
import { isReadStatement } from '../statements/write-tracker.ts';
import { type Replica, ServerMonitor } from './replica.ts';
import { parseWalPosition, unreachedWalPosition } from './wal-position.ts';

const pollIntervalMs = 1_000;

const replayTimeoutMs = 150;

/** After the maximum lag plus this margin, a write is on every usable replica. */
const retentionMarginMs = 5_000;

/** Errors of writes, and of objects that the replica has not replayed yet. */
const replicaOnlySqlStates = /^(42P01|42703|42704|42883|25006|40001)$/;

export interface ReplicasOptions {
  primary: ClientConfig;
  replicas: readonly Replica[];
  maxLagMs: number;
}

interface CallerWrite {
  position: bigint;
  at: number;
}

/** Callers read their own writes: a read waits briefly for a replica to replay them, then uses the primary. */
export class Replicas implements ReadReplicas {
  readonly replicas: readonly Replica[];
  readonly readCounts = new Map<string, number>();
  readonly #maxLagMs: number;
  readonly #primaryMonitor: ServerMonitor;
  readonly #writesByCaller = new Map<string, CallerWrite>();
  /** Oldest first. */
  #primaryPositions: { at: number; position: bigint }[] = [];
  #cluster: string | undefined;
  #currentPoll: Promise<void> | undefined;
  #nextReplica = 0;
  readonly #timer: NodeJS.Timeout;

  constructor({ primary, replicas, maxLagMs }: ReplicasOptions) {
    this.replicas = replicas;
    this.#maxLagMs = maxLagMs;
    this.#primaryMonitor = new ServerMonitor(primary);
    this.#timer = setInterval(() => void this.poll(), pollIntervalMs);
    this.#timer.unref();
    void this.poll();
  }

  poll(): Promise<void> {
    this.#currentPoll ??= this.#pollServers().finally(() => {
      this.#currentPoll = undefined;
    });
    return this.#currentPoll;
  }

  async #pollServers(): Promise<void> {
    await this.#pollPrimary();
    const expiry = Date.now() - this.#maxLagMs - retentionMarginMs;
    for (const [caller, { at }] of this.#writesByCaller)
      if (at < expiry) this.#writesByCaller.delete(caller);
    const lagOf = (replayed: bigint) => this.#lagOf(replayed);
    await Promise.all(
      this.replicas.map((replica) => replica.poll(this.#cluster, lagOf, this.#maxLagMs)),
    );
  }

  async #pollPrimary(): Promise<void> {
    try {
      const at = Date.now();
      const { cluster, position } = await this.#primaryMonitor.status();
      this.#cluster = cluster;
      const oldest = at - 2 * this.#maxLagMs - retentionMarginMs;
      const last = this.#primaryPositions.at(-1);
      // After a failover, positions can be lower.
      const history = last && last.position > position ? [] : this.#primaryPositions;
      this.#primaryPositions = [...history.filter((entry) => entry.at >= oldest), { at, position }];
    } catch {
      // Writes nothing, so the lag does not grow.
    }
  }

  #lagOf(replayed: bigint): number {
    const firstMissing = this.#primaryPositions.find(({ position }) => position > replayed);
    return firstMissing ? Date.now() - firstMissing.at : 0;
  }

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

  /** Repeats a failed read on the primary. */
  async onReplica<T>(
    read: (replica: Replica) => Promise<T>,
    primary: () => Promise<T>,
  ): Promise<T> {
    const scope = currentReadScope();
    if (!scope?.onlyReads || scope.caller === undefined) return await primary();
    try {
      const replica = scope.mayHaveWritten ? undefined : await this.#replicaFor(scope);
      if (replica) {
        const result = await this.#readFrom(replica, read);
        this.#count(replica.name);
        return result;
      }
    } catch (error) {
      if (!(error instanceof ReplicaFailedError)) throw error;
      scope.mayHaveWritten = true;
    }
    this.#count('primary');
    return await primary();
  }

  async #readFrom<T>(replica: Replica, read: (replica: Replica) => Promise<T>): Promise<T> {
    try {
      return await read(replica);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (isDeadlineExceeded(error) || code === '57014') throw error;
      if (!isDatabaseUnavailable(error) && !replicaOnlySqlStates.test(String(code))) throw error;
      if (!isSqlError(error) && !(error instanceof PoolQueueFullError))
        replica.exclude((error as Error).message);
      throw new ReplicaFailedError('A replica failed.', { cause: error });
    }
  }

  /** Round-robin. */
  async #replicaFor(scope: ReadScope): Promise<Replica | undefined> {
    const usable = this.replicas.filter(({ problem }) => problem === null);
    if (usable.length === 0) return undefined;
    this.#nextReplica += 1;
    const { position: writtenPosition = 0n } = this.#writesByCaller.get(scope.caller ?? '') ?? {};
    let after = writtenPosition;
    if (scope.after > writtenPosition) after = scope.after;
    const ready = usable.filter((replica) => replica.hasReplayed(after));
    const next = ready[this.#nextReplica % ready.length];
    if (next || after === unreachedWalPosition) return next;
    const candidate = usable[this.#nextReplica % usable.length] as Replica;
    const hasReplayed = await this.#readFrom(candidate, (replica) =>
      replica.waitForReplay(after, replayTimeoutMs),
    );
    return hasReplayed ? candidate : undefined;
  }

  #count(server: string): void {
    this.readCounts.set(server, (this.readCounts.get(server) ?? 0) + 1);
  }

  /**
   * Later reads of the caller wait for this write.
   * @returns undefined if the primary does not respond
   */
  async recordWrite(caller: string): Promise<string | undefined> {
    const at = Date.now();
    // Until the position is known, reads use the primary.
    this.#writesByCaller.set(caller, { position: unreachedWalPosition, at });
    try {
      const position = await this.#primaryMonitor.insertPosition();
      const latest = this.#writesByCaller.get(caller);
      const isLater =
        latest?.position !== unreachedWalPosition &&
        (latest?.position ?? 0n) > parseWalPosition(position);
      if (!isLater) this.#writesByCaller.set(caller, { position: parseWalPosition(position), at });
      return position;
    } catch {
      this.#writesByCaller.set(caller, { position: unreachedWalPosition, at });
      return undefined;
    }
  }

  async close(timeoutMs: number): Promise<void> {
    clearInterval(this.#timer);
    this.#primaryMonitor.close();
    await this.#currentPoll;
    await Promise.all(this.replicas.map((replica) => replica.close(timeoutMs)));
  }
}

class ReplicaFailedError extends Error {
  override readonly name = 'ReplicaFailedError';
}

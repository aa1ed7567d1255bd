import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import {
  onEntriesStaged,
  vacuumAuditLogStaging,
} from '../database/transactions/audit-log-staging.ts';
import type { PublishResult } from '../platform/audit-log/publish-entries.ts';
import { publishBatchSize, publishEntries } from '../platform/audit-log/publish-entries.ts';

export interface AuditLogSequencerOptions {
  /** Minimum pause after a write of this process. */
  intervalMs: number;
  /** Polling interval, because other processes stage entries too. */
  idleIntervalMs: number;
  retryDelayMs: number;
  batchSize: number;
  vacuum: { deadRows: number; intervalMs: number };
}

const defaultOptions: AuditLogSequencerOptions = {
  intervalMs: 5,
  idleIntervalMs: 1_000,
  retryDelayMs: 5_000,
  batchSize: publishBatchSize,
  vacuum: { deadRows: 10_000, intervalMs: 5_000 },
};

/** The maximum share of time for runs, since dead rows slow them down. */
const maxRunShare = 1 / 3;

/** Another process, or the next start, publishes the rest. */
const closeTimeoutMs = 1_000;

/** Truncates a file that grew while a transaction prevented VACUUM. */
const truncateThresholdBytes = 16_000_000;

/** The URL has no pooler. */
type SequencedDatabase = Pick<Database, 'prisma' | 'url' | 'role'>;

class AuditLogSequencer {
  readonly #database: SequencedDatabase;
  readonly #log: Logger;
  readonly #options: AuditLogSequencerOptions;
  #timer: NodeJS.Timeout | undefined;
  #currentRun: Promise<void> | undefined;
  /** Entries were staged since the last run. */
  #isWoken = false;
  #vacuuming: Promise<void> | undefined;
  #isClosing = false;
  #hasFailed = false;
  #hasVacuumFailed = false;
  #nextRunAt = 0;
  #lastVacuumAt = Number.NEGATIVE_INFINITY;

  constructor(database: SequencedDatabase, log: Logger, options: AuditLogSequencerOptions) {
    this.#database = database;
    this.#log = log;
    this.#options = options;
    // The deadline of a request does not apply to the runs that the request triggers.
    onEntriesStaged(
      database.prisma,
      AsyncResource.bind(() => this.#wake()),
    );
    this.#start();
  }

  #wake(): void {
    if (this.#isWoken || this.#isClosing) return;
    this.#isWoken = true;
    if (!this.#currentRun && !this.#hasFailed) this.#schedule(this.#nextRunAt - performance.now());
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), Math.max(0, delayMs));
    this.#timer.unref();
  }

  #start(): void {
    const startedAt = performance.now();
    this.#currentRun = this.#run().finally(() => {
      this.#currentRun = undefined;
      const { idleIntervalMs, intervalMs, retryDelayMs } = this.#options;
      const now = performance.now();
      this.#nextRunAt = now + Math.max(intervalMs, (now - startedAt) * (1 / maxRunShare - 1));
      if (this.#isClosing) return;
      if (this.#hasFailed) this.#schedule(retryDelayMs);
      else this.#schedule(this.#isWoken ? this.#nextRunAt - now : idleIntervalMs);
    });
  }

  async #run(): Promise<void> {
    this.#isWoken = false;
    try {
      await this.#publishBatch();
      this.#hasFailed = false;
    } catch (err) {
      if (!this.#hasFailed) this.#log.warn({ err }, 'staged audit entries could not be published');
      this.#hasFailed = true;
    }
  }

  async #publishBatch(): Promise<void> {
    const { batchSize, vacuum } = this.#options;
    const result = await publishEntries(this.#database.prisma, batchSize);
    if (result.mayVacuum && result.deadRows >= vacuum.deadRows)
      this.#vacuuming = this.#vacuum(result);
    // The other session may have missed entries of this process.
    if (result.published === null || result.published === batchSize) this.#isWoken = true;
  }

  async #vacuum({ bytes }: PublishResult): Promise<void> {
    const now = performance.now();
    if (now < this.#lastVacuumAt + this.#options.vacuum.intervalMs) return;
    this.#lastVacuumAt = now;
    try {
      await vacuumAuditLogStaging(this.#database, bytes > truncateThresholdBytes);
    } catch (err) {
      if (!this.#hasVacuumFailed)
        this.#log.warn({ err }, 'dead rows of published audit entries could not be removed');
      this.#hasVacuumFailed = true;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    const deadline = performance.now() + closeTimeoutMs;
    const publishRest = async () => {
      await this.#currentRun;
      await this.#vacuuming;
      do await this.#run();
      while (this.#isWoken && !this.#hasFailed && performance.now() < deadline);
    };
    await Promise.race([publishRest(), sleep(closeTimeoutMs, undefined, { ref: false })]);
  }
}

/**
 * Assigns positions to staged audit entries and notifies subscribers. Every process runs it; an advisory lock
 * admits one at once.
 */
export function startAuditLogSequencer(
  database: SequencedDatabase,
  log: Logger,
  options: Partial<AuditLogSequencerOptions> = {},
): { close(): Promise<void> } {
  // On Citus, entries get positions when they are written.
  if (isCitusClient(database.prisma)) return { close: async () => undefined };
  return new AuditLogSequencer(database, log, { ...defaultOptions, ...options });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import type { AuditLogStaging } from '../database/transactions/audit-log-staging.ts';
import {
  auditLogStagingOf,
  vacuumAuditLogStaging,
} from '../database/transactions/audit-log-staging.ts';
import type { AuditTransferResult } from '../platform/audit-log/move-staged-entries.ts';
import { moveStagedEntries } from '../platform/audit-log/move-staged-entries.ts';

export interface AuditLogSequencerOptions {
  /** Interval of the moves while this process writes entries. */
  intervalMs: number;
  /** Interval of the search for entries of other processes. */
  idleIntervalMs: number;
  retryDelayMs: number;
  /** Maximum number of entries that one statement moves. A thousand take some hundredths of a second. */
  batchSize: number;
  /** If an erasure or a deletion blocks this many consecutive moves, new entries are written to the log directly. */
  maxBlockedRuns: number;
  /**
   * Moved entries remain as dead rows, which slow down reads of new entries. From the threshold on, the job vacuums them, at most
   * once per interval. Above the maximum, for example during a long backup, new entries are written to the log directly.
   */
  deadRows: { vacuumThreshold: number; maximum: number; intervalMs: number };
}

const defaultOptions: AuditLogSequencerOptions = {
  intervalMs: 1_000,
  idleIntervalMs: 60_000,
  retryDelayMs: 5_000,
  batchSize: 1_000,
  maxBlockedRuns: 10,
  deadRows: { vacuumThreshold: 10_000, maximum: 100_000, intervalMs: 5_000 },
};

/** Timeout of the final move on shutdown. Another process moves the remaining entries, or the next one that starts. */
const closeTimeoutMs = 1_000;

/** The vacuum truncates a larger file, which grew while a transaction prevented a vacuum. */
const truncateThresholdBytes = 16_000_000;

/** The URL does not lead through a pooler. */
type SequencedDatabase = Pick<Database, 'prisma' | 'url' | 'role'>;

class AuditLogSequencer {
  readonly #database: SequencedDatabase;
  readonly #log: Logger;
  readonly #options: AuditLogSequencerOptions;
  readonly #staging: AuditLogStaging;
  #timer: NodeJS.Timeout | undefined;
  #currentRun: Promise<void> = Promise.resolve();
  #isClosing = false;
  #hasFailed = false;
  #hasVacuumFailed = false;
  /** True at the start, since an earlier process may have left entries. */
  #mayHaveEntries = true;
  #blockedRuns = 0;
  #lastMoveAt = 0;
  #lastVacuumAt = Number.NEGATIVE_INFINITY;

  constructor(database: SequencedDatabase, log: Logger, options: AuditLogSequencerOptions) {
    this.#database = database;
    this.#log = log;
    this.#options = options;
    this.#staging = auditLogStagingOf(database.prisma);
    this.#schedule();
  }

  readonly #schedule = () => {
    this.#currentRun = this.#run().then(() => {
      if (this.#isClosing) return;
      const { retryDelayMs, intervalMs } = this.#options;
      this.#timer = setTimeout(this.#schedule, this.#hasFailed ? retryDelayMs : intervalMs);
      this.#timer.unref();
    });
  };

  async #run(): Promise<void> {
    try {
      await this.#moveAll();
      this.#hasFailed = false;
    } catch (err) {
      this.#staging.areApart = false;
      this.#mayHaveEntries = true;
      if (!this.#hasFailed)
        this.#log.warn({ err }, 'new audit entries could not be moved into the log');
      this.#hasFailed = true;
    }
  }

  async #moveAll(): Promise<void> {
    this.#mayHaveEntries = this.#staging.takeNews() || this.#mayHaveEntries;
    const isIdle = performance.now() < this.#lastMoveAt + this.#options.idleIntervalMs;
    if (!this.#mayHaveEntries && (this.#isClosing || (this.#staging.areApart && isIdle))) return;
    const { batchSize, maxBlockedRuns, deadRows } = this.#options;
    do {
      const result = await moveStagedEntries(this.#database.prisma, batchSize);
      this.#lastMoveAt = performance.now();
      this.#blockedRuns = result.moved === null ? this.#blockedRuns + 1 : 0;
      this.#mayHaveEntries = result.moved === null || result.moved === batchSize;
      this.#staging.areApart =
        !this.#isClosing &&
        this.#blockedRuns < maxBlockedRuns &&
        result.uncleared < deadRows.maximum;
      if (result.mayClear && result.uncleared >= deadRows.vacuumThreshold)
        await this.#vacuum(result);
      if (result.moved === null) return;
    } while (this.#mayHaveEntries);
  }

  async #vacuum({ bytes }: AuditTransferResult): Promise<void> {
    const now = performance.now();
    if (now < this.#lastVacuumAt + this.#options.deadRows.intervalMs) return;
    this.#lastVacuumAt = now;
    try {
      await vacuumAuditLogStaging(this.#database, bytes > truncateThresholdBytes);
    } catch (err) {
      // The entries are moved anyway, and the autovacuum of the server removes the dead rows.
      if (!this.#hasVacuumFailed)
        this.#log.warn({ err }, 'moved audit entries could not be deleted from staging');
      this.#hasVacuumFailed = true;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    this.#staging.areApart = false;
    const lastRun = this.#currentRun.then(() => this.#run());
    await Promise.race([lastRun, sleep(closeTimeoutMs, undefined, { ref: false })]);
  }
}

/**
 * Makes the process write audit entries to a staging table with one index, and moves them to the audit log once a second. Any
 * number of processes can do this for one database. If entries cannot be moved, they are written to the audit log directly.
 */
export function startAuditLogSequencer(
  database: SequencedDatabase,
  log: Logger,
  options: Partial<AuditLogSequencerOptions> = {},
): { close(): Promise<void> } {
  // A Citus worker cannot move rows between two tables.
  if (isCitusClient(database.prisma)) return { close: async () => undefined };
  return new AuditLogSequencer(database, log, { ...defaultOptions, ...options });
}

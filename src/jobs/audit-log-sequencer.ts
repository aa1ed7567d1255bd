import { setTimeout as pause } from 'node:timers/promises';
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

/** When and how much is moved. */
export interface AuditLogSequencerOptions {
  /** How often new entries are moved while this process writes some; how often what another one left is looked for; how long is waited where moving failed. In milliseconds. */
  pauseMillis: number;
  idleMillis: number;
  failedMillis: number;
  /** Entries that one statement moves: a thousand take some hundredths of a second. */
  atOnce: number;
  /** So often in turn nothing can be moved, because somebody erases or removes for that long: then entries are written into the log itself. */
  mostMissed: number;
  /**
   * What was moved is passed by who reads new entries, until it is cleared away: from so many on it is, at most so often. Where there are more
   * than the most, because a transaction has been open for long, a backup say, entries are written into the log itself: to pass as many takes some
   * hundredths of a second.
   */
  uncleared: { many: number; most: number; pauseMillis: number };
}

const usually: AuditLogSequencerOptions = {
  pauseMillis: 1_000,
  idleMillis: 60_000,
  failedMillis: 5_000,
  atOnce: 1_000,
  mostMissed: 10,
  uncleared: { many: 10_000, most: 100_000, pauseMillis: 5_000 },
};

/** Who stops waits so long for what is left to be moved: another process moves it otherwise, or the next one that starts. */
const closingMillis = 1_000;

/** A file that is larger was filled while nothing could be cleared away: what is empty at its end is given back. */
const largeBytes = 16_000_000;

/** The database whose entries are moved, and where it is without a pooler. */
type MovedIn = Pick<Database, 'prisma' | 'url' | 'role'>;

class AuditLogSequencer {
  readonly #database: MovedIn;
  readonly #log: Logger;
  readonly #moving: AuditLogSequencerOptions;
  readonly #entries: AuditLogStaging;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosing = false;
  #hasFailed = false;
  #hasNotCleared = false;
  /** Whether there may be some to move: the process before may have left some. */
  #areThere = true;
  #missed = 0;
  #movedAt = 0;
  #clearedAt = Number.NEGATIVE_INFINITY;

  constructor(database: MovedIn, log: Logger, moving: AuditLogSequencerOptions) {
    this.#database = database;
    this.#log = log;
    this.#moving = moving;
    this.#entries = auditLogStagingOf(database.prisma);
    this.#turn();
  }

  readonly #turn = () => {
    this.#running = this.#round().then(() => {
      if (this.#isClosing) return;
      const { failedMillis, pauseMillis } = this.#moving;
      this.#timer = setTimeout(this.#turn, this.#hasFailed ? failedMillis : pauseMillis);
      this.#timer.unref();
    });
  };

  async #round(): Promise<void> {
    try {
      await this.#moveAll();
      this.#hasFailed = false;
    } catch (err) {
      this.#entries.areApart = false;
      this.#areThere = true;
      if (!this.#hasFailed) this.#log.warn({ err }, 'new entries of the log could not be moved');
      this.#hasFailed = true;
    }
  }

  async #moveAll(): Promise<void> {
    this.#areThere = this.#entries.takeNews() || this.#areThere;
    const isIdle = performance.now() < this.#movedAt + this.#moving.idleMillis;
    if (!this.#areThere && (this.#isClosing || (this.#entries.areApart && isIdle))) return;
    const { atOnce, mostMissed, uncleared } = this.#moving;
    do {
      const done = await moveStagedEntries(this.#database.prisma, atOnce);
      this.#movedAt = performance.now();
      this.#missed = done.moved === null ? this.#missed + 1 : 0;
      this.#areThere = done.moved === null || done.moved === atOnce;
      this.#entries.areApart =
        !this.#isClosing && this.#missed < mostMissed && done.uncleared < uncleared.most;
      if (done.mayClear && done.uncleared >= uncleared.many) await this.#clear(done);
      if (done.moved === null) return;
    } while (this.#areThere);
  }

  async #clear({ bytes }: AuditTransferResult): Promise<void> {
    const now = performance.now();
    if (now < this.#clearedAt + this.#moving.uncleared.pauseMillis) return;
    this.#clearedAt = now;
    try {
      await vacuumAuditLogStaging(this.#database, bytes > largeBytes);
    } catch (err) {
      // They are moved all the same, and the server clears away what is left by itself.
      if (!this.#hasNotCleared)
        this.#log.warn(
          { err },
          'what is left of moved entries of the log could not be cleared away',
        );
      this.#hasNotCleared = true;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    this.#entries.areApart = false;
    const last = this.#running.then(() => this.#round());
    await Promise.race([last, pause(closingMillis, undefined, { ref: false })]);
  }
}

/**
 * Has the process write entries of the log where there is one index, and moves them into the log once a second (decision 98); any number of
 * processes may do so for one database. Where they cannot be moved, they are written into the log itself.
 */
export function startAuditLogSequencer(
  database: MovedIn,
  log: Logger,
  moving: Partial<AuditLogSequencerOptions> = {},
): { close(): Promise<void> } {
  // A server that has a part of the workspaces does not move rows of one table into another.
  if (isCitusClient(database.prisma)) return { close: async () => undefined };
  return new AuditLogSequencer(database, log, { ...usually, ...moving });
}

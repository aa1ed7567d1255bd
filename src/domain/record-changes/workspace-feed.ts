import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { FormattedLogPosition, LoggedChange } from './log-batch.ts';
import { logBatchSize, readLastLogPosition, readLogBatch } from './log-batch.ts';

/**
 * Many subscribers get the changes of 25 ms together: 100 of them cost a third less than with a send for each write.
 */
const readingIntervalMs = (subscribers: number): number => Math.min(25, 5 + subscribers / 5);

interface Options {
  connection: NotificationConnection;
  accountId: number;
  subscribers: ReadonlySet<unknown>;
  onLogged: (change: LoggedChange) => void;
  /** The log ends before the position that was read. */
  onLost: (end: FormattedLogPosition) => void;
  onFault: (error: unknown) => void;
}

/** Reads the log of one workspace after each notification. */
export class WorkspaceFeed {
  readonly #options: Options;
  #reached: FormattedLogPosition | undefined;
  #isReading = false;
  #isAsked = false;
  #lastRead = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  get reached(): FormattedLogPosition {
    return this.#reached ?? { number: 0, text: '0' };
  }

  /** Begins after the last entry. */
  async begin(): Promise<void> {
    const { accountId, connection } = this.#options;
    this.#reached = await readLastLogPosition(connection, accountId);
    if (this.#isAsked) this.read();
  }

  /** After a failover the new server can lack entries that were delivered. */
  async resume(): Promise<void> {
    const { accountId, connection, onFault, onLost } = this.#options;
    if (this.#reached === undefined) return;
    try {
      const last = await readLastLogPosition(connection, accountId);
      if (last.number < this.#reached.number) {
        this.#reached = last;
        onLost(last);
      }
      this.read();
    } catch (error) {
      onFault(error);
    }
  }

  /** Reads new entries. While reading, it schedules another run. */
  read(): void {
    this.#isAsked = true;
    if (this.#isReading || this.#reached === undefined) return;
    this.#isReading = true;
    void this.#readAll().finally(() => {
      this.#isReading = false;
      if (this.#isAsked) this.read();
    });
  }

  async #readAll(): Promise<void> {
    const { accountId, connection, onFault, onLogged, subscribers } = this.#options;
    const early = this.#lastRead + readingIntervalMs(subscribers.size) - performance.now();
    await (early > 0 ? sleep(early, undefined, { ref: false }) : nextTurn());
    this.#isAsked = false;
    this.#lastRead = performance.now();
    try {
      for (let isWhole = false; !isWhole; ) {
        const part = await readLogBatch(connection, accountId, this.reached.number);
        for (const change of part) {
          this.#reached = change.place;
          onLogged(change);
        }
        isWhole = part.length < logBatchSize;
      }
    } catch (error) {
      // The connection is restored and reads again.
      onFault(error);
    }
  }
}

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { FormattedLogPosition, LoggedChange } from './log-batch.ts';
import { logBatchSize, readLastLogPosition, readLogBatch } from './log-batch.ts';

/**
 * Many subscribers get the changes of 25 ms together: 100 of them cost a third less than with a send for each write.
 */
const readIntervalMs = (subscribers: number): number => Math.min(25, 5 + subscribers / 5);

interface Options {
  connection: NotificationConnection;
  accountId: number;
  subscribers: ReadonlySet<unknown>;
  onLogged: (change: LoggedChange) => void;
  /** Called if the log ends before the position that was read. */
  onLost: (end: FormattedLogPosition) => void;
  onError: (error: unknown) => void;
}

/** Reads the log of one workspace after each notification. */
export class WorkspaceFeed {
  readonly #options: Options;
  #position: FormattedLogPosition | undefined;
  #isReading = false;
  #hasPendingRequest = false;
  #lastRead = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  get lastReadPosition(): FormattedLogPosition {
    return this.#position ?? { number: 0, text: '0' };
  }

  /** Begins after the last entry. */
  async begin(): Promise<void> {
    const { accountId, connection } = this.#options;
    this.#position = await readLastLogPosition(connection, accountId);
    if (this.#hasPendingRequest) this.read();
  }

  /** After a failover the new server can lack entries that were delivered. */
  async resume(): Promise<void> {
    const { accountId, connection, onError, onLost } = this.#options;
    if (this.#position === undefined) return;
    try {
      const last = await readLastLogPosition(connection, accountId);
      if (last.number < this.#position.number) {
        this.#position = last;
        onLost(last);
      }
      this.read();
    } catch (error) {
      onError(error);
    }
  }

  /** Reads new entries. While reading, it schedules another run. */
  read(): void {
    this.#hasPendingRequest = true;
    if (this.#isReading || this.#position === undefined) return;
    this.#isReading = true;
    void this.#readAll().finally(() => {
      this.#isReading = false;
      if (this.#hasPendingRequest) this.read();
    });
  }

  async #readAll(): Promise<void> {
    const { accountId, connection, onError, onLogged, subscribers } = this.#options;
    const waitMs = this.#lastRead + readIntervalMs(subscribers.size) - performance.now();
    await (waitMs > 0 ? sleep(waitMs, undefined, { ref: false }) : nextTurn());
    this.#hasPendingRequest = false;
    this.#lastRead = performance.now();
    try {
      for (let isComplete = false; !isComplete; ) {
        const batch = await readLogBatch(connection, accountId, this.lastReadPosition.number);
        for (const change of batch) {
          this.#position = change.place;
          onLogged(change);
        }
        isComplete = batch.length < logBatchSize;
      }
    } catch (error) {
      // The connection is restored and reads again.
      onError(error);
    }
  }
}

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { FormattedLogPosition, LoggedChange } from './log-batch.ts';
import { logBatchSize, readLastLogPosition, readLogBatch } from './log-batch.ts';

/**
 * From one reading to the next. The first change after a rest is told at once; those that come as a crowd are read, and told to each who follows,
 * together: a statement and a send for each change would cost more than the changes.
 */
const paceMillis = 25;

interface Options {
  connection: NotificationConnection;
  accountId: number;
  onLogged: (change: LoggedChange) => void;
  /** The log ends before what was told of it: it goes on from there. */
  onLost: (end: FormattedLogPosition) => void;
  onFault: (error: unknown) => void;
}

/** What a process tells of one workspace: its log, which it reads on whenever it hears that there is more. */
export class WorkspaceFeed {
  readonly #options: Options;
  #reached: FormattedLogPosition | undefined;
  #isReading = false;
  #isAsked = false;
  #lastRead = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The place up to which the log was read. */
  get reached(): FormattedLogPosition {
    return this.#reached ?? { number: 0, text: '0' };
  }

  /** Begins behind what the log has by now. */
  async begin(): Promise<void> {
    const { accountId, connection } = this.#options;
    this.#reached = await readLastLogPosition(connection, accountId);
    if (this.#isAsked) this.read();
  }

  /** Goes on after the connection was lost, with a server perhaps that never had the last entries that another one told. */
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

  /** Reads what there is more of the log; once more, where it is being read. */
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
    const { accountId, connection, onFault, onLogged } = this.#options;
    // Of several transactions that tell at once, one reading is enough.
    const early = this.#lastRead + paceMillis - performance.now();
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
      // The connection is made anew, and asks again then.
      onFault(error);
    }
  }
}

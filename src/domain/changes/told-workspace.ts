import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListeningConnection } from '../kernel/listening.ts';
import type { LogChange, LogPlace } from './log-part.ts';
import { partSize, readLastEntries, readLogPart } from './log-part.ts';
import type { ChangedType, ChangeKind } from './queue.ts';

/**
 * What a process hears of one workspace: that there is more of the log, which it reads, and what triggers tell. That is told
 * besides where the log does not have it: what the service does by itself, and SQL by hand.
 */

/** What triggers told of one table. */
interface Told {
  transaction: string;
  type: ChangedType;
  kind: ChangeKind;
  ids: readonly string[];
}

interface Options {
  connection: ListeningConnection;
  accountId: number;
  onLogged: (change: LogChange) => void;
  onUnlogged: (type: ChangedType, id: string, kind: ChangeKind) => void;
  onFault: (error: unknown) => void;
}

/** Transactions of which it is remembered what they logged, until their triggers are heard of. */
const mostRemembered = 5_000;

export class ToldWorkspace {
  readonly #options: Options;
  /** What transactions logged, by their numbers. */
  readonly #logged = new Map<string, Set<string>>();
  #told: Told[] = [];
  #transaction = '';
  #reached: LogPlace | undefined;
  #isReading = false;
  #isAsked = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The place up to which the log was read. */
  get reached(): LogPlace {
    return this.#reached ?? { number: 0, text: '0' };
  }

  /** Begins behind what the log has by now. */
  async begin(): Promise<void> {
    const { accountId, connection } = this.#options;
    // What was logged just now may be told by triggers still.
    const last = await readLastEntries(connection, accountId);
    for (const change of last) this.#remember(change);
    this.#reached = last.at(-1)?.place ?? { number: 0, text: '0' };
    if (this.#isAsked || this.#told.length > 0) this.read();
  }

  hear(payload: string): void {
    const [kind = '', type = '', ...ids] = payload.split(' ');
    if (kind === 'TRANSACTION') {
      this.#transaction = type;
      return;
    }
    if (kind !== 'LOG') {
      const transaction = this.#transaction;
      const told = { type: type as ChangedType, kind: kind as ChangeKind, ids };
      this.#told.push({ transaction, ...told });
    }
    this.read();
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
    const { accountId, connection, onFault } = this.#options;
    // What one transaction tells arrives in parts.
    await nextTurn();
    this.#isAsked = false;
    const told = this.#told.splice(0);
    try {
      for (let isWhole = false; !isWhole; ) {
        const part = await readLogPart(connection, accountId, this.reached.number);
        for (const change of part) this.#tellLogged(change);
        isWhole = part.length < partSize;
      }
    } catch (error) {
      // The connection is made anew, and asks again then.
      onFault(error);
    }
    for (const one of told) this.#tellUnlogged(one);
  }

  #tellLogged(change: LogChange): void {
    this.#reached = change.place;
    this.#remember(change);
    this.#options.onLogged(change);
  }

  #remember({ change, transaction }: LogChange): void {
    const ids = this.#logged.get(transaction) ?? new Set<string>();
    if (change) ids.add(change.id);
    this.#logged.set(transaction, ids);
    if (this.#logged.size <= mostRemembered) return;
    const [oldest = ''] = this.#logged.keys();
    this.#logged.delete(oldest);
  }

  #tellUnlogged({ ids, kind, transaction, type }: Told): void {
    const logged = this.#logged.get(transaction);
    for (const id of ids) if (!logged?.has(id)) this.#options.onUnlogged(type, id, kind);
  }
}

import type { ActionError } from '../../platform/errors/action-error.ts';
import type { ChangedType } from './followed-record-types.ts';
import type { FormattedLogPosition, LoggedChange } from './log-batch.ts';
import type { RecordChange } from './record-change.ts';
import { changesMissedError } from './record-change.ts';

/** Changes of one record are combined: the one with the higher weight wins. */
const weights = { UPDATED: 0, CREATED: 1, DELETED: 2 };

type Item = RecordChange | ActionError;

/** The service stops. Subscribers connect again, to another process or after a restart. */
export class SubscriptionCutOffError extends Error {
  override readonly name = 'SubscriptionCutOffError';
}

type Waiting = {
  resolve: (result: IteratorResult<Item>) => void;
  reject: (reason: unknown) => void;
};

/** A pending change, and the position before it. */
interface Pending {
  change: RecordChange;
  before: FormattedLogPosition;
}

export interface LogSource {
  read: (after: number) => Promise<readonly LoggedChange[]>;
  /** The position up to which the workspace feed has read. */
  reached: () => FormattedLogPosition;
  isWanted: (type: ChangedType, id: string) => boolean;
}

/**
 * The pending changes of one subscriber, in order, one per record.
 * It reads the log from a position until it reaches the workspace feed, and again if more than `capacity` changes are
 * pending.
 * If delivered entries are lost, an error `changes_missed` replaces the pending changes.
 */
export class ChangeQueue implements AsyncIterableIterator<Item> {
  readonly #pending = new Map<string, Pending>();
  readonly #capacity: number;
  readonly #onEnd: () => void;
  readonly #log: LogSource;
  /** Everything up to this position is pending or delivered. */
  #passed: FormattedLogPosition | undefined;
  #isBehind = false;
  #isReading = false;
  #waiting: Waiting | undefined;
  #error: ActionError | undefined;
  #ended = false;
  #cut = false;
  #failure: { error: unknown } | undefined;

  constructor(capacity: number, onEnd: () => void, log: LogSource) {
    this.#capacity = capacity;
    this.#onEnd = onEnd;
    this.#log = log;
  }

  /** A resumed queue reads the entries between its position and the feed's. */
  begin(place: FormattedLogPosition, isResumed: boolean): void {
    const reached = this.#log.reached();
    this.#isBehind = isResumed;
    this.#passed = isResumed || place.number > reached.number ? place : reached;
  }

  /** Receives an entry from the workspace feed. */
  pass(entry: LoggedChange): void {
    if (this.#isBehind || this.#passed === undefined) return;
    if (entry.place.number > this.#passed.number) this.#note(entry);
  }

  #note({ change, place }: LoggedChange): void {
    const before = this.#passed ?? place;
    this.#passed = place;
    if (change && this.#log.isWanted(change.type, change.id)) this.#add(change, before, place);
  }

  #add(
    { deleted, id, kind, type }: NonNullable<LoggedChange['change']>,
    passed: FormattedLogPosition,
    { number: upTo }: FormattedLogPosition,
  ): void {
    const earlier = this.#pending.get(id);
    const known = earlier?.change.kind ?? kind;
    const weightier = weights[known] > weights[kind] ? known : kind;
    const before = earlier?.before ?? passed;
    const change: RecordChange = {
      ...{ type, id, kind: weightier, place: null, heard: { behind: before.number, upTo } },
      deleted: deleted ?? earlier?.change.deleted ?? null,
      withNext: (atMost) => [change, ...this.#nextOf(type, atMost - 1)],
    };
    this.#pending.set(id, { change, before });
    // While catching up, one batch can exceed the capacity.
    if (this.#isBehind || this.#pending.size <= this.#capacity) this.#wake();
    else this.#overflow();
  }

  /** Drops the pending changes. They are read again when the subscriber wants them. */
  #overflow(): void {
    const [first] = this.#pending.values();
    this.#passed = first?.before;
    this.#isBehind = true;
    this.#pending.clear();
    if (this.#waiting) void this.#catchUp();
  }

  /** Reports `changes_missed` and continues after a position. */
  miss(end: FormattedLogPosition): void {
    this.#pending.clear();
    this.#passed = end;
    this.#error = changesMissedError();
    this.#wake();
  }

  /** Delivers an error and ends. */
  refuse(error: ActionError): void {
    this.#pending.clear();
    this.#error = error;
    this.#end();
  }

  /** Ends with a {@link SubscriptionCutOffError}. */
  cut(): void {
    this.#cut = true;
    this.#end();
  }

  next(): Promise<IteratorResult<Item>> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#settle();
      if (this.#waiting && this.#isBehind) void this.#catchUp();
    });
  }

  /** Reads the log until a change is pending, or the feed's position is reached. */
  async #catchUp(): Promise<void> {
    const log = this.#log;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isBehind && this.#pending.size === 0 && !this.#ended && !this.#error) {
        const part = await log.read(this.#passed?.number ?? 0);
        for (const entry of part) this.#note(entry);
        if (part.length > 0) continue;
        if (log.reached().number <= (this.#passed?.number ?? 0)) this.#isBehind = false;
      }
      this.#settle();
    } catch (error) {
      this.#failure = { error };
      this.#end();
    } finally {
      this.#isReading = false;
    }
  }

  async return(): Promise<IteratorResult<Item>> {
    this.#pending.clear();
    this.#error = undefined;
    this.#end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #nextOf(type: ChangedType, atMost: number): RecordChange[] {
    const next: RecordChange[] = [];
    for (const { change } of this.#pending.values()) {
      if (next.length >= atMost) break;
      if (change.type === type && change.kind !== 'DELETED') next.push(change);
    }
    return next;
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#settle();
  }

  /** Delayed, to combine the entries of one transaction. */
  #wake(): void {
    if (this.#waiting) setImmediate(() => this.#settle());
  }

  #settle(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    const item = this.#take();
    if (item === undefined && !this.#ended) return;
    this.#waiting = undefined;
    if (item !== undefined) waiting.resolve({ done: false, value: item });
    else if (this.#failure) waiting.reject(this.#failure.error);
    else if (this.#cut) waiting.reject(new SubscriptionCutOffError('The service stops.'));
    else waiting.resolve({ done: true, value: undefined });
  }

  #take(): Item | undefined {
    if (this.#cut) return undefined;
    const error = this.#error;
    this.#error = undefined;
    if (error) return error;
    for (const [id, { change }] of this.#pending) {
      this.#pending.delete(id);
      const [next] = this.#pending.values();
      change.place = (next?.before ?? this.#passed)?.text ?? null;
      return change;
    }
    return undefined;
  }
}

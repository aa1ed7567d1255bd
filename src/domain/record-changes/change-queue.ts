import type { ActionError } from '../../platform/errors/action-error.ts';
import type { ChangedType } from './followed-record-types.ts';
import type { FormattedLogPosition, LoggedChange } from './log-batch.ts';
import type { RecordChange } from './record-change.ts';
import { changesMissedError } from './record-change.ts';

/** Changes of one record are combined into the kind with the higher weight. */
const kindWeights = { UPDATED: 0, CREATED: 1, DELETED: 2 };

type Item = RecordChange | ActionError;

/** The service stops. Subscribers connect again, to another process or after a restart. */
export class SubscriptionCutOffError extends Error {
  override readonly name = 'SubscriptionCutOffError';
}

type PendingRead = {
  resolve: (result: IteratorResult<Item>) => void;
  reject: (reason: unknown) => void;
};

/** A pending change, and the position before it. */
interface PendingChange {
  change: RecordChange;
  before: FormattedLogPosition;
}

export interface LogSource {
  read: (after: number) => Promise<readonly LoggedChange[]>;
  /** The position up to which the workspace feed has read. */
  lastReadPosition: () => FormattedLogPosition;
  matchesFilter: (type: ChangedType, id: string) => boolean;
}

/**
 * The pending changes of one subscriber, in order, one per record.
 * It reads the log from a position until it reaches the workspace feed, and again if more than `capacity` changes are
 * pending.
 * If delivered entries are lost, an error `changes_missed` replaces the pending changes.
 */
export class ChangeQueue implements AsyncIterableIterator<Item> {
  readonly #pending = new Map<string, PendingChange>();
  readonly #capacity: number;
  readonly #onEnd: () => void;
  readonly #log: LogSource;
  /** Everything up to this position is pending or delivered. */
  #lastPosition: FormattedLogPosition | undefined;
  #isBehind = false;
  #isReading = false;
  #pendingRead: PendingRead | undefined;
  #error: ActionError | undefined;
  #isEnded = false;
  #isCutOff = false;
  #failure: { error: unknown } | undefined;

  constructor(capacity: number, onEnd: () => void, log: LogSource) {
    this.#capacity = capacity;
    this.#onEnd = onEnd;
    this.#log = log;
  }

  /** A resumed queue first reads the entries from `position` to the last one that the workspace feed has read. */
  begin(position: FormattedLogPosition, isResumed: boolean): void {
    const lastRead = this.#log.lastReadPosition();
    this.#isBehind = isResumed;
    this.#lastPosition = isResumed || position.number > lastRead.number ? position : lastRead;
  }

  receive(entry: LoggedChange): void {
    if (this.#isBehind || this.#lastPosition === undefined) return;
    if (entry.place.number > this.#lastPosition.number) this.#addEntry(entry);
  }

  #addEntry({ change, place }: LoggedChange): void {
    const before = this.#lastPosition ?? place;
    this.#lastPosition = place;
    if (change && this.#log.matchesFilter(change.type, change.id))
      this.#addChange(change, before, place);
  }

  #addChange(
    { deleted, id, kind, type }: NonNullable<LoggedChange['change']>,
    lastPosition: FormattedLogPosition,
    { number: upTo }: FormattedLogPosition,
  ): void {
    const earlier = this.#pending.get(id);
    const earlierKind = earlier?.change.kind ?? kind;
    const combinedKind = kindWeights[earlierKind] > kindWeights[kind] ? earlierKind : kind;
    const before = earlier?.before ?? lastPosition;
    const change: RecordChange = {
      ...{ type, id, kind: combinedKind, place: null, logRange: { after: before.number, upTo } },
      deleted: deleted ?? earlier?.change.deleted ?? null,
      withNextOfType: (limit) => [change, ...this.#nextOf(type, limit - 1)],
    };
    this.#pending.set(id, { change, before });
    // While catching up, one batch can exceed the capacity.
    if (this.#isBehind || this.#pending.size <= this.#capacity) this.#deliverSoon();
    else this.#overflow();
  }

  /** Drops the pending changes. The queue reads them again when the subscriber requests the next change. */
  #overflow(): void {
    const [first] = this.#pending.values();
    this.#lastPosition = first?.before;
    this.#isBehind = true;
    this.#pending.clear();
    if (this.#pendingRead) void this.#catchUp();
  }

  /** Reports `changes_missed` and continues after a position. */
  reportMissed(end: FormattedLogPosition): void {
    this.#pending.clear();
    this.#lastPosition = end;
    this.#error = changesMissedError();
    this.#deliverSoon();
  }

  failWith(error: ActionError): void {
    this.#pending.clear();
    this.#error = error;
    this.#end();
  }

  cutOff(): void {
    this.#isCutOff = true;
    this.#end();
  }

  next(): Promise<IteratorResult<Item>> {
    return new Promise((resolve, reject) => {
      this.#pendingRead = { resolve, reject };
      this.#deliver();
      if (this.#pendingRead && this.#isBehind) void this.#catchUp();
    });
  }

  /** Reads the log until a change is pending, or until it has read as far as the workspace feed. */
  async #catchUp(): Promise<void> {
    const log = this.#log;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isBehind && this.#pending.size === 0 && !this.#isEnded && !this.#error) {
        const batch = await log.read(this.#lastPosition?.number ?? 0);
        for (const entry of batch) this.#addEntry(entry);
        if (batch.length > 0) continue;
        if (log.lastReadPosition().number <= (this.#lastPosition?.number ?? 0))
          this.#isBehind = false;
      }
      this.#deliver();
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

  #nextOf(type: ChangedType, limit: number): RecordChange[] {
    const next: RecordChange[] = [];
    for (const { change } of this.#pending.values()) {
      if (next.length >= limit) break;
      if (change.type === type && change.kind !== 'DELETED') next.push(change);
    }
    return next;
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEnd();
    this.#deliver();
  }

  /** Delayed, to combine the entries of one transaction. */
  #deliverSoon(): void {
    if (this.#pendingRead) setImmediate(() => this.#deliver());
  }

  #deliver(): void {
    const pendingRead = this.#pendingRead;
    if (!pendingRead) return;
    const item = this.#takeNext();
    if (item === undefined && !this.#isEnded) return;
    this.#pendingRead = undefined;
    if (item !== undefined) pendingRead.resolve({ done: false, value: item });
    else if (this.#failure) pendingRead.reject(this.#failure.error);
    else if (this.#isCutOff) pendingRead.reject(new SubscriptionCutOffError('The service stops.'));
    else pendingRead.resolve({ done: true, value: undefined });
  }

  #takeNext(): Item | undefined {
    if (this.#isCutOff) return undefined;
    const error = this.#error;
    this.#error = undefined;
    if (error) return error;
    for (const [id, { change }] of this.#pending) {
      this.#pending.delete(id);
      const [next] = this.#pending.values();
      change.place = (next?.before ?? this.#lastPosition)?.text ?? null;
      return change;
    }
    return undefined;
  }
}

import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { readPermissionsForModels } from '../../platform/ids/permission-areas.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import type { ChangedType, ChangeKind } from './followed-record-types.ts';
import type { FormattedLogPosition, LoggedChange } from './log-batch.ts';

/** What a change means to a list: its record is in it now, was and is, or is not any more. */
export type ListChange = 'ENTERED' | 'CHANGED' | 'LEFT';

/** What became of a record, told once its transaction is committed. */
export interface RecordChange {
  type: ChangedType;
  id: string;
  kind: ChangeKind;
  /** What a record was that is gone, where the log says it. */
  deleted: object | null;
  /** Where in the log to go on behind this change, once it is told; null where that is not known yet. */
  place: string | null;
  /** Behind which place of the log its record was changed, as far as it was not told yet; and up to where the log was heard of. */
  heard: { behind: number; upTo: number };
  /** What it means to the list of its type that is followed; undefined where none is. */
  list?: ListChange;
  /** The changes of the same type that come next, this one first, as far as they are known. */
  withNext(atMost: number): RecordChange[];
}

/** Whether who acts may be told of a change, or of the error in place of some. */
export const canReceiveChange = (
  context: Pick<Context, 'actor'>,
  change: RecordChange | ActionError,
): boolean =>
  change instanceof ActionError ||
  (readPermissionsForModels([change.type]) & ~callerPermissions(context)) === 0;

/** Of two changes of one record that nobody was told of yet, the weightier one says it all. */
const weights = { UPDATED: 0, CREATED: 1, DELETED: 2 };

type Item = RecordChange | ActionError;

/** Says that a follower was not told of everything. */
export function changesMissedError(): ActionError {
  return new ActionError(
    'changes_missed',
    'Some changes were lost. Read the displayed records again. Further changes are sent as before.',
  );
}

/** The service stops: whoever follows finds another process, or this one started again. */
export class SubscriptionCutOffError extends Error {
  override readonly name = 'SubscriptionCutOffError';
}

type Waiting = {
  resolve: (result: IteratorResult<Item>) => void;
  reject: (reason: unknown) => void;
};

/** A change that waits, and the place before it: who goes on behind that is told it. */
interface Pending {
  change: RecordChange;
  before: FormattedLogPosition;
}

/** How a queue reads the log by itself, for what it did not hear. */
export interface LogSource {
  /** What comes behind a place. */
  read: (after: number) => Promise<readonly LoggedChange[]>;
  /** Up to where all who follow have heard of the log. */
  reached: () => FormattedLogPosition;
  isWanted: (type: ChangedType, id: string) => boolean;
}

/**
 * The changes on their way to one follower, in order, each record once. It begins at a place of the log, which it reads by itself until it has come
 * as far as all who follow; and so it does again when it was too slow: more than `capacity` are not kept. Where the log has lost what was told
 * of it, an error `changes_missed` takes the place of all that wait.
 */
export class ChangeQueue implements AsyncIterableIterator<Item> {
  readonly #pending = new Map<string, Pending>();
  readonly #capacity: number;
  readonly #onEnd: () => void;
  readonly #log: LogSource;
  /** The last place of which all is pending or told; undefined before it begins. */
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

  /** Begins behind a place; what is between it and what all have heard is read where it was told before. */
  begin(place: FormattedLogPosition, isResumed: boolean): void {
    const reached = this.#log.reached();
    this.#isBehind = isResumed;
    this.#passed = isResumed || place.number > reached.number ? place : reached;
  }

  /** An entry of the log, as all hear of it. */
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
    // What it reads by itself is no more than one part of the log.
    if (this.#isBehind || this.#pending.size <= this.#capacity) this.#wake();
    else this.#overflow();
  }

  /** Keeps nothing of what waits: it is read again, as fast as it is told. */
  #overflow(): void {
    const [first] = this.#pending.values();
    this.#passed = first?.before;
    this.#isBehind = true;
    this.#pending.clear();
    if (this.#waiting) void this.#catchUp();
  }

  /** Tells the follower that changes were missed, and goes on behind a place. */
  miss(end: FormattedLogPosition): void {
    this.#pending.clear();
    this.#passed = end;
    this.#error = changesMissedError();
    this.#wake();
  }

  /** Ends with an error as the last that is told. */
  refuse(error: ActionError): void {
    this.#pending.clear();
    this.#error = error;
    this.#end();
  }

  /** Ends without a word: the follower fails with a {@link SubscriptionCutOffError}. */
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

  /** Reads the log until there is something to tell, or until all is read that others have heard. */
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

  /** Not at once: what one transaction did to a record arrives in parts and is told together. */
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

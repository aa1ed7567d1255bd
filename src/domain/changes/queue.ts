import type { Context } from '../kernel/context.ts';
import { ActionError } from '../kernel/errors.ts';
import type { NumberedType, RecordType } from '../kernel/ids.ts';
import { idPrefixes } from '../kernel/ids.ts';
import { readingModels } from '../kernel/record-areas.ts';
import { rightsIn } from '../kernel/rights.ts';

export type ChangeKind = 'CREATED' | 'UPDATED' | 'DELETED';

/** Types of record whose changes are told: all that have an id, and a table, of their own. */
export type ChangedType = Exclude<RecordType, 'ToDoItem'> | NumberedType;
export const changedTypes = [
  ...(Object.keys(idPrefixes) as RecordType[]).filter((type) => type !== 'ToDoItem'),
  'User',
  'Workspace',
] satisfies ChangedType[] as ChangedType[];

/** What became of a record, told once its transaction is committed. */
export interface Change {
  type: ChangedType;
  id: string;
  kind: ChangeKind;
  /** The changes of the same type that come next, this one first, as far as they are known. */
  withNext(atMost: number): Change[];
}

/** Whether who acts may be told of a change, or of the error in place of some. */
export const mayBeTold = (context: Pick<Context, 'actor'>, change: Change | ActionError): boolean =>
  change instanceof ActionError || (readingModels([change.type]) & ~rightsIn(context)) === 0;

/** Of two changes of one record that nobody was told of yet, the weightier one says it all. */
const weights = { UPDATED: 0, CREATED: 1, DELETED: 2 };

type Item = Change | ActionError;

/** Says that a follower was not told of everything. */
export function changesMissed(): ActionError {
  return new ActionError(
    'changes_missed',
    'Some changes could not be told. Read again what you show; further changes are told as before.',
  );
}

/** The service stops: whoever follows finds another process, or this one started again. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

type Waiting = {
  resolve: (result: IteratorResult<Item>) => void;
  reject: (reason: unknown) => void;
};

/**
 * The changes on their way to one follower, in order, each record once. More than `capacity` are not kept: then, and
 * when the service itself may have missed some, an error `changes_missed` takes the place of all that wait.
 */
export class ChangeQueue implements AsyncIterableIterator<Item> {
  readonly #pending = new Map<string, Change>();
  readonly #capacity: number;
  readonly #onEnd: () => void;
  #waiting: Waiting | undefined;
  #error: ActionError | undefined;
  #ended = false;
  #cut = false;

  constructor(capacity: number, onEnd: () => void) {
    this.#capacity = capacity;
    this.#onEnd = onEnd;
  }

  add(type: ChangedType, id: string, kind: ChangeKind): void {
    const known = this.#pending.get(id)?.kind ?? kind;
    const weightier = weights[known] > weights[kind] ? known : kind;
    const change: Change = {
      type,
      id,
      kind: weightier,
      withNext: (atMost) => [change, ...this.#nextOf(type, atMost - 1)],
    };
    this.#pending.set(id, change);
    if (this.#pending.size > this.#capacity) this.miss();
    else this.#wake();
  }

  /** Tells the follower that changes were missed. */
  miss(): void {
    this.#pending.clear();
    this.#error = changesMissed();
    this.#wake();
  }

  /** Ends with an error as the last that is told. */
  refuse(error: ActionError): void {
    this.#pending.clear();
    this.#error = error;
    this.#end();
  }

  /** Ends without a word: the follower fails with a {@link CutOffError}. */
  cut(): void {
    this.#cut = true;
    this.#end();
  }

  next(): Promise<IteratorResult<Item>> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#settle();
    });
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

  #nextOf(type: ChangedType, atMost: number): Change[] {
    const next: Change[] = [];
    for (const change of this.#pending.values()) {
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
    else if (this.#cut) waiting.reject(new CutOffError('The service stops.'));
    else waiting.resolve({ done: true, value: undefined });
  }

  #take(): Item | undefined {
    if (this.#cut) return undefined;
    const error = this.#error;
    this.#error = undefined;
    if (error) return error;
    for (const [id, change] of this.#pending) {
      this.#pending.delete(id);
      return change;
    }
    return undefined;
  }
}

import { isDeepStrictEqual } from 'node:util';
import type { Row, Rows, Type } from './records.ts';
import { types } from './records.ts';

/**
 * A workspace as it has to be, in plain maps and whole numbers. It knows the rules from the specification and shares no
 * code with the service, so that a mistake would have to be made twice.
 */

/** What an operation did to a record. */
export interface Change {
  kind: 'CREATED' | 'UPDATED' | 'DELETED';
  type: Type;
  key: number;
  /** Which operation did it: what one does to one record is one change. */
  operation: string;
}

/** Why an operation is rejected, by its code. */
export class Rejected extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** @throws Rejected where the condition does not hold */
export function require(condition: unknown, code: string): asserts condition {
  if (!condition) throw new Rejected(code);
}

interface State {
  rows: { [T in Type]: Map<number, Rows[T]> };
  nextKey: number;
  nextNumber: number;
  /** Also the order within an operation. */
  moment: number;
}

const noRows = () => Object.fromEntries(types.map((type) => [type, new Map()])) as State['rows'];

type Fields<T extends Type> = Omit<Rows[T], keyof Row>;

/** A workspace of the model, and what the operation at hand has changed. */
export class Model {
  #state: State = { rows: noRows(), nextKey: 1, nextNumber: 1, moment: 0 };
  /** The day of the clock. */
  today = '';
  changes: Change[] = [];
  /** Ids of deleted records. */
  readonly removed = new Map<number, string>();
  /** The current operation. */
  operation = '';
  /** The areas that the caller may write. */
  writable: readonly string[] | 'all' = 'all';
  /** Which line of its invoice a line is, by its id, for those that were looked up. */
  readonly placeOfLine = new Map<string, number>();

  mayWrite(area: string): boolean {
    return this.writable === 'all' || this.writable.includes(area);
  }

  all<T extends Type>(type: T): Rows[T][] {
    return [...this.#state.rows[type].values()];
  }

  find<T extends Type>(type: T, holds: (row: Rows[T]) => boolean): Rows[T] | undefined {
    return this.all(type).find(holds);
  }

  get<T extends Type>(type: T, key: number): Rows[T] {
    return this.#state.rows[type].get(key) as Rows[T];
  }

  /** @throws Rejected record_not_found */
  byId<T extends Type>(type: T, id: unknown): Rows[T] {
    const row = this.find(type, (one) => one.id === id);
    require(row, 'record_not_found');
    return row;
  }

  get nextNumber(): number {
    return this.#state.nextNumber;
  }

  set nextNumber(number: number) {
    this.#state.nextNumber = number;
  }

  /** A number that counts on. */
  nextMoment(): number {
    this.#state.moment += 1;
    return this.#state.moment;
  }

  add<T extends Type>(type: T, fields: Fields<T>): Rows[T] {
    const key = this.#state.nextKey;
    this.#state.nextKey += 1;
    const row = { ...fields, key, id: '', version: 1 } as unknown as Rows[T];
    this.#state.rows[type].set(key, row);
    this.#note('CREATED', type, row);
    return row;
  }

  /** What changes a record raises its version by one; what leaves all values as they are has changed nothing. */
  change<T extends Type>(type: T, row: Rows[T], fields: Partial<Fields<T>>): Rows[T] {
    const before = { ...row };
    Object.assign(row, fields);
    if (isDeepStrictEqual(row, before)) return row;
    row.version += 1;
    this.#note('UPDATED', type, row);
    return row;
  }

  remove(type: Type, row: Row): void {
    this.#state.rows[type].delete(row.key);
    this.#note('DELETED', type, row);
    this.removed.set(row.key, row.id);
  }

  #note(kind: Change['kind'], type: Type, { key }: Row): void {
    const { operation } = this;
    const isSame = (one: Change) =>
      one.key === key && one.type === type && one.operation === operation;
    const earlier = this.changes.find(isSame);
    if (!earlier) this.changes.push({ kind, type, key, operation });
    else if (kind === 'DELETED') this.changes = this.changes.filter((one) => one !== earlier);
    if (earlier?.kind === 'UPDATED' && kind === 'DELETED') {
      this.changes.push({ kind, type, key, operation });
    }
  }

  /** The id of a record, also of one that is gone. */
  idOf({ key, type }: Pick<Change, 'key' | 'type'>): string {
    return this.#state.rows[type].get(key)?.id ?? this.removed.get(key) ?? '';
  }

  /** Saves the workspace, and returns a function that restores it. */
  keep(): () => void {
    const [before, changes] = [structuredClone(this.#state), [...this.changes]];
    return () => {
      this.#state = before;
      this.changes = changes;
    };
  }

  /** Does something wholly, or not at all where it is rejected. @throws Rejected */
  whole<R>(work: () => R): R {
    const putBack = this.keep();
    try {
      return work();
    } catch (error) {
      putBack();
      throw error;
    }
  }
}

import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { LogEntryKind } from '../../generated/prisma/enums.ts';
import type { AuditedModel, DatabaseRow } from './audited-columns.ts';
import { auditRecordIdOf } from './audited-columns.ts';

/** What is noted of the rows that a transaction writes, from which the log is written before it ends (decision 37). */

/** Where changes come from. The operation is that of the moment: an operation of GraphQL may have several mutations. */
export interface ChangeOrigin {
  /** The mutation's field, the route's method and path, or the command. */
  operation: string;
  /** The address from which the request came; null where there is none. */
  address: string | null;
}

/** What rows are noted as. */
const ofRows = { CREATED: true, UPDATED: true, DELETED: true } as const;

/** One change of one row. */
export interface CollectedChange {
  operation: string;
  kind: LogEntryKind;
  model: AuditedModel;
  id: string;
  /** Null where there was no row. */
  before: DatabaseRow | null;
  /** Null where there is none any more. */
  after: DatabaseRow | null;
}

/**
 * A row was changed by somebody else between two statements of ours, the first of which has not locked it. The code is the
 * database's own for it, so that the transaction is tried again from the start.
 */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  readonly code = '40001';

  constructor(model: AuditedModel, id: string) {
    super(`${model} ${id} was changed while it was read.`);
  }
}

/** The rows that one transaction writes, each with what it was before. */
export class ChangeCollector {
  readonly #origin: ChangeOrigin;
  readonly #changes = new Map<string, CollectedChange>();
  /** Rows as they are now: nobody else can change them until the transaction ends. */
  readonly #known = new Map<string, DatabaseRow>();

  /** Called with the client of the pool when the transaction is over, whatever its outcome. */
  readonly afterwards: ((root: PrismaClient) => void)[] = [];
  /** Whether a statement has inserted the entry of its own change. */
  hasStagedEntries = false;
  /** Whether several operations follow each other, which may change one record again: that is one entry. */
  mayRepeat = false;

  /** Whether the transaction is repeated after a conflict. */
  readonly isRestarted: boolean;

  constructor(origin: ChangeOrigin, isRestarted = false) {
    this.#origin = origin;
    this.isRestarted = isRestarted;
  }

  /** How many changes there are. */
  get size(): number {
    return this.#changes.size;
  }

  /** What was changed, in the order in which it was changed first. */
  get changes(): Iterable<CollectedChange> {
    return this.#changes.values();
  }

  /** What puts back what was noted since, where that is taken back: its locks are given up as well. */
  mark(): () => void {
    const changes = new Map(this.#changes);
    const known = new Map(this.#known);
    return () => {
      for (const [map, earlier] of [
        [this.#changes, changes],
        [this.#known, known],
      ] as [Map<string, unknown>, Map<string, unknown>][]) {
        map.clear();
        for (const [key, value] of earlier) map.set(key, value);
      }
    };
  }

  /** A row as the transaction knows it, by its id in the log. */
  known(model: AuditedModel, id: string): DatabaseRow | undefined {
    return this.#known.get(`${model} ${id}`);
  }

  /** Notes a row that was read and cannot change any more, or of which a change is told by its version. */
  read(model: AuditedModel, row: DatabaseRow): void {
    this.#known.set(`${model} ${auditRecordIdOf(model, row)}`, row);
  }

  created(model: AuditedModel, row: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    this.#note({ kind: 'CREATED', model, id, before: null, after: row });
  }

  /**
   * Notes a row as it is after an update. Of one that the transaction read whole, the columns that were written are
   * enough; of another, `before` says what they were.
   * @throws ChangedMeanwhileError where the row was another than the one that was read
   */
  updated(model: AuditedModel, row: DatabaseRow, before?: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    const isKnown = this.known(model, id) !== undefined;
    const was = before ?? this.known(model, id);
    if (!was) throw new ChangedMeanwhileError(model, id);
    const writes = before ? 1 : Number(row.version) - Number(was.version);
    // Prisma reads a row that an update names without changing a column.
    if (writes === 0) return;
    if (writes !== 1) throw new ChangedMeanwhileError(model, id);
    this.#note({ kind: 'UPDATED', model, id, before: was, after: { ...was, ...row } });
    // Columns alone do not make the row known.
    if (before && !isKnown) this.#known.delete(`${model} ${id}`);
  }

  /** Replaces what is noted of a row that was just updated with what the database made of it. */
  replace(model: AuditedModel, row: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    const earlier = this.#changes.get(`${this.#origin.operation} ${model} ${id}`);
    if (earlier) earlier.after = row;
    this.#known.set(`${model} ${id}`, row);
  }

  /** Notes that a row is no more; given as it was. */
  deleted(model: AuditedModel, row: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    this.#note({ kind: 'DELETED', model, id, before: row, after: null });
  }

  /** Notes what somebody did about a record without changing it: that it signed in, say. */
  acted(kind: Exclude<LogEntryKind, keyof typeof ofRows>, model: AuditedModel, id: string): void {
    const { operation } = this.#origin;
    const change = { kind, model, id, before: null, after: null };
    this.#changes.set(`${operation} ${kind} ${id}`, { ...change, operation });
  }

  /** What one operation does to one record is one change, however many statements it takes. */
  #note(change: Omit<CollectedChange, 'operation'>): void {
    const { operation } = this.#origin;
    const { model, id, after, kind } = change;
    const name = `${model} ${id}`;
    const known = this.#known.get(name);
    if (after) this.#known.set(name, known ? { ...known, ...after } : after);
    else this.#known.delete(name);
    const key = `${operation} ${name}`;
    const earlier = this.#changes.get(key);
    if (!earlier) this.#changes.set(key, { ...change, operation });
    else if (earlier.kind === 'CREATED' && kind === 'DELETED') this.#changes.delete(key);
    else if (earlier.kind === 'DELETED') {
      this.#changes.set(key, { ...earlier, kind: after ? 'UPDATED' : 'DELETED', after });
    } else if (kind === 'DELETED') this.#changes.set(key, { ...earlier, kind, after });
    else {
      const before = earlier.before && { ...change.before, ...earlier.before };
      this.#changes.set(key, { ...earlier, before, after: { ...earlier.after, ...after } });
    }
  }
}

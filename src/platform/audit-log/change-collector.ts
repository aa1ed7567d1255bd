import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { LogEntryKind } from '../../generated/prisma/enums.ts';
import type { AuditedModel, DatabaseRow } from './audited-columns.ts';
import { auditRecordIdOf } from './audited-columns.ts';

/** Collects the row changes of a transaction; the audit entries are written from them before COMMIT. */

/** The source of a change. One GraphQL request can run several operations. */
export interface ChangeOrigin {
  /** The mutation's field, the method and path of a route, or the CLI command. */
  operation: string;
  /** Null without a network request. */
  address: string | null;
}

const ofRows = { CREATED: true, UPDATED: true, DELETED: true } as const;

export interface CollectedChange {
  operation: string;
  kind: LogEntryKind;
  model: AuditedModel;
  id: string;
  /** Null for a created row. */
  before: DatabaseRow | null;
  /** Null for a deleted row. */
  after: DatabaseRow | null;
}

/**
 * Another transaction changed a row between two statements, and the first did not lock it. The code is
 * PostgreSQL's serialization failure, which restarts the transaction.
 */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  readonly code = '40001';

  constructor(model: AuditedModel, id: string) {
    super(`${model} ${id} was changed while it was read.`);
  }
}

export class ChangeCollector {
  readonly #origin: ChangeOrigin;
  readonly #changes = new Map<string, CollectedChange>();
  /** Current rows that are locked until the transaction ends. */
  readonly #known = new Map<string, DatabaseRow>();

  /** Called with the pool's client after the transaction, whatever its outcome. */
  readonly afterwards: ((root: PrismaClient) => void)[] = [];
  /** Whether a statement has staged its own audit entries. */
  hasStagedEntries = false;
  /** Whether several operations can change one record again, which makes one entry. */
  mayRepeat = false;

  /** Whether the transaction is repeated after a conflict. */
  readonly isRestarted: boolean;

  constructor(origin: ChangeOrigin, isRestarted = false) {
    this.#origin = origin;
    this.isRestarted = isRestarted;
  }

  get size(): number {
    return this.#changes.size;
  }

  /** In the order of the first change of each row. */
  get changes(): Iterable<CollectedChange> {
    return this.#changes.values();
  }

  /** Returns a function that restores this state after ROLLBACK TO SAVEPOINT, which also releases locks. */
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

  /** A locked row, by its audit record id. */
  known(model: AuditedModel, id: string): DatabaseRow | undefined {
    return this.#known.get(`${model} ${id}`);
  }

  /** Records a row that is locked, or whose version reveals a concurrent change. */
  read(model: AuditedModel, row: DatabaseRow): void {
    this.#known.set(`${model} ${auditRecordIdOf(model, row)}`, row);
  }

  created(model: AuditedModel, row: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    this.#note({ kind: 'CREATED', model, id, before: null, after: row });
  }

  /**
   * For a row that was read whole, `row` needs only the written columns. Otherwise `before` has their old values.
   * @throws ChangedMeanwhileError if the row is another than the one that was read
   */
  updated(model: AuditedModel, row: DatabaseRow, before?: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    const isKnown = this.known(model, id) !== undefined;
    const was = before ?? this.known(model, id);
    if (!was) throw new ChangedMeanwhileError(model, id);
    const writes = before ? 1 : Number(row.version) - Number(was.version);
    // Prisma can return a row that an update did not change.
    if (writes === 0) return;
    if (writes !== 1) throw new ChangedMeanwhileError(model, id);
    this.#note({ kind: 'UPDATED', model, id, before: was, after: { ...was, ...row } });
    // A part of the columns does not make the row known.
    if (before && !isKnown) this.#known.delete(`${model} ${id}`);
  }

  /** Replaces the collected row by the row as the database computed it. */
  replace(model: AuditedModel, row: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    const earlier = this.#changes.get(`${this.#origin.operation} ${model} ${id}`);
    if (earlier) earlier.after = row;
    this.#known.set(`${model} ${id}`, row);
  }

  deleted(model: AuditedModel, row: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    this.#note({ kind: 'DELETED', model, id, before: row, after: null });
  }

  /** Records an action on a record that changes no row, for example a sign-in. */
  acted(kind: Exclude<LogEntryKind, keyof typeof ofRows>, model: AuditedModel, id: string): void {
    const { operation } = this.#origin;
    const change = { kind, model, id, before: null, after: null };
    this.#changes.set(`${operation} ${kind} ${id}`, { ...change, operation });
  }

  /** All changes of one record by one operation become one entry. */
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

import type { Db } from '../../database/client/db.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { LogEntryKind } from '../../generated/prisma/enums.ts';
import type { AuditedModel, DatabaseRow } from './audited-columns.ts';
import { auditRecordIdOf } from './audited-columns.ts';

/** A GraphQL request can run several operations, each with its origin. */
export interface ChangeOrigin {
  /** A mutation field, method and path of a route, a tool of the MCP server, or a CLI command. */
  operation: string;
  /** The tool that runs mutations. */
  tool?: string;
  clientName?: string | undefined;
  /** Null if the change did not come from a network request. */
  address: string | null;
}

const ofRows = { CREATED: true, UPDATED: true, DELETED: true } as const;

export interface CollectedChange {
  operation: string;
  kind: LogEntryKind;
  model: AuditedModel;
  id: string;
  before: DatabaseRow | null;
  after: DatabaseRow | null;
}

/**
 * A row that was not locked has changed concurrently. The error code is that of a serialization failure, so
 * the transaction restarts.
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
  readonly #known = new Map<string, DatabaseRow>();

  /** Called after a commit and after a rollback. */
  readonly afterwards: ((root: PrismaClient) => void)[] = [];
  /** Called when the entries are sent. */
  onEntriesSent: ((opened: Db) => void) | undefined;
  hasStagedEntries = false;
  /** If several operations change one record, the collector writes one entry. */
  mayRepeat = false;

  readonly isRestarted: boolean;

  constructor(origin: ChangeOrigin, isRestarted = false) {
    this.#origin = origin;
    this.isRestarted = isRestarted;
  }

  get size(): number {
    return this.#changes.size;
  }

  get changes(): Iterable<CollectedChange> {
    return this.#changes.values();
  }

  /** Returns a function that restores this state after ROLLBACK TO SAVEPOINT, because that releases locks. */
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

  known(model: AuditedModel, id: string): DatabaseRow | undefined {
    return this.#known.get(`${model} ${id}`);
  }

  /** Requires a locked row, or a version that reveals concurrent changes. */
  read(model: AuditedModel, row: DatabaseRow): void {
    this.#known.set(`${model} ${auditRecordIdOf(model, row)}`, row);
  }

  created(model: AuditedModel, row: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    this.#note({ kind: 'CREATED', model, id, before: null, after: row });
  }

  /**
   * `before` contains the old values unless the whole row was read.
   * @throws ChangedMeanwhileError after a concurrent change
   */
  updated(model: AuditedModel, row: DatabaseRow, before?: DatabaseRow): void {
    const id = auditRecordIdOf(model, row);
    const isKnown = this.known(model, id) !== undefined;
    const was = before ?? this.known(model, id);
    if (!was) throw new ChangedMeanwhileError(model, id);
    const writes = before ? 1 : Number(row.version) - Number(was.version);
    // Prisma can return an unchanged row.
    if (writes === 0) return;
    if (writes !== 1) throw new ChangedMeanwhileError(model, id);
    this.#note({ kind: 'UPDATED', model, id, before: was, after: { ...was, ...row } });
    // `row` may lack columns, so it does not count as known.
    if (before && !isKnown) this.#known.delete(`${model} ${id}`);
  }

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

  acted(kind: Exclude<LogEntryKind, keyof typeof ofRows>, model: AuditedModel, id: string): void {
    const { operation } = this.#origin;
    const change = { kind, model, id, before: null, after: null };
    this.#changes.set(`${operation} ${kind} ${id}`, { ...change, operation });
  }

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

import { ActionError } from '../platform/errors/action-error.ts';
import { newId } from '../platform/ids/record-ids.ts';
import type { NamedKind, NameResolver } from '../platform/names/name-resolver.ts';
import { createNameResolver } from '../platform/names/name-resolver.ts';
import type { RecordReference } from '../platform/names/resolve-reference.ts';
import {
  archivedNameError,
  idNotFoundError,
  nameIdMismatchError,
  resolveReference,
} from '../platform/names/resolve-reference.ts';
import { insertMissing } from './insert-changes.ts';
import type { TransactionContext } from './transaction-statements.ts';

/** The name of a record, and the id of the record that it belongs to, if any. */
export interface NameToEnsure {
  name: string;
  parent?: string;
}

/** A name to insert, with its new id. */
export interface MissingName extends NameToEnsure {
  id: string;
}

/** The models of kinds whose new records can have a name only or are inserted by a function. */
const models = {
  client: 'Client',
  form: 'Form',
  vendor: 'Vendor',
  project: 'Project',
  deliverable: 'Deliverable',
} as const;

export type EnsuredKind = NamedKind & keyof typeof models;

export interface EnsureOptions {
  /** Inserts rows, except those whose name was inserted concurrently, and returns the inserted ones. Default: rows with id and name. */
  insert?: (missing: readonly MissingName[]) => Promise<readonly { id: string }[]>;
  /** Also finds archived records. */
  archivedToo?: boolean;
}

/**
 * The ids of records by name, in the order of the names. Missing records are inserted: distinct names, in one order, so that concurrent
 * transactions do not deadlock.
 * @throws ActionError conflicting_state if an archived record has a name, or the record of a name was changed concurrently
 */
export async function ensureNames(
  tx: TransactionContext,
  kind: EnsuredKind,
  wanted: readonly NameToEnsure[],
  { archivedToo = false, insert = (missing) => insertNamed(tx, kind, missing) }: EnsureOptions = {},
): Promise<string[]> {
  const found = await findAll(tx.names, kind, wanted, archivedToo);
  const missing = inOrder(wanted.filter((_, index) => found[index] === undefined)).map((entry) => ({
    ...entry,
    id: newId(models[kind]),
  }));
  const inserted = new Set(missing.length > 0 ? (await insert(missing)).map(({ id }) => id) : []);
  const ids = new Map(missing.map((entry) => [keyOf(entry), entry.id]));
  const concurrent = missing.filter(({ id }) => !inserted.has(id));
  // The resolver of the transaction caches the names that were missing.
  const fresh = createNameResolver(tx);
  const current = await findAll(fresh, kind, concurrent, archivedToo);
  for (const [index, entry] of concurrent.entries()) {
    const id = current[index];
    if (id === undefined) throw await missingNameError(fresh, kind, entry);
    ids.set(keyOf(entry), id);
  }
  for (const entry of missing)
    tx.names.remember(kind, entry.name, ids.get(keyOf(entry)) ?? entry.id, entry.parent);
  return wanted.map((entry, index) => found[index] ?? (ids.get(keyOf(entry)) as string));
}

/**
 * The id of the record that a reference names, or null if it names none. A name without an id is inserted if it is missing.
 * @throws ActionError record_not_found, invalid_input
 */
export async function ensureReference(
  tx: TransactionContext,
  kind: EnsuredKind,
  reference: RecordReference,
  options?: EnsureOptions,
): Promise<string | null> {
  const { name, id, parent } = reference;
  if (id || !name) return resolveNamedId(tx.names, kind, reference);
  const wanted = { name, ...(parent !== undefined && { parent }) };
  const [ensured] = await ensureNames(tx, kind, [wanted], options);
  return ensured ?? null;
}

/**
 * The id of a reference. A name in addition to the id must be that of the record.
 * @throws ActionError record_not_found, invalid_input
 */
export async function resolveNamedId(
  names: NameResolver,
  kind: EnsuredKind,
  reference: RecordReference,
): Promise<string | null> {
  const { name, id, parent } = reference;
  if (!name || !id) return resolveReference(names, kind, reference);
  const [named, identified] = await Promise.all([
    names.find(kind, name, parent),
    names.currentId(kind, id, parent),
  ]);
  if (identified === undefined) throw idNotFoundError(kind, id, reference.idField);
  if (named !== identified) throw nameIdMismatchError(kind, reference);
  return identified;
}

const insertNamed = (tx: TransactionContext, kind: EnsuredKind, missing: readonly MissingName[]) =>
  insertMissing(
    tx,
    models[kind],
    missing.map(({ id, name }) => ({ id, name })),
  ) as unknown as Promise<{ id: string }[]>;

/** The error for a name that has no record after the insertion. */
async function missingNameError(
  names: NameResolver,
  kind: EnsuredKind,
  { name, parent }: NameToEnsure,
): Promise<ActionError> {
  if (await names.findArchived(kind, name, parent))
    return archivedNameError(names, kind, name, `${kind}Name`);
  return new ActionError('conflicting_state', `"${name}" was changed meanwhile; try again.`);
}

const findAll = (
  names: NameResolver,
  kind: EnsuredKind,
  wanted: readonly NameToEnsure[],
  archivedToo: boolean,
): Promise<(string | undefined)[]> =>
  Promise.all(
    wanted.map(async ({ name, parent }) => {
      const id = await names.find(kind, name, parent);
      return id ?? (archivedToo ? names.findArchived(kind, name, parent) : undefined);
    }),
  );

const keyOf = ({ name, parent = '' }: NameToEnsure) => `${parent} ${name}`;

function inOrder(wanted: readonly NameToEnsure[]): NameToEnsure[] {
  const distinct = new Map(wanted.map((entry) => [keyOf(entry), entry]));
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

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

/** `parent` is the id of the record that contains it. */
export interface NameToEnsure {
  name: string;
  parent?: string;
}

export interface MissingName extends NameToEnsure {
  id: string;
}

/** New records of these kinds need only a name, unless `insert` is set. */
const models = {
  client: 'Client',
  form: 'Form',
  vendor: 'Vendor',
  project: 'Project',
  deliverable: 'Deliverable',
} as const;

export type EnsuredKind = NamedKind & keyof typeof models;

export interface EnsureOptions {
  /** Inserts rows, except names that were inserted concurrently. Returns the inserted rows. Default: only id and name. */
  insert?: (missing: readonly MissingName[]) => Promise<readonly { id: string }[]>;
  includesArchived?: boolean;
}

/**
 * Inserts missing records in one order, so that concurrent transactions do not deadlock.
 * @throws ActionError conflicting_state if an archived record has the name, or the name changed concurrently
 */
export async function ensureNames(
  tx: TransactionContext,
  kind: EnsuredKind,
  wanted: readonly NameToEnsure[],
  {
    includesArchived = false,
    insert = (missing) => insertNamed(tx, kind, missing),
  }: EnsureOptions = {},
): Promise<string[]> {
  const found = await findAll(tx.names, kind, wanted, includesArchived);
  const missing = sortedDistinct(wanted.filter((_, index) => found[index] === undefined)).map(
    (entry) => ({
      ...entry,
      id: newId(models[kind]),
    }),
  );
  const inserted = new Set(missing.length > 0 ? (await insert(missing)).map(({ id }) => id) : []);
  const ids = new Map(missing.map((entry) => [keyOf(entry), entry.id]));
  const concurrent = missing.filter(({ id }) => !inserted.has(id));
  // `tx.names` caches missing names.
  const fresh = createNameResolver(tx);
  const current = await findAll(fresh, kind, concurrent, includesArchived);
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
 * Returns null if the reference is empty. Inserts an unknown name if no id is given.
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
 * If the reference has a name and an id, both must identify the same record.
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
  includesArchived: boolean,
): Promise<(string | undefined)[]> =>
  Promise.all(
    wanted.map(async ({ name, parent }) => {
      const id = await names.find(kind, name, parent);
      return id ?? (includesArchived ? names.findArchived(kind, name, parent) : undefined);
    }),
  );

const keyOf = ({ name, parent = '' }: NameToEnsure) => `${parent} ${name}`;

function sortedDistinct(wanted: readonly NameToEnsure[]): NameToEnsure[] {
  const distinct = new Map(wanted.map((entry) => [keyOf(entry), entry]));
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

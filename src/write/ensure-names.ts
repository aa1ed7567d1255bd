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

/** `parentId` is the id of the record that contains it. */
export interface NameToEnsure {
  name: string;
  parentId?: string;
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
  requestedNames: readonly NameToEnsure[],
  {
    includesArchived = false,
    insert = (missingNames) => insertNamedRecords(tx, kind, missingNames),
  }: EnsureOptions = {},
): Promise<string[]> {
  const foundIds = await findNameIds(tx.names, kind, requestedNames, includesArchived);
  const missingNames = sortedDistinct(
    requestedNames.filter((_, index) => foundIds[index] === undefined),
  ).map((entry) => ({
    ...entry,
    id: newId(models[kind]),
  }));
  const insertedIds = new Set(
    missingNames.length > 0 ? (await insert(missingNames)).map(({ id }) => id) : [],
  );
  const ids = new Map(missingNames.map((entry) => [keyOf(entry), entry.id]));
  const concurrentNames = missingNames.filter(({ id }) => !insertedIds.has(id));
  // `tx.names` caches missing names.
  const uncachedNames = createNameResolver(tx);
  const concurrentIds = await findNameIds(uncachedNames, kind, concurrentNames, includesArchived);
  for (const [index, entry] of concurrentNames.entries()) {
    const id = concurrentIds[index];
    if (id === undefined) throw await missingNameError(uncachedNames, kind, entry);
    ids.set(keyOf(entry), id);
  }
  for (const entry of missingNames)
    tx.names.remember(kind, entry.name, ids.get(keyOf(entry)) ?? entry.id, entry.parentId);
  return requestedNames.map((entry, index) => foundIds[index] ?? (ids.get(keyOf(entry)) as string));
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
  const { name, id, parentId } = reference;
  if (id || !name) return resolveNamedId(tx.names, kind, reference);
  const requestedName = { name, ...(parentId !== undefined && { parentId }) };
  const [ensuredId] = await ensureNames(tx, kind, [requestedName], options);
  return ensuredId ?? null;
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
  const { name, id, parentId } = reference;
  if (!name || !id) return resolveReference(names, kind, reference);
  const [idOfName, currentId] = await Promise.all([
    names.find(kind, name, parentId),
    names.currentId(kind, id, parentId),
  ]);
  if (currentId === undefined) throw idNotFoundError(kind, id, reference.idField);
  if (idOfName !== currentId) throw nameIdMismatchError(kind, reference);
  return currentId;
}

const insertNamedRecords = (
  tx: TransactionContext,
  kind: EnsuredKind,
  missing: readonly MissingName[],
) =>
  insertMissing(
    tx,
    models[kind],
    missing.map(({ id, name }) => ({ id, name })),
  ) as unknown as Promise<{ id: string }[]>;

async function missingNameError(
  names: NameResolver,
  kind: EnsuredKind,
  { name, parentId }: NameToEnsure,
): Promise<ActionError> {
  if (await names.findArchived(kind, name, parentId))
    return archivedNameError(names, kind, name, `${kind}Name`);
  return new ActionError('conflicting_state', `"${name}" was changed meanwhile; try again.`);
}

const findNameIds = (
  names: NameResolver,
  kind: EnsuredKind,
  requestedNames: readonly NameToEnsure[],
  includesArchived: boolean,
): Promise<(string | undefined)[]> =>
  Promise.all(
    requestedNames.map(async ({ name, parentId }) => {
      const id = await names.find(kind, name, parentId);
      return id ?? (includesArchived ? names.findArchived(kind, name, parentId) : undefined);
    }),
  );

const keyOf = ({ name, parentId = '' }: NameToEnsure) => `${parentId} ${name}`;

function sortedDistinct(requestedNames: readonly NameToEnsure[]): NameToEnsure[] {
  const distinct = new Map(requestedNames.map((entry) => [keyOf(entry), entry]));
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

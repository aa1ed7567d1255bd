import type { Context } from '../platform/context/context.ts';
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
import { write } from './write.ts';

/** The name of a record, and the id of the record that it belongs to, if any. */
export interface NameToCreate {
  name: string;
  parent?: string;
}

/**
 * The ids of records by name, in the order of the names. Missing ones are inserted: `insert` skips those that another transaction has
 * inserted in the meantime. It gets distinct names in one order, so that concurrent transactions do not deadlock. Afterwards all names
 * are read again. Archived records are found only with `archivedToo`.
 * @throws ActionError conflicting_state if an archived record has a name, or the record of a name was changed in the meantime
 */
export async function findOrCreateByName(
  context: Context,
  kind: NamedKind,
  wanted: readonly NameToCreate[],
  insert: (missing: NameToCreate[]) => Promise<unknown>,
  { archivedToo = false } = {},
): Promise<string[]> {
  const before = await findAll(context.names, kind, wanted, archivedToo);
  const missing = inOrder(wanted.filter((_, index) => before[index] === undefined));
  if (missing.length > 0) await insert(missing);
  // The resolver of the context caches the names that were missing.
  const fresh = createNameResolver(context);
  const ids = missing.length > 0 ? await findAll(fresh, kind, wanted, archivedToo) : before;
  return Promise.all(
    ids.map(async (id, index) => {
      const { name, parent } = wanted[index] as NameToCreate;
      if (id === undefined) throw await missingNameError(fresh, kind, name, parent);
      if (missing.length > 0) context.names.remember(kind, name, id, parent);
      return id;
    }),
  );
}

/** Inserts missing records that have a name only. */
export const insertNames =
  (context: Context, model: 'Client' | 'Form' | 'Vendor') => (missing: readonly NameToCreate[]) =>
    write(context, (tx) =>
      tx.insertMissing(
        model,
        missing.map(({ name }) => ({ id: newId(model), name })),
      ),
    );

/** The error for a name that has no record after the insertion. */
async function missingNameError(
  names: NameResolver,
  kind: NamedKind,
  name: string,
  parent: string | undefined,
): Promise<ActionError> {
  if (await names.findArchived(kind, name, parent)) {
    return archivedNameError(names, kind, name, `${kind}Name`);
  }
  return new ActionError('conflicting_state', `"${name}" was changed meanwhile; try again.`);
}

/**
 * The id of the record that a reference names, or null if it names none. A name without an id is inserted if it is missing, as
 * {@link findOrCreateByName} does. A name with an id must be that of the record.
 * @throws ActionError record_not_found for an unknown id, invalid_input if name and id disagree
 */
export async function resolveOrCreateReference(
  context: Context,
  kind: NamedKind,
  reference: RecordReference,
  insert: (missing: NameToCreate[]) => Promise<unknown>,
): Promise<string | null> {
  const { names } = context;
  const { name, id, parent } = reference;
  if (!name) return resolveReference(names, kind, reference);
  if (!id) {
    const wanted = { name, ...(parent === undefined ? {} : { parent }) };
    const [ensured] = await findOrCreateByName(context, kind, [wanted], insert);
    return ensured ?? null;
  }
  const [named, identified] = await Promise.all([
    names.find(kind, name, parent),
    names.currentId(kind, id, parent),
  ]);
  if (identified === undefined) throw idNotFoundError(kind, id, reference.idField);
  if (named !== identified) throw nameIdMismatchError(kind, reference);
  return identified;
}

function findAll(
  names: NameResolver,
  kind: NamedKind,
  wanted: readonly NameToCreate[],
  archivedToo: boolean,
): Promise<(string | undefined)[]> {
  return Promise.all(
    wanted.map(async ({ name, parent }) => {
      const id = await names.find(kind, name, parent);
      return id ?? (archivedToo ? names.findArchived(kind, name, parent) : undefined);
    }),
  );
}

function inOrder(wanted: readonly NameToCreate[]): NameToCreate[] {
  const distinct = new Map(wanted.map((entry) => [`${entry.parent ?? ''} ${entry.name}`, entry]));
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

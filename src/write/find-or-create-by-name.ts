import type { Context } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { NamedKind, NameResolver, RecordReference } from '../platform/names/name-resolver.ts';
import {
  archivedNameError,
  createNameResolver,
  idNotFoundError,
  nameIdMismatchError,
  resolveReference,
} from '../platform/names/name-resolver.ts';

/** A name that shall exist; the parent is the id of the record below which it stands, if any. */
export interface NameToCreate {
  name: string;
  parent?: string;
}

/**
 * The ids of records by name, in the order asked for; those that are missing are made. Any number of callers that want
 * the same names at once get the same ids: `insert` makes the missing names and skips those that somebody else has made
 * by then (ON CONFLICT DO NOTHING); afterwards all of them are read again. NameResolver come to `insert` once each and in one
 * order, so that transactions that make several of them wait for each other instead of locking each other out.
 * NameResolver of archived records are found only where `archivedToo` says so.
 * @throws ActionError conflicting_state where a name is an archived record's, or was taken away again while it was made
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
  // The context's own look-ups remember what was missing before.
  const fresh = createNameResolver(context);
  const ids = missing.length > 0 ? await findAll(fresh, kind, wanted, archivedToo) : before;
  return Promise.all(
    ids.map(async (id, index) => {
      const { name, parent } = wanted[index] as NameToCreate;
      if (id === undefined) throw await unmade(fresh, kind, name, parent);
      if (missing.length > 0) context.names.remember(kind, name, id, parent);
      return id;
    }),
  );
}

/** Why a name still has no record after it was made. */
async function unmade(
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
 * The id that a reference stands for, or null where it names nothing. A name without a record is made, as
 * {@link findOrCreateByName} does; beside an id it is not, but has to be that record's name.
 * @throws ActionError record_not_found for an unknown id, invalid_input where name and id disagree (decisions, "Ids
 * beside names").
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

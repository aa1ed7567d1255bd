import type { Context } from './context.ts';
import { ActionError } from './errors.ts';
import type { NamedKind } from './names.ts';
import { createNames } from './names.ts';

/** A name that shall exist; the parent is the id of the record below which it stands, if any. */
export interface WantedName {
  name: string;
  parent?: string;
}

/**
 * The ids of records by name, in the order asked for; those that are missing are made. Any number of callers that want
 * the same names at once get the same ids: `insert` makes the missing names and skips those that somebody else has made
 * by then (ON CONFLICT DO NOTHING); afterwards all of them are read again. Names come to `insert` once each and in one
 * order, so that transactions that make several of them wait for each other instead of locking each other out.
 * @throws ActionError conflicting_state where a name was taken away again while it was made.
 */
export async function ensureNamed(
  context: Context,
  kind: NamedKind,
  wanted: readonly WantedName[],
  insert: (missing: WantedName[]) => Promise<unknown>,
): Promise<string[]> {
  const before = await findAll(context, kind, wanted);
  const missing = inOrder(wanted.filter((_, index) => before[index] === undefined));
  if (missing.length > 0) await insert(missing);
  const ids = missing.length > 0 ? await findAll(context, kind, wanted) : before;
  return ids.map((id, index) => {
    const { name, parent } = wanted[index] as WantedName;
    if (id === undefined) {
      throw new ActionError('conflicting_state', `"${name}" was changed meanwhile; try again.`);
    }
    context.names.remember(kind, name, id, parent);
    return id;
  });
}

/** Asks the database anew: the context's own look-ups remember what was missing before. */
async function findAll(
  { db, accountId }: Context,
  kind: NamedKind,
  wanted: readonly WantedName[],
): Promise<(string | undefined)[]> {
  const names = createNames(db, accountId);
  return Promise.all(wanted.map(({ name, parent }) => names.find(kind, name, parent)));
}

function inOrder(wanted: readonly WantedName[]): WantedName[] {
  const distinct = new Map(wanted.map((entry) => [`${entry.parent ?? ''} ${entry.name}`, entry]));
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

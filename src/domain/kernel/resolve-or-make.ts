import type { Context } from './context.ts';
import type { NamedKind, Reference } from './names.ts';
import { createNames, idNotFound, nameNotFound, namesDisagree, resolveReference } from './names.ts';

/**
 * The id that a reference stands for, or null where it names nothing; for names that callers may introduce: one that
 * names nothing yet is given to what `insert` makes. `insert` is to skip a name that is taken (ON CONFLICT DO NOTHING)
 * and answer what it inserted, so that of several callers at once one makes the record and all get it.
 * @throws ActionError record_not_found, or invalid_input where name and id disagree (decisions, "Ids beside names").
 */
export async function resolveOrMake(
  { db, accountId, names }: Context,
  kind: NamedKind,
  reference: Reference,
  insert: (name: string) => Promise<{ id: string }[]>,
): Promise<string | null> {
  const { name, id, parent } = reference;
  if (!name) return resolveReference(names, kind, reference);
  const [named, idExists] = await Promise.all([
    names.find(kind, name, parent),
    id ? names.exists(kind, id, parent) : undefined,
  ]);
  if (id && !idExists) throw idNotFound(kind, id, reference.idField);
  if (id && named !== id) throw namesDisagree(kind, reference);
  if (named !== undefined) return named;
  const [made] = await insert(name);
  // Taken meanwhile: `insert` waited for whoever took it, so a fresh look-up sees the record.
  const found = made?.id ?? (await createNames(db, accountId).find(kind, name, parent));
  if (found === undefined) throw await nameNotFound(names, kind, reference);
  names.remember(kind, name, found, parent);
  return found;
}

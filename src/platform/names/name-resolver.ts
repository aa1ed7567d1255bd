import DataLoader from 'dataloader';
import type { WorkspaceAccess } from '../actors/workspace-access.ts';
import { ActionError, invalidInputError } from '../errors/action-error.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { canRead } from '../permissions/permissions.ts';
import { toSingleLine } from '../text/sanitize-text.ts';
import type {
  IdentifiedRecord,
  IdPath,
  NamedRecord,
  NamedTable,
  NameKey,
  NamePath,
} from './name-lookups.ts';
import { findByIds, findByNames, findPaths, findSimilarNames } from './name-lookups.ts';
import type { NamedKind } from './named-tables.ts';
import { namedTables } from './named-tables.ts';

export type { NamedKind } from './named-tables.ts';

/** The request's look-ups: one SELECT per kind for all names asked for in one turn, and one for all ids. */
export interface NameResolver {
  /**
   * The id of the record with that name, or undefined. Names are compared in the form of `toSingleLine`, exactly, or without regard to
   * case where the kind says so. They never find what is archived (decisions, "archive").
   */
  find(kind: NamedKind, name: string, parent?: string): Promise<string | undefined>;
  /** The id of the archived record that keeps that name, or undefined; as cheap as `find`, which looks up the same. */
  findArchived(kind: NamedKind, name: string, parent?: string): Promise<string | undefined>;
  /** Whether the record with that id is archived; batched as `exists` is, which looks up the same. */
  isArchived(kind: NamedKind, id: string): Promise<boolean>;
  /**
   * Looks up a client, a project of it and perhaps a deliverable of that, for `find` to know: one statement for all
   * paths asked for in one turn, where looking up level by level takes one for each kind.
   */
  prepare(path: NamePath): Promise<void>;
  /** Whether there is a record with that id (below that parent, where one is given); batched likewise. */
  exists(kind: NamedKind, id: string, parent?: string): Promise<boolean>;
  /** The id of the record that an id stands for, also if its record was merged into that one; batched likewise. */
  currentId(kind: NamedKind, id: string, parent?: string): Promise<string | undefined>;
  /** The id of the record that one belongs to, the client of a project say; undefined where there is no such record. */
  parentOf(kind: NamedKind, id: string): Promise<string | undefined>;
  /** Remembers a record made in this request. */
  remember(kind: NamedKind, name: string, id: string, parent?: string): void;
  /** Up to three names close to one that was not found; none of people, nor where a request has missed many already. */
  near(kind: NamedKind, name: string, parent?: string): Promise<string[]>;
  /** Whether the caller may be told more of such records than that one goes by a name or an id, or none does. */
  mayTell(kind: NamedKind): boolean;
}

/** NameResolver that one request may miss with near matches offered: each costs a statement of its own. */
const mostNearLookups = 5;

/** Loaders for one request on one connection or transaction. */
export function createNameResolver({ db, accountId, actor }: WorkspaceAccess): NameResolver {
  let nearLookups = 0;
  const byName = new Map<NamedKind, DataLoader<NameKey, NamedRecord | undefined, string>>();
  const nameLoader = (kind: NamedKind) =>
    remembered(byName, kind, (keys) => findByNames(db, accountId, namedTables[kind], keys));
  // Most requests name nothing.
  const ids = once(
    () =>
      new DataLoader<IdKey, IdentifiedRecord | undefined, string>(
        (keys) =>
          findByIds(
            db,
            accountId,
            keys.map(({ kind, id }) => ({ table: namedTables[kind], id })),
          ),
        { cacheKeyFn: ({ kind, id }) => `${kind} ${id}`, maxBatchSize: 5_000 },
      ),
  );

  const currentId: NameResolver['currentId'] = async (kind, id, parent = '') => {
    const found = await ids().load({ kind, id });
    return parent === '' || found?.id === parent ? found?.own : undefined;
  };
  const know = (kind: NamedKind, key: NameKey, id: string | undefined, archived = false) => {
    if (id !== undefined) nameLoader(kind).clear(key).prime(key, { id, archived });
  };
  const mayTell = (kind: NamedKind) =>
    canRead({ actor }, permissionAreaByModel[namedTables[kind].table]);
  const paths = once(
    () =>
      new DataLoader<NamePath, void, string>(
        async (asked) => {
          const found = await findPaths(db, accountId, asked);
          for (const [index, path] of asked.entries()) {
            const { client, project, deliverable } = found[index] as IdPath;
            if (!client) continue;
            know('client', { parent: '', name: path.client }, client.id, client.archived);
            know('project', { parent: client.id, name: path.project }, project);
            if (project && path.deliverable) {
              const key = { parent: project, name: path.deliverable };
              know('deliverable', key, deliverable?.id, deliverable?.archived);
            }
          }
          return asked.map(() => undefined);
        },
        { cacheKeyFn: (path) => JSON.stringify(path), maxBatchSize: 5_000 },
      ),
  );

  return {
    prepare: ({ client, project, deliverable }) =>
      paths().load({
        client: toSingleLine(client),
        project: toSingleLine(project),
        deliverable: deliverable && toSingleLine(deliverable),
      }),
    find: async (kind, name, parent = '') => {
      const found = await nameLoader(kind).load({ parent, name: toSingleLine(name) });
      return found?.archived ? undefined : found?.id;
    },
    findArchived: async (kind, name, parent = '') => {
      const found = await nameLoader(kind).load({ parent, name: toSingleLine(name) });
      return found?.archived ? found.id : undefined;
    },
    isArchived: async (kind, id) => (await ids().load({ kind, id }))?.archived ?? false,
    exists: async (kind, id, parent) => (await currentId(kind, id, parent)) !== undefined,
    currentId,
    // What was read stays true for this request, even where the record moves meanwhile.
    parentOf: async (kind, id) => (await ids().load({ kind, id }))?.id,
    remember: (kind, name, id, parent = '') => know(kind, { parent, name: toSingleLine(name) }, id),
    near: async (kind, name, parent = '') => {
      const table: NamedTable = namedTables[kind];
      nearLookups += 1;
      // Other names are stored data: whoever may not read is not offered them.
      const isOffered = !table.personal && mayTell(kind);
      return isOffered && nearLookups <= mostNearLookups
        ? findSimilarNames(db, accountId, table, name, parent)
        : [];
    },
    mayTell,
  };
}

/** Makes a thing when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

interface IdKey {
  kind: NamedKind;
  id: string;
}

function remembered<V>(
  loaders: Map<NamedKind, DataLoader<NameKey, V, string>>,
  kind: NamedKind,
  load: (keys: readonly NameKey[]) => Promise<V[]>,
): DataLoader<NameKey, V, string> {
  const existing = loaders.get(kind);
  if (existing) return existing;
  const loader = new DataLoader<NameKey, V, string>(load, {
    cacheKeyFn: ({ parent, name }) => `${parent}\u0000${name}`,
    maxBatchSize: 5_000,
  });
  loaders.set(kind, loader);
  return loader;
}

/** How a record was referred to: by name, by id, both or neither; with the fields that said so. */
export interface RecordReference {
  name?: string | null;
  id?: string | null;
  /** The id as the caller wrote it, where that is not the id itself. */
  givenId?: string;
  nameField: string;
  idField: string;
  parent?: string;
}

/**
 * The id that a reference stands for, or null where it names nothing.
 * @throws ActionError name_not_found with near matches, record_not_found, or invalid_input where name and id disagree
 * (decisions, "NameResolver" and "Ids beside names").
 */
export async function resolveReference(
  names: NameResolver,
  kind: NamedKind,
  reference: RecordReference,
): Promise<string | null> {
  const { name, id, parent } = reference;
  const [named, identified] = await Promise.all([
    name ? names.find(kind, name, parent) : undefined,
    id ? names.currentId(kind, id, parent) : undefined,
  ]);
  if (name && named === undefined) throw await nameNotFound(names, kind, reference);
  if (id && identified === undefined) throw await idFault(names, kind, id, reference);
  if (name && id && named !== identified) throw nameIdMismatchError(kind, reference);
  return named ?? identified ?? null;
}

/** A reference in a change: a name or an id that is undefined says nothing. */
interface ChangedReference extends Omit<RecordReference, 'name' | 'id'> {
  name?: string | null | undefined;
  id?: string | null | undefined;
}

/**
 * What a change refers to: undefined where it says nothing of it, null where it clears it.
 * @throws ActionError as {@link resolveReference}
 */
export async function resolveChangedReference(
  names: NameResolver,
  kind: NamedKind,
  { name, id, ...fields }: ChangedReference,
): Promise<string | null | undefined> {
  if (name === undefined && id === undefined) return undefined;
  return resolveReference(names, kind, { ...fields, name: name ?? null, id: id ?? null });
}

/** The error for an id that the workspace does not have, in a field that refers to a record. */
export function idNotFoundError(kind: NamedKind, id: string, idField: string): ActionError {
  return new ActionError(
    'record_not_found',
    `There is no ${namedTables[kind].noun} with id "${id}".`,
    { errors: [{ path: idField, code: 'record_not_found', message: 'no such record' }] },
  );
}

/** The error for an id that no record has, or only one that stands below another than what the input names. */
async function idFault(
  names: NameResolver,
  kind: NamedKind,
  id: string,
  reference: RecordReference,
): Promise<ActionError> {
  const table: NamedTable = namedTables[kind];
  const standsElsewhere = reference.parent && (await names.exists(kind, id));
  if (!standsElsewhere || table.parent === undefined) {
    return idNotFoundError(kind, reference.givenId ?? id, reference.idField);
  }
  if (reference.name) return nameIdMismatchError(kind, reference);
  const { noun } = namedTables[table.parent.replace(/Id$/, '') as NamedKind];
  const message = `belongs to another ${noun}`;
  return invalidInputError([{ path: reference.idField, code: 'disagrees', message }]);
}

/** The error for a name and an id that stand for different records (decisions, "Ids beside names"). */
export function nameIdMismatchError(
  kind: NamedKind,
  { nameField, idField }: RecordReference,
): ActionError {
  const message = `names another ${namedTables[kind].noun} than ${idField}`;
  return invalidInputError([{ path: nameField, code: 'disagrees', message }]);
}

const takeOut = 'take it out of the archive first';

/** The error for a name that only an archived record has, where a record of that name was to be made. */
export function archivedNameError(
  names: NameResolver,
  kind: NamedKind,
  name: string,
  nameField: string,
): ActionError {
  if (!names.mayTell(kind)) {
    const message = `A new ${namedTables[kind].noun} cannot have the name "${name.trim()}".`;
    const errors = [{ path: nameField, code: 'refused', message: 'cannot be made' }];
    return new ActionError('conflicting_state', message, { errors });
  }
  return new ActionError(
    'conflicting_state',
    `There is already a ${namedTables[kind].noun} named "${name.trim()}", which is archived: ${takeOut}.`,
    { errors: [{ path: nameField, code: 'archived', message: 'is archived' }] },
  );
}

/** The error for a name that matches nothing, or only what is archived; with up to three near matches. */
async function nameNotFound(
  names: NameResolver,
  kind: NamedKind,
  { name, nameField, parent }: Pick<RecordReference, 'name' | 'nameField' | 'parent'>,
): Promise<ActionError> {
  const wanted = name ?? '';
  if (names.mayTell(kind) && (await names.findArchived(kind, wanted, parent)) !== undefined) {
    const message = `The ${namedTables[kind].noun} "${wanted}" is archived, and archived records cannot be found by name: ${takeOut}.`;
    const errors = [{ path: nameField, code: 'archived', message: 'is archived' }];
    return new ActionError('name_not_found', message, { errors });
  }
  const nearMatches = await names.near(kind, wanted, parent);
  const hint =
    nearMatches.length > 0 ? ` Did you mean ${nearMatches.map((n) => `"${n}"`).join(' or ')}?` : '';
  const { noun } = namedTables[kind];
  const meaning = nameField === 'query' ? ` The query is the exact name of a ${noun}.` : '';
  return new ActionError(
    'name_not_found',
    `There is no ${noun} named "${wanted}".${meaning}${hint}`,
    {
      nearMatches,
      errors: [
        {
          path: nameField,
          code: 'name_not_found',
          message: hint === '' ? 'no such name' : `no such name.${hint}`,
        },
      ],
    },
  );
}

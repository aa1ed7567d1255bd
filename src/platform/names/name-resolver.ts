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

/** Batched: one SELECT per kind for all names of one turn, one for all ids. */
export interface NameResolver {
  /** In the form of `toSingleLine`. Never finds archived records. */
  find(kind: NamedKind, name: string, parent?: string): Promise<string | undefined>;
  /** Shares the statement of `find`. */
  findArchived(kind: NamedKind, name: string, parent?: string): Promise<string | undefined>;
  isArchived(kind: NamedKind, id: string): Promise<boolean>;
  /** One statement for all levels instead of one per kind. */
  prepare(path: NamePath): Promise<void>;
  exists(kind: NamedKind, id: string, parent?: string): Promise<boolean>;
  /** Of the remaining record after a merge. */
  currentId(kind: NamedKind, id: string, parent?: string): Promise<string | undefined>;
  parentOf(kind: NamedKind, id: string): Promise<string | undefined>;
  remember(kind: NamedKind, name: string, id: string, parent?: string): void;
  /** Empty for people and after too many misses. */
  near(kind: NamedKind, name: string, parent?: string): Promise<string[]>;
  /** Whether errors may contain data. */
  mayTell(kind: NamedKind): boolean;
}

/** Each suggestion takes a statement. */
const mostNearLookups = 5;

export function createNameResolver({ db, accountId, actor }: WorkspaceAccess): NameResolver {
  let nearLookups = 0;
  const byName = new Map<NamedKind, DataLoader<NameKey, NamedRecord | undefined, string>>();
  const nameLoader = (kind: NamedKind) =>
    remembered(byName, kind, (keys) => findByNames(db, accountId, namedTables[kind], keys));
  // Lazy: most requests look up nothing.
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
    // Cached, even if the record moves.
    parentOf: async (kind, id) => (await ids().load({ kind, id }))?.id,
    remember: (kind, name, id, parent = '') => know(kind, { parent, name: toSingleLine(name) }, id),
    near: async (kind, name, parent = '') => {
      const table: NamedTable = namedTables[kind];
      nearLookups += 1;
      // Suggestions reveal stored data.
      const isOffered = !table.personal && mayTell(kind);
      return isOffered && nearLookups <= mostNearLookups
        ? findSimilarNames(db, accountId, table, name, parent)
        : [];
    },
    mayTell,
  };
}

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

/** By name, id or both. */
export interface RecordReference {
  name?: string | null;
  id?: string | null;
  /** As written, if it differs. */
  givenId?: string;
  nameField: string;
  idField: string;
  parent?: string;
}

/** Null if neither is given. @throws ActionError name_not_found, record_not_found, or invalid_input if both differ */
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

interface ChangedReference extends Omit<RecordReference, 'name' | 'id'> {
  name?: string | null | undefined;
  id?: string | null | undefined;
}

/** Undefined: no change; null: cleared. @throws ActionError */
export async function resolveChangedReference(
  names: NameResolver,
  kind: NamedKind,
  { name, id, ...fields }: ChangedReference,
): Promise<string | null | undefined> {
  if (name === undefined && id === undefined) return undefined;
  return resolveReference(names, kind, { ...fields, name: name ?? null, id: id ?? null });
}

export function idNotFoundError(kind: NamedKind, id: string, idField: string): ActionError {
  return new ActionError(
    'record_not_found',
    `There is no ${namedTables[kind].noun} with id "${id}".`,
    { errors: [{ path: idField, code: 'record_not_found', message: 'no such record' }] },
  );
}

/** Also for ids with another parent. */
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

export function nameIdMismatchError(
  kind: NamedKind,
  { nameField, idField }: RecordReference,
): ActionError {
  const message = `names another ${namedTables[kind].noun} than ${idField}`;
  return invalidInputError([{ path: nameField, code: 'disagrees', message }]);
}

const takeOut = 'take it out of the archive first';

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

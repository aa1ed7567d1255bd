import { ActionError, invalidInputError } from '../errors/action-error.ts';
import type { NamedTable } from './name-lookups.ts';
import type { NameResolver } from './name-resolver.ts';
import type { NamedKind } from './named-tables.ts';
import { namedTables } from './named-tables.ts';

export interface RecordReference {
  name?: string | null;
  id?: string | null;
  /** The id in the input, if it differs. */
  givenId?: string;
  nameField: string;
  idField: string;
  parentId?: string;
}

/**
 * Returns null without name and id.
 * @throws ActionError name_not_found, record_not_found
 * @throws ActionError invalid_input if name and id are different records
 */
export async function resolveReference(
  names: NameResolver,
  kind: NamedKind,
  reference: RecordReference,
): Promise<string | null> {
  const { name, id, parentId } = reference;
  const [named, identified] = await Promise.all([
    name ? names.find(kind, name, parentId) : undefined,
    id ? names.currentId(kind, id, parentId) : undefined,
  ]);
  if (name && named === undefined) throw await nameNotFound(names, kind, reference);
  if (id && identified === undefined) throw await idError(names, kind, id, reference);
  if (name && id && named !== identified) throw nameIdMismatchError(kind, reference);
  return named ?? identified ?? null;
}

interface ChangedReference extends Omit<RecordReference, 'name' | 'id'> {
  name?: string | null | undefined;
  id?: string | null | undefined;
}

/**
 * Returns undefined for no change, null to clear.
 * @throws ActionError
 */
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

async function idError(
  names: NameResolver,
  kind: NamedKind,
  id: string,
  reference: RecordReference,
): Promise<ActionError> {
  const table: NamedTable = namedTables[kind];
  const standsElsewhere = reference.parentId && (await names.exists(kind, id));
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

const unarchiveHint = 'take it out of the archive first';

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
    `There is already a ${namedTables[kind].noun} named "${name.trim()}", which is archived: ${unarchiveHint}.`,
    { errors: [{ path: nameField, code: 'archived', message: 'is archived' }] },
  );
}

async function nameNotFound(
  names: NameResolver,
  kind: NamedKind,
  { name, nameField, parentId }: Pick<RecordReference, 'name' | 'nameField' | 'parentId'>,
): Promise<ActionError> {
  const requestedName = name ?? '';
  if (
    names.mayTell(kind) &&
    (await names.findArchived(kind, requestedName, parentId)) !== undefined
  ) {
    const message = `The ${namedTables[kind].noun} "${requestedName}" is archived, and archived records cannot be found by name: ${unarchiveHint}.`;
    const errors = [{ path: nameField, code: 'archived', message: 'is archived' }];
    return new ActionError('name_not_found', message, { errors });
  }
  const nearMatches = await names.near(kind, requestedName, parentId);
  const hint =
    nearMatches.length > 0 ? ` Did you mean ${nearMatches.map((n) => `"${n}"`).join(' or ')}?` : '';
  const { noun } = namedTables[kind];
  const meaning = nameField === 'query' ? ` The query is the exact name of a ${noun}.` : '';
  return new ActionError(
    'name_not_found',
    `There is no ${noun} named "${requestedName}".${meaning}${hint}`,
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

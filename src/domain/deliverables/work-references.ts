import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import { recordIdType, text } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';
import type { NameResolver } from '../../platform/names/name-resolver.ts';
import {
  archivedNameError,
  idNotFoundError,
  resolveReference,
} from '../../platform/names/resolve-reference.ts';

export const workReferenceFields = {
  clientName: nullable(text(), 'Name of the client.'),
  clientId: nullable(recordIdType, 'Id of the client, instead of or in addition to its name.'),
  projectName: nullable(text(), 'Name of the project, one of the client’s.'),
  projectId: nullable(recordIdType, 'Id of the project. It implies the client.'),
  deliverableName: nullable(text(), 'Name of the deliverable, one of the project’s.'),
  deliverableId: nullable(
    recordIdType,
    'Id of the deliverable. It implies the project and the client.',
  ),
};

export type WorkReference = { [K in keyof typeof workReferenceFields]?: string | null };

export interface ResolvedWork {
  clientId: string | null;
  projectId: string | null;
  deliverableId: string | null;
}

export type WorkLevel = 'client' | 'project' | 'deliverable';

const levels = [
  { kind: 'client', nameField: 'clientName', idField: 'clientId' },
  { kind: 'project', nameField: 'projectName', idField: 'projectId' },
  { kind: 'deliverable', nameField: 'deliverableName', idField: 'deliverableId' },
] as const;

/** A name needs the names of its parents, an id does not. */
export function validateWorkReference(
  work: WorkReference,
  isDeliverableRequired = false,
): FieldError[] {
  const errors: FieldError[] = [];
  let isRequired = isDeliverableRequired;
  for (const { nameField, idField } of levels.toReversed()) {
    if (work[idField]) isRequired = false;
    else if (work[nameField]) isRequired = true;
    else if (isRequired) {
      errors.unshift({ path: nameField, code: 'required', message: 'is required here' });
    }
  }
  return errors;
}

/** Returns the id of the new record, or undefined to resolve nothing. */
export type CreateMissingWork = (
  name: string,
  parentId: string | undefined,
) => Promise<string | undefined>;

/**
 * An id implies its parents. An unknown name is an error if `creators` has no function for its level. Concurrent calls
 * share statements: one for references by client and project name, one for all ids, otherwise one per type.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
export async function resolveWork(
  { names }: Context,
  work: WorkReference,
  creators: Partial<Record<WorkLevel, CreateMissingWork>> = {},
): Promise<ResolvedWork | undefined> {
  const { clientName, projectName, deliverableName = null } = work;
  if (clientName && projectName) {
    await names.prepare({ client: clientName, project: projectName, deliverable: deliverableName });
  }
  await Promise.all(
    levels.map(({ kind, idField }) => work[idField] && names.exists(kind, work[idField])),
  );
  const ids = await withParents(names, work);
  let parentId: string | undefined;
  for (const { kind, nameField, idField } of levels) {
    const name = work[nameField] ?? null;
    const id = ids[idField];
    const create = creators[kind];
    if (name && !id && create) {
      const found = await names.find(kind, name, parentId);
      if (found === undefined && (await names.findArchived(kind, name, parentId))) {
        throw archivedNameError(names, kind, name, nameField);
      }
      parentId = found ?? (await create(name, parentId));
      if (parentId === undefined) return undefined;
    } else if (id && !name && !work[idField]) {
      // The id was read from a record below it.
      if (parentId) await requireBelow(names, kind, id, parentId);
      parentId = id;
    } else {
      const parentReference = parentId === undefined ? {} : { parentId };
      const lookup = resolveReference(names, kind, {
        name,
        id,
        nameField,
        idField,
        ...parentReference,
      });
      parentId =
        (await lookUpOrCollectErrors(lookup, () => requireIdsBelowLevel(names, work, kind))) ??
        undefined;
    }
    ids[idField] = parentId ?? null;
  }
  return ids;
}

/** Checks ids below an unknown level. Names cannot be checked without their parents. */
export const requireIdsBelowLevel = (
  names: NameResolver,
  work: WorkReference,
  level: WorkLevel,
): Promise<void>[] =>
  levels
    .slice(levels.findIndex(({ kind }) => kind === level) + 1)
    .map(async ({ kind, idField }) => {
      const id = work[idField];
      if (id && !(await names.exists(kind, id))) throw idNotFoundError(kind, id, idField);
    });

const archivable = [
  {
    kind: 'client',
    nameField: 'clientName',
    idField: 'clientId',
    message: 'is an archived client’s',
  },
  {
    kind: 'deliverable',
    nameField: 'deliverableName',
    idField: 'deliverableId',
    message: 'is archived',
  },
] as const;

/**
 * Names do not find archived records.
 * @param current the current work of a time entry, which may be archived
 * @throws ActionError conflicting_state
 */
export async function requireWorkNotArchived(
  names: NameResolver,
  work: WorkReference,
  found: ResolvedWork,
  current?: ResolvedWork,
): Promise<void> {
  const archived = await Promise.all(
    archivable.map(async ({ kind, nameField, idField }) => {
      const id = found[idField];
      const isOwn = id === null || id === current?.[idField];
      return !work[nameField] && !isOwn && names.isArchived(kind, id);
    }),
  );
  const archivedLevel = archivable[archived.indexOf(true)];
  if (!archivedLevel) return;
  const { kind, idField, message } = archivedLevel;
  const namedLevel = kind === 'client' ? levels.find((level) => work[level.idField]) : undefined;
  if (!names.mayTell(kind)) {
    const errors = [
      { path: namedLevel?.idField ?? idField, code: 'refused', message: 'takes no time' },
    ];
    throw new ActionError('conflicting_state', `The ${kind} takes no new time.`, { errors });
  }
  throw new ActionError(
    'conflicting_state',
    `The ${kind} is archived and takes no new time: take it out of the archive first.`,
    { errors: [{ path: namedLevel?.idField ?? idField, code: 'archived', message }] },
  );
}

/** Adds the parents of ids. */
async function withParents(names: NameResolver, work: WorkReference): Promise<ResolvedWork> {
  const parentOf = async (kind: WorkLevel, id: string | null) =>
    id === null ? null : ((await names.parentOf(kind, id)) ?? null);
  const deliverableId = work.deliverableId ?? null;
  const projectId =
    work.projectId ?? (work.projectName ? null : await parentOf('deliverable', deliverableId));
  const clientId = work.clientId ?? (work.clientName ? null : await parentOf('project', projectId));
  return { clientId, projectId, deliverableId };
}

/** The project of a deliverable id belongs to the named client. */
async function requireBelow(
  names: NameResolver,
  kind: WorkLevel,
  id: string,
  parentId: string,
): Promise<void> {
  if (await names.exists(kind, id, parentId)) return;
  throw invalidInputError([
    { path: 'deliverableId', code: 'disagrees', message: 'belongs to another client' },
  ]);
}

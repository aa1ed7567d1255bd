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
} from '../../platform/names/name-resolver.ts';

/** How inputs say which client, project and deliverable they are about. */
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

/** The fields of an input that say which work it is about. */
export type WorkReference = { [K in keyof typeof workReferenceFields]?: string | null };

/** The work that a reference stands for; null where it says nothing. */
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

/**
 * The names that a reference lacks: a name below another needs what stands above it, an id does not.
 * @param needed whether the reference has to name a deliverable
 */
export function validateWorkReference(work: WorkReference, needed = false): FieldError[] {
  const faults: FieldError[] = [];
  let wanted = needed;
  for (const { nameField, idField } of levels.toReversed()) {
    if (work[idField]) wanted = false;
    else if (work[nameField]) wanted = true;
    else if (wanted) {
      faults.unshift({ path: nameField, code: 'required', message: 'is required here' });
    }
  }
  return faults;
}

/**
 * What becomes of a name that matches nothing, below the parent if there is one: the id of the record that is made, or
 * undefined to leave it at that.
 */
export type CreateMissingWork = (
  name: string,
  parent: string | undefined,
) => Promise<string | undefined>;

/**
 * The ids of the client, project and deliverable that a reference names; an id also says what stands above it. However
 * many references are resolved at once, it takes one statement for those that name client and project, one for all ids, and
 * otherwise one for each kind. Undefined where a name matches nothing
 * and its maker leaves it at that; without a maker it is an error.
 * @throws ActionError name_not_found with near matches, record_not_found; invalid_input where name and id disagree
 */
export async function resolveWork(
  { names }: Context,
  work: WorkReference,
  makers: Partial<Record<WorkLevel, CreateMissingWork>> = {},
): Promise<ResolvedWork | undefined> {
  const { clientName, projectName, deliverableName = null } = work;
  if (clientName && projectName) {
    await names.prepare({ client: clientName, project: projectName, deliverable: deliverableName });
  }
  await Promise.all(
    levels.map(({ kind, idField }) => work[idField] && names.exists(kind, work[idField])),
  );
  const ids = await withParents(names, work);
  let parent: string | undefined;
  for (const { kind, nameField, idField } of levels) {
    const name = work[nameField] ?? null;
    const id = ids[idField];
    const make = makers[kind];
    if (name && !id && make) {
      const found = await names.find(kind, name, parent);
      if (found === undefined && (await names.findArchived(kind, name, parent))) {
        throw archivedNameError(names, kind, name, nameField);
      }
      parent = found ?? (await make(name, parent));
      if (parent === undefined) return undefined;
    } else {
      if (id && !name && !work[idField] && parent) await assertBelow(names, kind, id, parent);
      const below = parent === undefined ? {} : { parent };
      const looked = resolveReference(names, kind, { name, id, nameField, idField, ...below });
      parent =
        (await lookUpOrCollectErrors(looked, () => requireIdsBelowLevel(names, work, kind))) ??
        undefined;
    }
    ids[idField] = parent ?? null;
  }
  return ids;
}

/** The ids below a level that is not there, each looked for by itself; names mean nothing without what stands above them. */
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

/** What is archived takes no new time. */
const archivable = [
  { kind: 'client', nameField: 'clientName', idField: 'clientId', told: 'is an archived client’s' },
  {
    kind: 'deliverable',
    nameField: 'deliverableName',
    idField: 'deliverableId',
    told: 'is archived',
  },
] as const;

/**
 * Archived clients and deliverables take no new time, by whichever id it comes to them; names do not find them anyway.
 * @param current where the time is already, which stays as it is
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
  const refused = archivable[archived.indexOf(true)];
  if (!refused) return;
  const { kind, idField, told } = refused;
  const said = kind === 'client' ? levels.find((level) => work[level.idField]) : undefined;
  if (!names.mayTell(kind)) {
    const errors = [{ path: said?.idField ?? idField, code: 'refused', message: 'takes no time' }];
    throw new ActionError('conflicting_state', `The ${kind} takes no new time.`, { errors });
  }
  throw new ActionError(
    'conflicting_state',
    `The ${kind} is archived and takes no new time: take it out of the archive first.`,
    { errors: [{ path: said?.idField ?? idField, code: 'archived', message: told }] },
  );
}

/** The ids that a reference has, and those of what stands above an id where nothing else says it. */
async function withParents(names: NameResolver, work: WorkReference): Promise<ResolvedWork> {
  const parentOf = async (kind: WorkLevel, id: string | null) =>
    id === null ? null : ((await names.parentOf(kind, id)) ?? null);
  const deliverableId = work.deliverableId ?? null;
  const projectId =
    work.projectId ?? (work.projectName ? null : await parentOf('deliverable', deliverableId));
  const clientId = work.clientId ?? (work.clientName ? null : await parentOf('project', projectId));
  return { clientId, projectId, deliverableId };
}

/** The project that a deliverable's id stands for must be one of the client that is named. */
async function assertBelow(
  names: NameResolver,
  kind: WorkLevel,
  id: string,
  parent: string,
): Promise<void> {
  if (await names.exists(kind, id, parent)) return;
  throw invalidInputError([
    { path: 'deliverableId', code: 'disagrees', message: 'belongs to another client' },
  ]);
}

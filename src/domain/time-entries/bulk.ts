import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { findExternalIdConflicts } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import type { BulkItemResult } from '../../write/bulk-actions.ts';
import { bulkInput, runBulk } from '../../write/bulk-actions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { findOrCreateClients } from '../clients/find-or-create.ts';
import { findOrCreateDeliverables } from '../deliverables/find-or-create.ts';
import type { ResolvedWork } from '../deliverables/work-references.ts';
import { requireWorkNotArchived, resolveWork } from '../deliverables/work-references.ts';
import { findOrCreateProjects } from '../projects/find-or-create.ts';
import { createProjectFinder } from '../projects/unique-project-names.ts';
import { createAssigneeResolver } from '../workspaces/user-references.ts';
import {
  leaveMissingWork,
  lookUpTimeEntryNames,
  missingWorkCreators,
  requireCreateFlagPermissions,
  requirePricingPermission,
} from './create.ts';
import type { NewTimeEntry } from './fields.ts';
import { createTimeEntryInput } from './fields.ts';
import type { TimeEntryRecord } from './insert-time-entries.ts';
import { insertTimeEntries, insertUnresolvedTimeEntries } from './insert-time-entries.ts';
import { createFlagFields, parseTimeEntry, resolveProjectByName } from './rules.ts';

export const createTimeEntriesInput = bulkInput(
  'CreateTimeEntries',
  'Stretches of time that were worked.',
  createTimeEntryInput,
);

interface Prepared {
  entry: NewTimeEntry;
  userId: number;
  /** Undefined where some of it is still to be made. */
  work: ResolvedWork | undefined;
}

/**
 * Logs up to a thousand stretches of time by one statement, which looks up the names or ids as well. Where it finds that
 * something is missing, names and ids are looked up all together before, to tell every fault, and what the create flags ask
 * for is made in the transaction of the entries.
 * @throws ActionError as {@link runBulk}; of an item: as createTimeEntry
 */
export async function createTimeEntries(
  context: Context,
  input: InputOf<typeof createTimeEntriesInput>,
  shown?: JsonQuery,
): Promise<BulkItemResult<TimeEntryRecord>[]> {
  const assigneeOf = createAssigneeResolver(context);
  const findProject = createProjectFinder(context);
  return runBulk<NewTimeEntry, Prepared, TimeEntryRecord>(createTimeEntriesInput, input, {
    lookUp: (rest) => lookUpTimeEntryNames(context, rest),
    findConflicts: (entries) => findExternalIdConflicts(context, 'TimeEntry', entries),
    read: (item) => {
      const entry = parseTimeEntry(item);
      requireCreateFlagPermissions(context, entry);
      requirePricingPermission(context, entry);
      return entry;
    },
    writeAtOnce: (entries) => insertUnresolvedTimeEntries(context, entries, shown),
    prepare: async (parsed) => {
      const [{ entry, work }, userId] = await awaitLookups<
        [{ entry: NewTimeEntry; work: ResolvedWork | undefined }, number]
      >([findWork(context, parsed, findProject), assigneeOf(parsed.userEmail)]);
      await requireWorkNotArchived(context.names, entry, work ?? (await workAbove(context, entry)));
      if (work === undefined) await assertMakeable(context, entry);
      return { entry, userId, work };
    },
    write: (prepared) => {
      if (prepared.every(({ work }) => work !== undefined)) return insert(context, prepared, shown);
      return inTransaction(context, async (tx) =>
        insert(tx, await makeMissing(tx, prepared), shown),
      );
    },
  });
}

/** What an entry names; its work is undefined where some of it is still to be made. */
async function findWork(
  context: Context,
  parsed: NewTimeEntry,
  findProject: ReturnType<typeof createProjectFinder>,
) {
  const entry = await resolveProjectByName(context, parsed, findProject);
  return {
    entry,
    work: await resolveWork(context, entry, missingWorkCreators(entry, leaveMissingWork)),
  };
}

function insert(
  context: Context,
  prepared: readonly Prepared[],
  shown?: JsonQuery,
): Promise<TimeEntryRecord[]> {
  const entries = prepared.map(({ entry, userId, work }) => {
    const { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source } = entry;
    const own = { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source };
    return { ...(work as ResolvedWork), ...own, userEmail: null, userId };
  });
  return insertTimeEntries(context, entries, shown);
}

/**
 * Below a record that is still to be made nothing can be that is not made too.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
async function assertMakeable({ names }: Context, entry: NewTimeEntry): Promise<void> {
  let parent = '';
  let isOpen = false;
  for (const [flagField, nameField, kind] of createFlagFields) {
    const idField = `${kind}Id` as const;
    const [name, id] = [entry[nameField], entry[idField]];
    if (name === null && id === null) continue;
    if (!isOpen) {
      const found: string | undefined = id ?? (await names.find(kind, name ?? '', parent));
      isOpen = found === undefined;
      parent = found ?? stillToBeMade;
    } else if (id !== null || !entry[flagField]) {
      await resolveReference(names, kind, { name, id, nameField, idField, parent });
    }
  }
}

/** As much as ids say of the work of an entry below which something is still to be made. */
async function workAbove({ names }: Context, entry: NewTimeEntry): Promise<ResolvedWork> {
  const { clientId, projectId } = entry;
  const owner = projectId && ((await names.parentOf('project', projectId)) ?? null);
  return { clientId: clientId ?? owner, projectId, deliverableId: null };
}

/** A parent that no record has. */
const stillToBeMade = '-';

/** Makes clients, then projects, then deliverables that are asked for and missing: the same statements for any number. */
async function makeMissing(tx: Context, prepared: readonly Prepared[]): Promise<Prepared[]> {
  const open = prepared.filter(({ work }) => work === undefined).map(({ entry }) => entry);
  const { names } = tx;
  await findOrCreateClients(
    tx,
    open.flatMap(({ createClient, clientName, clientId }) =>
      createClient && clientName && !clientId ? [clientName] : [],
    ),
  );
  const clientOf = async ({ clientId, clientName }: NewTimeEntry) =>
    clientId ?? (await names.find('client', clientName ?? '')) ?? '';
  const projectOf = async (entry: NewTimeEntry) =>
    entry.projectId ??
    (await names.find('project', entry.projectName ?? '', await clientOf(entry))) ??
    '';
  const projects = open.filter((entry) => entry.createProject && !entry.projectId);
  await findOrCreateProjects(
    tx,
    await Promise.all(
      projects.map(async (entry) => ({
        clientId: await clientOf(entry),
        name: entry.projectName ?? '',
      })),
    ),
  );
  const deliverables = open.filter((entry) => entry.createDeliverable && !entry.deliverableId);
  await findOrCreateDeliverables(
    tx,
    await Promise.all(
      deliverables.map(async (entry) => ({
        projectId: await projectOf(entry),
        name: entry.deliverableName ?? '',
      })),
    ),
  );
  return Promise.all(
    prepared.map(async ({ entry, userId, work }) => ({
      entry,
      userId,
      work: work ?? (await resolveWork(tx, entry)),
    })),
  );
}

import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { findExternalIdConflicts } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { IdPath, NamePath } from '../../platform/names/name-lookups.ts';
import { findPaths } from '../../platform/names/name-lookups.ts';
import type { BulkItemResult } from '../../write/bulk-actions.ts';
import { bulkInput, runBulk } from '../../write/bulk-actions.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { ResolvedWork } from '../deliverables/work-references.ts';
import { requireWorkNotArchived, resolveWork } from '../deliverables/work-references.ts';
import { createProjectFinder } from '../projects/unique-project-names.ts';
import {
  findUser,
  lookUpTimeEntryNames,
  requireCreateFlagPermissions,
  requirePricingPermission,
  workFromIds,
} from './create.ts';
import type { NewTimeEntry } from './fields.ts';
import { createTimeEntryInput } from './fields.ts';
import type { ResolvedTimeEntry } from './insert-time-entries.ts';
import { insertTimeEntries } from './insert-time-entries.ts';
import {
  createMissingWorkIn,
  missingWorkCreators,
  requireCreatableWork,
  skipMissingWork,
} from './missing-work.ts';
import { parseTimeEntry, resolveProjectByName } from './rules.ts';

export const createTimeEntriesInput = bulkInput(
  'CreateTimeEntries',
  'Stretches of time that were worked.',
  createTimeEntryInput,
);

/** `work` is undefined if records must be created. */
interface PreparedTimeEntry extends Omit<ResolvedTimeEntry, 'work'> {
  work: ResolvedWork | undefined;
}

const hasWork = (prepared: PreparedTimeEntry): prepared is ResolvedTimeEntry =>
  prepared.work !== undefined;

/**
 * Inserts entries and missing clients, projects and deliverables with one statement per table.
 * @throws ActionError as {@link runBulk}; for an item: as createTimeEntry
 */
export function createTimeEntries(
  context: Context,
  input: InputOf<typeof createTimeEntriesInput>,
): Promise<BulkItemResult<InsertedRow<'TimeEntry'>>[]> {
  return write(context, (tx) => {
    const findProject = createProjectFinder(tx);
    const skipsReads = tx.canSkipReads();
    return runBulk<NewTimeEntry, PreparedTimeEntry, InsertedRow<'TimeEntry'>>(
      createTimeEntriesInput,
      input,
      {
        startLookups: (rest) => lookUpTimeEntryNames(tx, rest),
        findConflicts: (entries) => findExternalIdConflicts(tx, 'TimeEntry', entries),
        parse: (item) => {
          const entry = parseTimeEntry(item);
          requireCreateFlagPermissions(tx, entry);
          requirePricingPermission(tx, entry);
          return entry;
        },
        prepareAll: async (entries) => (skipsReads ? prepareFromNames(tx, entries) : undefined),
        prepareItem: async (parsedEntry) => {
          const [workLookup, userId] = await awaitLookups<
            [{ entry: NewTimeEntry; work: ResolvedWork | undefined }, number]
          >([
            findWork(tx, parsedEntry, findProject),
            findUser(tx, parsedEntry.userEmail, skipsReads),
          ]);
          const { entry, work } = workLookup;
          if (!(work && skipsReads))
            await requireWorkNotArchived(
              tx.names,
              entry,
              work ?? (await findParentWork(tx, entry)),
            );
          if (work === undefined) await requireCreatableWork(tx, entry);
          return { entry, userId, work };
        },
        write: async (prepared) =>
          insertTimeEntries(
            tx,
            prepared.every(hasWork) ? prepared : await createMissingWork(tx, prepared),
          ),
      },
    );
  });
}

/**
 * Looks up all paths of names in one statement. The condition of the INSERT checks ids. Returns undefined if a name is
 * not found.
 */
async function prepareFromNames(
  tx: WriteContext,
  entries: readonly NewTimeEntry[],
): Promise<PreparedTimeEntry[] | undefined> {
  const paths = new Map<string, NamePath>();
  const keys = entries.map((entry) => {
    const path = namePathOf(entry);
    const key = path && [path.client, path.project, path.deliverable ?? ''].join('\n');
    if (key) paths.set(key, path);
    return key;
  });
  const idPaths = paths.size > 0 ? await findPaths(tx.db, tx.accountId, [...paths.values()]) : [];
  const workByPath = new Map(
    [...paths].map(([key, path], index) => [key, workOfPath(path, idPaths[index])]),
  );
  const emails = [...new Set(entries.map(({ userEmail }) => userEmail))];
  const userResults = await Promise.allSettled(emails.map((email) => findUser(tx, email, true)));
  const userIds = new Map(
    userResults.map((user, index) => [
      emails[index],
      user.status === 'fulfilled' ? user.value : null,
    ]),
  );
  const preparedEntries = entries.flatMap((entry, index) => {
    const work = keys[index] ? workByPath.get(keys[index]) : workFromIds(entry);
    const userId = userIds.get(entry.userEmail);
    return work && userId ? { entry, work, userId } : [];
  });
  return preparedEntries.length === entries.length ? preparedEntries : undefined;
}

function namePathOf(entry: NewTimeEntry): NamePath | undefined {
  const { clientName, deliverableName, projectName } = entry;
  if (!clientName || !projectName) return undefined;
  if (entry.clientId || entry.projectId || entry.deliverableId) return undefined;
  return { client: clientName, project: projectName, deliverable: deliverableName };
}

function workOfPath(path: NamePath, idPath: IdPath | undefined): ResolvedWork | undefined {
  const { client, deliverable, project } = idPath ?? {};
  if (!client || client.archived || !project) return undefined;
  if (path.deliverable === null)
    return { clientId: client.id, projectId: project, deliverableId: null };
  if (!deliverable || deliverable.archived) return undefined;
  return { clientId: client.id, projectId: project, deliverableId: deliverable.id };
}

async function findWork(
  tx: WriteContext,
  parsedEntry: NewTimeEntry,
  findProject: ReturnType<typeof createProjectFinder>,
) {
  const entry = await resolveProjectByName(tx, parsedEntry, findProject);
  const creators = missingWorkCreators(entry, skipMissingWork);
  return { entry, work: await resolveWork(tx, entry, creators) };
}

/** Known ids above the missing records. */
async function findParentWork({ names }: Context, entry: NewTimeEntry): Promise<ResolvedWork> {
  const { clientId, projectId } = entry;
  const clientIdOfProject = projectId && ((await names.parentOf('project', projectId)) ?? null);
  return { clientId: clientId ?? clientIdOfProject, projectId, deliverableId: null };
}

function createMissingWork(
  tx: WriteContext,
  prepared: readonly PreparedTimeEntry[],
): Promise<ResolvedTimeEntry[]> {
  const createMissing = createMissingWorkIn(tx);
  return Promise.all(
    prepared.map(async ({ entry, userId, work }) => {
      const creators = missingWorkCreators(entry, createMissing);
      // `creators` return an id or throw.
      const resolved = work ?? ((await resolveWork(tx, entry, creators)) as ResolvedWork);
      return { entry, userId, work: resolved };
    }),
  );
}

import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { findExternalIdConflicts } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
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
} from './create.ts';
import type { NewTimeEntry } from './fields.ts';
import { createTimeEntryInput } from './fields.ts';
import type { ResolvedTimeEntry } from './insert-time-entries.ts';
import { insertTimeEntries } from './insert-time-entries.ts';
import {
  createMissingWorkIn,
  leaveMissingWork,
  missingWorkCreators,
  requireCreatableWork,
} from './missing-work.ts';
import { parseTimeEntry, resolveProjectByName } from './rules.ts';

export const createTimeEntriesInput = bulkInput(
  'CreateTimeEntries',
  'Stretches of time that were worked.',
  createTimeEntryInput,
);

/** A valid entry. Its work is undefined if some of it has to be created. */
interface Prepared extends Omit<ResolvedTimeEntry, 'work'> {
  work: ResolvedWork | undefined;
}

/**
 * Creates up to a thousand time entries with one statement, and what the create flags ask for with one statement per kind. All names are
 * looked up together.
 * @throws ActionError as {@link runBulk}; of an item: as createTimeEntry
 */
export function createTimeEntries(
  context: Context,
  input: InputOf<typeof createTimeEntriesInput>,
): Promise<BulkItemResult<InsertedRow<'TimeEntry'>>[]> {
  return write(context, (tx) => {
    const findProject = createProjectFinder(tx);
    const skipsReads = tx.canSkipReads();
    return runBulk<NewTimeEntry, Prepared, InsertedRow<'TimeEntry'>>(
      createTimeEntriesInput,
      input,
      {
        lookUp: (rest) => lookUpTimeEntryNames(tx, rest),
        findConflicts: (entries) => findExternalIdConflicts(tx, 'TimeEntry', entries),
        read: (item) => {
          const entry = parseTimeEntry(item);
          requireCreateFlagPermissions(tx, entry);
          requirePricingPermission(tx, entry);
          return entry;
        },
        prepare: async (parsed) => {
          const [found, userId] = await awaitLookups<
            [{ entry: NewTimeEntry; work: ResolvedWork | undefined }, number]
          >([findWork(tx, parsed, findProject), findUser(tx, parsed, skipsReads)]);
          const { entry, work } = found;
          if (!(work && skipsReads))
            await requireWorkNotArchived(tx.names, entry, work ?? (await workAbove(tx, entry)));
          if (work === undefined) await requireCreatableWork(tx, entry);
          return { entry, userId, work };
        },
        write: async (prepared) => insertTimeEntries(tx, await createMissingWork(tx, prepared)),
      },
    );
  });
}

/** The work that an entry names. Undefined if some of it has to be created. */
async function findWork(
  tx: WriteContext,
  parsed: NewTimeEntry,
  findProject: ReturnType<typeof createProjectFinder>,
) {
  const entry = await resolveProjectByName(tx, parsed, findProject);
  const creators = missingWorkCreators(entry, leaveMissingWork);
  return { entry, work: await resolveWork(tx, entry, creators) };
}

/** The existing work above the work that has to be created, as far as the entry has ids. */
async function workAbove({ names }: Context, entry: NewTimeEntry): Promise<ResolvedWork> {
  const { clientId, projectId } = entry;
  const owner = projectId && ((await names.parentOf('project', projectId)) ?? null);
  return { clientId: clientId ?? owner, projectId, deliverableId: null };
}

function createMissingWork(
  tx: WriteContext,
  prepared: readonly Prepared[],
): Promise<ResolvedTimeEntry[]> {
  const createMissing = createMissingWorkIn(tx);
  return Promise.all(
    prepared.map(async ({ entry, userId, work }) => {
      const creators = missingWorkCreators(entry, createMissing);
      // Not undefined: these creators return an id or throw.
      const resolved = work ?? ((await resolveWork(tx, entry, creators)) as ResolvedWork);
      return { entry, userId, work: resolved };
    }),
  );
}

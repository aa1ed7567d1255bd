import type { Context } from '../../platform/context/context.ts';
import { defaultUserId } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import {
  callerPermissions,
  canRead,
  requirePermissions,
  requireScopes,
  unrestrictedPermissions,
} from '../../platform/permissions/permissions.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { ResolvedWork } from '../deliverables/work-references.ts';
import { requireWorkNotArchived, resolveWork } from '../deliverables/work-references.ts';
import { createProjectFinder } from '../projects/unique-project-names.ts';
import { resolveAssignee } from '../workspaces/user-references.ts';
import type { createTimeEntryInput, NewTimeEntry } from './fields.ts';
import { insertTimeEntries } from './insert-time-entries.ts';
import { createMissingWorkIn, missingWorkCreators, skipMissingWork } from './missing-work.ts';
import { parseTimeEntry, resolveProjectByName } from './rules.ts';

/**
 * Creates a time entry, and its client, project and deliverable if missing (spec part 4, "timeWorked/create"). With all ids, it
 * takes one round trip.
 * @throws ActionError invalid_input, name_not_found, record_not_found
 * @throws ActionError missing_scope for a create flag
 * @throws ActionError not_for_role for a member that sets the hourly rate
 * @throws ActionError conflicting_state for an inactive user or archived work
 */
export function createTimeEntry(
  context: Context,
  input: InputOf<typeof createTimeEntryInput>,
): Promise<InsertedRow<'TimeEntry'>> {
  return write(context, async (tx) => {
    const entry = await parseOrCollectErrors(
      () => parseTimeEntry(input),
      (rest) => lookUpTimeEntryNames(tx, rest),
    );
    requireCreateFlagPermissions(tx, entry);
    requirePricingPermission(tx, entry);
    const skipsReads = tx.canSkipReads();
    const work =
      (skipsReads ? workFromIds(entry) : undefined) ?? (await lookUpWork(tx, entry, skipsReads));
    const userId = await lookUpOrCollectErrors(
      findUser(tx, entry.userEmail, skipsReads, inactiveUserError),
      () => [resolveWork(tx, entry, {})],
    );
    const [row] = insertTimeEntries(tx, [{ entry, work, userId }]);
    return row as InsertedRow<'TimeEntry'>;
  });
}

export function workFromIds(entry: NewTimeEntry): ResolvedWork | undefined {
  const { clientId, projectId, deliverableId } = entry;
  const isComplete = (clientId || !projectId) && (projectId || !deliverableId);
  const hasNames = entry.clientName || entry.projectName || entry.deliverableName;
  return isComplete && !hasNames ? { clientId, projectId, deliverableId } : undefined;
}

async function lookUpWork(
  tx: WriteContext,
  parsedEntry: NewTimeEntry,
  skipsReads: boolean,
): Promise<ResolvedWork> {
  const lookUpUser = () => [resolveAssignee(tx, parsedEntry.userEmail)];
  const entryWithProject = resolveProjectByName(tx, parsedEntry, createProjectFinder(tx));
  const entry = await lookUpOrCollectErrors(entryWithProject, lookUpUser);
  const creators = missingWorkCreators(entry, createMissingWorkIn(tx));
  // `creators` return an id or throw.
  const work = (await lookUpOrCollectErrors(
    resolveWork(tx, entry, creators),
    lookUpUser,
  )) as ResolvedWork;
  if (!skipsReads) await requireWorkNotArchived(tx.names, entry, work);
  return work;
}

/** With `skipsReads`, the condition of the INSERT checks the default user. */
export const findUser = async (
  tx: WriteContext,
  userEmail: string | null,
  skipsReads: boolean,
  inactiveErrorOf?: Parameters<typeof resolveAssignee>[3],
): Promise<number> =>
  skipsReads && userEmail === null
    ? defaultUserId(tx)
    : resolveAssignee(tx, userEmail, null, inactiveErrorOf);

async function inactiveUserError(context: Context, id: number): Promise<ActionError> {
  const { accountId, db } = context;
  const { email } = await db.user.findFirstOrThrow({ where: { accountId, id } });
  const user = canRead(context, 'people') ? `user ${email}` : 'user';
  return new ActionError(
    'conflicting_state',
    `The ${user} is inactive and cannot get time entries.`,
    { errors: [{ path: 'userEmail', code: 'inactive', message: 'is inactive' }] },
  );
}

/** Reports unknown names together with the other errors of an invalid input. */
export function lookUpTimeEntryNames(
  context: Context,
  validFields: Partial<NewTimeEntry>,
): unknown[] {
  const lookUpWork = async () => {
    const entry = await resolveProjectByName(
      context,
      validFields as NewTimeEntry,
      createProjectFinder(context),
    );
    return resolveWork(context, entry, missingWorkCreators(entry, skipMissingWork));
  };
  return [lookUpWork(), validFields.userEmail && resolveAssignee(context, validFields.userEmail)];
}

/**
 * Requires the permissions even if the records exist, because the response would otherwise reveal them.
 * @throws ActionError missing_scope
 */
export function requireCreateFlagPermissions(
  context: Context,
  { createClient, createProject, createDeliverable }: NewTimeEntry,
): void {
  if (createClient) requireScopes(context, 'clients:write');
  if (createProject || createDeliverable) requireScopes(context, 'projects:write');
}

export const maySetRate = (context: Context): boolean =>
  (unrestrictedPermissions.member & ~callerPermissions(context)) === 0;

/**
 * A member sees the hourly rate as null, so it may send null.
 * @throws ActionError not_for_role
 */
export function requirePricingPermission(
  context: Context,
  { hourlyAmount }: { hourlyAmount?: unknown },
): void {
  if (hourlyAmount !== undefined && hourlyAmount !== null) {
    requirePermissions(callerPermissions(context), unrestrictedPermissions.member);
  }
}

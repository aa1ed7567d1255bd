import type { Context } from '../../platform/context/context.ts';
import { lookUpOrCollectErrors } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import {
  callerPermissions,
  requirePermissions,
  requireScopes,
  unrestrictedPermissions,
} from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { findOrCreateClients } from '../clients/find-or-create.ts';
import { findOrCreateDeliverables } from '../deliverables/find-or-create.ts';
import type {
  CreateMissingWork,
  ResolvedWork,
  WorkLevel,
} from '../deliverables/work-references.ts';
import { requireWorkNotArchived, resolveWork } from '../deliverables/work-references.ts';
import { findOrCreateProjects } from '../projects/find-or-create.ts';
import { createProjectFinder } from '../projects/unique-project-names.ts';
import { resolveAssignee } from '../workspaces/user-references.ts';
import type { createTimeEntryInput, NewTimeEntry } from './fields.ts';
import type { ResolvedTimeEntry, TimeEntryRecord } from './insert-time-entries.ts';
import { insertTimeEntries, insertUnresolvedTimeEntries } from './insert-time-entries.ts';
import { createFlagFields, parseTimeEntry, resolveProjectByName } from './rules.ts';

/**
 * Logs time that was worked (spec part 4, "timeWorked/create"). The create flags make what is missing in the same
 * transaction, once however many callers ask for it at the same time; an error leaves
 * nothing behind. One statement looks up the work, writes the entry and answers its JSON as `shown` says. Only where that
 * finds something missing, or the work is said by names and ids together, is it looked up first.
 * @throws ActionError invalid_input, name_not_found, record_not_found; missing_scope for a flag whose record may not be
 * written; not_for_role for a member who sets the price of an hour; conflicting_state for a user who is inactive, for an archived client, or where the project moved to another client meanwhile
 */
export async function createTimeEntry(
  context: Context,
  input: InputOf<typeof createTimeEntryInput>,
  resultQuery?: JsonQuery,
): Promise<TimeEntryRecord> {
  const parsed = await parseOrCollectErrors(
    () => parseTimeEntry(input),
    (rest) => lookUpTimeEntryNames(context, rest),
  );
  requireCreateFlagPermissions(context, parsed);
  requirePricingPermission(context, parsed);
  const [inserted] = (await insertUnresolvedTimeEntries(context, [parsed], resultQuery)) ?? [];
  if (inserted) return inserted;
  const lookUpUser = () => [resolveAssignee(context, parsed.userEmail)];
  const entry = await lookUpOrCollectErrors(
    resolveProjectByName(context, parsed, createProjectFinder(context)),
    lookUpUser,
  );
  const work = await lookUpOrCollectErrors(
    resolveWork(context, entry, missingWorkCreators(entry, leaveMissingWork)),
    lookUpUser,
  );
  if (work) await requireWorkNotArchived(context.names, entry, work);
  if (work) return insertOne(context, { ...entry, ...work }, resultQuery);
  return inTransaction(context, async (tx) => {
    const createdWork = await lookUpOrCollectErrors(
      resolveWork(tx, entry, missingWorkCreators(entry, createMissingWorkIn(tx))),
      lookUpUser,
    );
    // Never undefined: these makers answer an id or throw.
    await requireWorkNotArchived(tx.names, entry, createdWork as ResolvedWork);
    return insertOne(tx, { ...entry, ...(createdWork as ResolvedWork) }, resultQuery);
  });
}

/** Looks up what an entry names, of an input that is at fault elsewhere. */
export function lookUpTimeEntryNames(context: Context, rest: Partial<NewTimeEntry>): unknown[] {
  const lookUpWork = async () => {
    const entry = await resolveProjectByName(
      context,
      rest as NewTimeEntry,
      createProjectFinder(context),
    );
    return resolveWork(context, entry, missingWorkCreators(entry, leaveMissingWork));
  };
  return [lookUpWork(), rest.userEmail && resolveAssignee(context, rest.userEmail)];
}

/** The makers that the entry's flags allow. */
export function missingWorkCreators(
  entry: NewTimeEntry,
  createMissing: (kind: WorkLevel) => CreateMissingWork,
): Partial<Record<WorkLevel, CreateMissingWork>> {
  const requestedFlags = createFlagFields.filter(([flagField]) => entry[flagField]);
  return Object.fromEntries(requestedFlags.map(([, , kind]) => [kind, createMissing(kind)]));
}

/**
 * What the flags ask for is written as well, whether or not it is there already: else the answer would tell.
 * @throws ActionError missing_scope
 */
export function requireCreateFlagPermissions(
  context: Context,
  { createClient, createProject, createDeliverable }: NewTimeEntry,
): void {
  if (createClient) requireScopes(context, 'clients:write');
  if (createProject || createDeliverable) requireScopes(context, 'projects:write');
}

/** The price of an hour is money, which members neither see nor set. @throws ActionError not_for_role */
export function requirePricingPermission(
  context: Context,
  { hourlyAmount }: { hourlyAmount?: unknown },
): void {
  if (hourlyAmount !== undefined && hourlyAmount !== null) {
    requirePermissions(callerPermissions(context), unrestrictedPermissions.member);
  }
}

/** Makers that leave what is missing for later. */
export const leaveMissingWork = () => async () => undefined;

function createMissingWorkIn(tx: Context): (kind: WorkLevel) => CreateMissingWork {
  const creators: Record<WorkLevel, (name: string, parent: string) => Promise<string[]>> = {
    client: (name) => findOrCreateClients(tx, [name]),
    project: (name, clientId) => findOrCreateProjects(tx, [{ clientId, name }]),
    deliverable: (name, projectId) => findOrCreateDeliverables(tx, [{ projectId, name }]),
  };
  return (kind) =>
    async (name, parent = '') =>
      (await creators[kind](name, parent))[0];
}

async function insertOne(
  context: Context,
  entry: ResolvedTimeEntry,
  resultQuery?: JsonQuery,
): Promise<TimeEntryRecord> {
  const [row] = await insertTimeEntries(context, [entry], resultQuery);
  return row as TimeEntryRecord;
}

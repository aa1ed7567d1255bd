import type { z } from 'zod';
import { ensureClients } from '../clients/index.ts';
import { ensureDeliverables } from '../deliverables/index.ts';
import type { Maker, Work, WorkKind } from '../deliverables/work-references.ts';
import {
  idsBelow,
  missingWorkNames,
  refuseArchived,
  resolveWork,
  workFields,
} from '../deliverables/work-references.ts';
import { foundOrAll } from '../../platform/errors/collect-lookup-errors.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInput } from '../../platform/errors/action-error.ts';
import { externalIdFields } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { defaulted, inputObject, nullable, parseInput, required } from '../../platform/input/fields.ts';
import { readOrAll } from '../../platform/input/input-errors.ts';
import { dateTime, email, flag, longText, money } from '../../platform/input/field-types.ts';
import { beyond, requireRights, requireScopes, rightsIn } from '../../platform/permissions/permissions.ts';
import { ensureProjects } from '../projects/index.ts';
import { isProjectAlone, uniqueProjects } from '../projects/unique-project-names.ts';
import type { Tree } from '../../query/json-query.ts';
import { resolveAssignee } from '../workspaces/users.ts';
import type { ResolvedTimeEntry, TimeEntryRecord } from './insert-time-entries.ts';
import { insertReferring, insertTimeEntries } from './insert-time-entries.ts';

export type { TimeEntryRecord } from './insert-time-entries.ts';

export const createTimeEntryInput = inputObject(
  'CreateTimeEntry',
  'A stretch of time that was worked, on a client’s project and deliverable or on none.',
  {
    timerStart: required(dateTime),
    timerEnd: required(dateTime),
    ...workFields,
    notes: nullable(longText()),
    billable: defaulted(flag, true),
    hourlyAmount: nullable(money({ min: 0 })),
    ...externalIdFields,
    userEmail: nullable(
      email,
      'Who worked; left out: who signed in, or the owner of the workspace.',
    ),
    createClient: defaulted(flag, false, 'Make the client that clientName names if there is none.'),
    createProject: defaulted(
      flag,
      false,
      'Make the project that projectName names if the client has none of that name.',
    ),
    createDeliverable: defaulted(
      flag,
      false,
      'Make the deliverable that deliverableName names if the project has none of that name.',
    ),
  },
);

export type NewTimeEntry = z.output<typeof createTimeEntryInput>;

/** What a time entry's fields have to be together. */
export function timeEntryFaults(entry: Partial<NewTimeEntry>): FieldError[] {
  const faults = missingWorkNames(entry).filter(
    ({ path }) => path !== 'clientName' || !isProjectAlone(entry),
  );
  for (const [flagField, nameField] of creatables) {
    if (!entry[flagField] || entry[nameField]) continue;
    if (faults.some(({ path }) => path === nameField)) continue;
    faults.push({ path: nameField, code: 'required', message: `is required with ${flagField}` });
  }
  return [...faults, ...endsTooEarly(entry)];
}

/**
 * The entry with the project that is meant where it is named alone (decisions, "timeWorked/create").
 * @throws ActionError as {@link uniqueProjects}, with a deliverable's id that is not there; invalid_input where the project is to be made,
 * which needs a client
 */
export async function withProject(
  { names }: Context,
  entry: NewTimeEntry,
  find: ReturnType<typeof uniqueProjects>,
): Promise<NewTimeEntry> {
  if (!entry.projectName || !isProjectAlone(entry)) return entry;
  try {
    const projectId = await foundOrAll(find(entry.projectName), () =>
      idsBelow(names, entry, 'project'),
    );
    return { ...entry, projectId, projectName: null };
  } catch (error) {
    const isMissing = error instanceof ActionError && error.code === 'name_not_found';
    if (!isMissing || !entry.createProject) throw error;
    const message = 'is required, since there is no such project yet';
    throw invalidInput([{ path: 'clientName', code: 'required', message }]);
  }
}

/** Work ends after it began. */
export function endsTooEarly({
  timerStart,
  timerEnd,
}: Partial<Pick<NewTimeEntry, 'timerStart' | 'timerEnd'>>): FieldError[] {
  if (!timerStart || !timerEnd || timerEnd > timerStart) return [];
  return [{ path: 'timerEnd', code: 'not_after_start', message: 'must be after timerStart' }];
}

/** The create flags, and the names of what they make, from the top down. */
export const creatables = [
  ['createClient', 'clientName', 'client'],
  ['createProject', 'projectName', 'project'],
  ['createDeliverable', 'deliverableName', 'deliverable'],
] as const;

/**
 * Logs time that was worked (spec part 4, "timeWorked/create"). The create flags make what is missing in the same
 * transaction, once however many callers ask for it at the same time (decisions, "timeWorked/create"); an error leaves
 * nothing behind. One statement looks up the work, writes the entry and answers its JSON as `shown` says. Only where that
 * finds something missing, or the work is said by names and ids together, is it looked up first.
 * @throws ActionError invalid_input, name_not_found, record_not_found; missing_scope for a flag whose record may not be
 * written; not_for_role for a member who sets the price of an hour; conflicting_state for a user who is inactive, for an archived client, or where the project moved to another client meanwhile
 */
export async function createTimeEntry(
  context: Context,
  input: InputOf<typeof createTimeEntryInput>,
  shown?: Tree,
): Promise<TimeEntryRecord> {
  const parsed = await readOrAll(
    () => parseInput(createTimeEntryInput, input, timeEntryFaults),
    (rest) => namesOf(context, rest),
  );
  requireFlags(context, parsed);
  requirePricing(context, parsed);
  const [logged] = (await insertReferring(context, [parsed], shown)) ?? [];
  if (logged) return logged;
  const userToo = () => [resolveAssignee(context, parsed.userEmail)];
  const entry = await foundOrAll(withProject(context, parsed, uniqueProjects(context)), userToo);
  const work = await foundOrAll(resolveWork(context, entry, makersFor(entry, leaveOpen)), userToo);
  if (work) await refuseArchived(context.names, entry, work);
  if (work) return insertOne(context, { ...entry, ...work }, shown);
  return inTransaction(context, async (tx) => {
    const made = await foundOrAll(resolveWork(tx, entry, makersFor(entry, maker(tx))), userToo);
    // Never undefined: these makers answer an id or throw.
    await refuseArchived(tx.names, entry, made as Work);
    return insertOne(tx, { ...entry, ...(made as Work) }, shown);
  });
}

/** Looks up what an entry names, of an input that is at fault elsewhere. */
export function namesOf(context: Context, rest: Partial<NewTimeEntry>): unknown[] {
  const look = async () => {
    const entry = await withProject(context, rest as NewTimeEntry, uniqueProjects(context));
    return resolveWork(context, entry, makersFor(entry, leaveOpen));
  };
  return [look(), rest.userEmail && resolveAssignee(context, rest.userEmail)];
}

/** The makers that the entry's flags allow. */
export function makersFor(
  entry: NewTimeEntry,
  make: (kind: WorkKind) => Maker,
): Partial<Record<WorkKind, Maker>> {
  const allowed = creatables.filter(([flagField]) => entry[flagField]);
  return Object.fromEntries(allowed.map(([, , kind]) => [kind, make(kind)]));
}

/**
 * What the flags ask for is written as well, whether or not it is there already: else the answer would tell.
 * @throws ActionError missing_scope
 */
export function requireFlags(
  context: Context,
  { createClient, createProject, createDeliverable }: NewTimeEntry,
): void {
  if (createClient) requireScopes(context, 'clients:write');
  if (createProject || createDeliverable) requireScopes(context, 'projects:write');
}

/** The price of an hour is money, which members neither see nor set. @throws ActionError not_for_role */
export function requirePricing(
  context: Context,
  { hourlyAmount }: { hourlyAmount?: unknown },
): void {
  if (hourlyAmount !== undefined && hourlyAmount !== null) {
    requireRights(rightsIn(context), beyond.member);
  }
}

/** Makers that leave what is missing for later. */
export const leaveOpen = () => async () => undefined;

function maker(tx: Context): (kind: WorkKind) => Maker {
  const makers: Record<WorkKind, (name: string, parent: string) => Promise<string[]>> = {
    client: (name) => ensureClients(tx, [name]),
    project: (name, clientId) => ensureProjects(tx, [{ clientId, name }]),
    deliverable: (name, projectId) => ensureDeliverables(tx, [{ projectId, name }]),
  };
  return (kind) =>
    async (name, parent = '') =>
      (await makers[kind](name, parent))[0];
}

async function insertOne(
  context: Context,
  entry: ResolvedTimeEntry,
  shown?: Tree,
): Promise<TimeEntryRecord> {
  const [row] = await insertTimeEntries(context, [entry], shown);
  return row as TimeEntryRecord;
}

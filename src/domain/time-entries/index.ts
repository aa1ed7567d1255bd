import type { z } from 'zod';
import type { TimeEntry } from '../../generated/prisma/client.ts';
import { ensureClients } from '../clients/index.ts';
import { ensureDeliverables } from '../deliverables/index.ts';
import type { Maker, Work, WorkKind } from '../deliverables/work.ts';
import { missingWorkNames, resolveWork, workFields } from '../deliverables/work.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { constraintFault } from '../kernel/database-errors.ts';
import type { FieldError } from '../kernel/errors.ts';
import { ActionError } from '../kernel/errors.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, nullable, parseInput, required } from '../kernel/fields.ts';
import { newId } from '../kernel/ids.ts';
import { dateTime, email, flag, longText } from '../kernel/kinds.ts';
import { resolveReference } from '../kernel/names.ts';
import { ensureProjects } from '../projects/index.ts';

/** A stretch of time that was worked, with the name of its deliverable (spec part 2, "TimerEvent"). */
export type TimeEntryRecord = TimeEntry & { deliverableName: string | null };

export const createTimeEntryInput = inputObject(
  'CreateTimeEntry',
  'A stretch of time that was worked, on a client’s project and deliverable or on none.',
  {
    timerStart: required(dateTime, 'When the work began.'),
    timerEnd: required(dateTime, 'When it ended, after timerStart.'),
    ...workFields,
    notes: nullable(longText(), 'What was done.'),
    userEmail: nullable(email, 'Who worked; left out: the owner of the workspace.'),
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

type NewTimeEntry = z.output<typeof createTimeEntryInput>;

/** A time entry whose names are resolved: what {@link insertTimeEntries} takes. */
export type ResolvedTimeEntry = Work &
  Pick<NewTimeEntry, 'timerStart' | 'timerEnd' | 'notes' | 'userEmail'>;

/** What a time entry's fields have to be together. */
function timeEntryFaults(entry: Partial<NewTimeEntry>): FieldError[] {
  const { timerStart, timerEnd } = entry;
  const faults = missingWorkNames(entry);
  for (const [flagField, nameField] of creatables) {
    if (!entry[flagField] || entry[nameField]) continue;
    faults.push({ path: nameField, code: 'required', message: `is required with ${flagField}` });
  }
  if (timerStart && timerEnd && timerEnd <= timerStart) {
    faults.push({ path: 'timerEnd', code: 'not_after_start', message: 'must be after timerStart' });
  }
  return faults;
}

const creatables = [
  ['createClient', 'clientName', 'client'],
  ['createProject', 'projectName', 'project'],
  ['createDeliverable', 'deliverableName', 'deliverable'],
] as const;

/**
 * Logs time that was worked (spec part 4, "timeWorked/create"). The create flags make what is missing in the same
 * transaction, once however many callers ask for it at the same time (decisions, "timeWorked/create"); an error leaves
 * nothing behind. Where nothing is to be made it takes one statement for each name and one for the entry.
 * @throws ActionError invalid_input, name_not_found, record_not_found; conflicting_state for a user who is inactive, or
 * where the project moved to another client meanwhile
 */
export async function createTimeEntry(
  context: Context,
  input: InputOf<typeof createTimeEntryInput>,
): Promise<TimeEntryRecord> {
  const entry = parseInput(createTimeEntryInput, input, timeEntryFaults);
  const work = await resolveWork(context, entry, makersFor(entry, leaveOpen));
  if (work) return insertOne(context, { ...entry, ...work });
  return inTransaction(context, async (tx) => {
    const made = await resolveWork(tx, entry, makersFor(entry, maker(tx)));
    // Never undefined: these makers answer an id or throw.
    return insertOne(tx, { ...entry, ...(made as Work) });
  });
}

/** The makers that the entry's flags allow. */
function makersFor(
  entry: NewTimeEntry,
  make: (kind: WorkKind) => Maker,
): Partial<Record<WorkKind, Maker>> {
  const allowed = creatables.filter(([flagField]) => entry[flagField]);
  return Object.fromEntries(allowed.map(([, , kind]) => [kind, make(kind)]));
}

const leaveOpen = () => async () => undefined;

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

async function insertOne(context: Context, entry: ResolvedTimeEntry): Promise<TimeEntryRecord> {
  const [row] = await insertTimeEntries(context, [entry]);
  return row as TimeEntryRecord;
}

/**
 * Inserts time entries, all or none, in one statement however many they are, and answers them in the order given.
 * @throws ActionError name_not_found for a user; conflicting_state for one who is inactive, or where a project or
 * deliverable stands elsewhere than the entry says
 */
export async function insertTimeEntries(
  context: Context,
  entries: readonly ResolvedTimeEntry[],
): Promise<TimeEntryRecord[]> {
  const rows = entries.map(({ userEmail, ...entry }) => ({
    ...entry,
    id: newId('TimeEntry'),
    userEmail,
    userId: userEmail === null ? context.workspace.ownerId : null,
  }));
  const inserted = await refusingMoved(() => insertRows(context, JSON.stringify(rows)));
  if (inserted.length < rows.length) throw await userFault(context, entries);
  const byId = new Map(inserted.map((row) => [row.id, row]));
  return rows.map(({ id }) => byId.get(id) as TimeEntryRecord);
}

/** The users are found by the insert itself: it has to see that they are active anyway. */
function insertRows({ accountId, db }: Context, rows: string): Promise<TimeEntryRecord[]> {
  return db.$queryRaw<TimeEntryRecord[]>`
    WITH entry AS MATERIALIZED (
      SELECT r.id, r."clientId", r."projectId", r."deliverableId", r."timerStart", r."timerEnd", r.notes, CASE
        WHEN r."userEmail" IS NULL THEN (SELECT u.id FROM "User" u
          WHERE u."accountId" = ${accountId}::int AND u.id = r."userId" AND u.active)
        ELSE (SELECT u.id FROM "User" u
          WHERE u."accountId" = ${accountId}::int AND lower(u.email) = lower(r."userEmail") AND u.active)
        END AS "userId"
      FROM json_to_recordset(${rows}::json) AS r (
        id text, "clientId" text, "projectId" text, "deliverableId" text, "timerStart" timestamptz,
        "timerEnd" timestamptz, notes text, "userEmail" text, "userId" int
      )
    )
    INSERT INTO "TimeEntry" (
      "accountId", id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes
    )
    SELECT ${accountId}::int, id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes
    FROM entry WHERE NOT EXISTS (SELECT FROM entry WHERE "userId" IS NULL)
    RETURNING *, (
      SELECT d.name FROM "Deliverable" d
      WHERE d."accountId" = "TimeEntry"."accountId" AND d.id = "TimeEntry"."deliverableId"
    ) AS "deliverableName"`;
}

async function refusingMoved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (constraintFault(error)?.kind !== 'foreign_key') throw error;
    throw new ActionError(
      'conflicting_state',
      'The project or deliverable was moved meanwhile; try again.',
      { cause: error },
    );
  }
}

/** Why the insert found no user for some of the entries. */
async function userFault(
  { accountId, db, names, workspace }: Context,
  entries: readonly ResolvedTimeEntry[],
): Promise<ActionError> {
  const ids = await Promise.all(
    entries.map(({ userEmail: name }) =>
      resolveReference(names, 'user', { name, nameField: 'userEmail', idField: 'userId' }),
    ),
  );
  const inactive = await db.user.findFirst({
    where: {
      accountId,
      active: false,
      id: { in: ids.map((id) => Number(id ?? workspace.ownerId)) },
    },
  });
  return new ActionError(
    'conflicting_state',
    `The user ${inactive?.email ?? ''} is inactive and cannot be given time.`,
    { errors: [{ path: 'userEmail', code: 'inactive', message: 'is inactive' }] },
  );
}

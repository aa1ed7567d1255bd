import type { TimeEntry } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Work } from '../deliverables/work.ts';
import type { Context } from '../kernel/context.ts';
import { mayRead } from '../kernel/context.ts';
import { constraintFault } from '../kernel/database-errors.ts';
import { ActionError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { resolveReference } from '../kernel/names.ts';
import type { Tree } from '../reader/trees.ts';
import { writtenRecord } from '../reader/written-records.ts';

/** A stretch of time that was just logged; `shown` is its JSON as the caller wants it, where it does. */
export type TimeEntryRecord = TimeEntry & { shown?: string };

/** A time entry whose work is resolved: what {@link insertTimeEntries} takes. */
export interface ResolvedTimeEntry extends Work {
  timerStart: Date;
  timerEnd: Date;
  notes: string | null;
  billable: boolean;
  /** Who worked; null: the user with that number, else the owner of the workspace. */
  userEmail: string | null;
  userId?: number;
}

/**
 * Inserts time entries, all or none, in one statement however many they are, and answers them in the order given; with
 * `shown`, their JSON as well.
 * @throws ActionError name_not_found for a user; conflicting_state for one who is inactive, where a project or
 * deliverable stands elsewhere than the entry says, or where client or deliverable is archived by now
 */
export async function insertTimeEntries(
  context: Context,
  entries: readonly ResolvedTimeEntry[],
  shown?: Tree,
): Promise<TimeEntryRecord[]> {
  const { accountId, now, workspace } = context;
  const rows = entries.map((entry) => ({
    id: newId('TimeEntry'),
    clientId: entry.clientId,
    projectId: entry.projectId,
    deliverableId: entry.deliverableId,
    timerStart: entry.timerStart,
    timerEnd: entry.timerEnd,
    notes: entry.notes,
    billable: entry.billable,
    userEmail: entry.userEmail,
    userId: entry.userEmail === null ? (entry.userId ?? workspace.ownerId) : null,
  }));
  const inserted = await refusingMoved(() => insertRows(context, JSON.stringify(rows), shown));
  if (inserted.length < rows.length) throw await insertFault(context, entries);
  const byId = new Map(inserted.map((row) => [row.id, row]));
  const audit = { accountId, invoiceId: null, createdAt: now, updatedAt: now, version: 1 };
  return rows.map(({ userEmail: _, ...row }) => ({
    ...row,
    ...audit,
    ...(byId.get(row.id) as InsertedEntry),
  }));
}

/** What of an entry only the database knows; the rest would have to be read from its answer once more. */
type InsertedEntry = Pick<TimeEntryRecord, 'id' | 'userId' | 'shown'>;

/** The users are found by the insert itself: it has to see that they are active anyway. */
function insertRows(context: Context, rows: string, shown?: Tree): Promise<InsertedEntry[]> {
  const { accountId, db, now, publicUrl } = context;
  const json = shown
    ? Prisma.sql`, ${writtenRecord(shown, 't', publicUrl)} AS shown`
    : Prisma.empty;
  return db.$queryRaw<InsertedEntry[]>`
    WITH entry AS MATERIALIZED (
      SELECT r.id, r."clientId", r."projectId", r."deliverableId", r."timerStart", r."timerEnd", r.notes,
        r.billable, CASE
        WHEN r."userEmail" IS NULL THEN (SELECT u.id FROM "User" u
          WHERE u."accountId" = ${accountId}::int AND u.id = r."userId" AND u.active)
        ELSE (SELECT u.id FROM "User" u
          WHERE u."accountId" = ${accountId}::int AND lower(u.email) = lower(r."userEmail") AND u.active)
        END AS "userId", ${isArchived(accountId, 'Client', 'clientId')}
        OR ${isArchived(accountId, 'Deliverable', 'deliverableId')} AS "isArchived"
      FROM json_to_recordset(${rows}::json) AS r (
        id text, "clientId" text, "projectId" text, "deliverableId" text, "timerStart" timestamptz,
        "timerEnd" timestamptz, notes text, billable boolean, "userEmail" text, "userId" int
      )
    )
    INSERT INTO "TimeEntry" AS t (
      "accountId", id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes, billable,
      "createdAt", "updatedAt"
    )
    SELECT ${accountId}::int, id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes, billable,
      ${now}::timestamptz, ${now}::timestamptz
    FROM entry WHERE NOT EXISTS (SELECT FROM entry WHERE "userId" IS NULL OR "isArchived")
    RETURNING t.id, t."userId"${json}`;
}

/** Whether the record that an entry refers to is archived by now: it may be since its name or id was looked up. */
function isArchived(
  accountId: number,
  table: 'Client' | 'Deliverable',
  column: string,
): Prisma.Sql {
  return Prisma.sql`coalesce((
    SELECT a.archived FROM ${Prisma.raw(`"${table}"`)} a
    WHERE a."accountId" = ${accountId}::int AND a.id = r.${Prisma.raw(`"${column}"`)}), false)`;
}

/**
 * Runs a write of time entries and turns the database's refusal of their work into a 409.
 * @throws ActionError conflicting_state
 */
export async function refusingMoved<T>(work: () => Promise<T>): Promise<T> {
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

/** Why nothing was inserted: some entry has no user who may be given time, or its work was archived meanwhile. */
async function insertFault(
  context: Context,
  entries: readonly ResolvedTimeEntry[],
): Promise<ActionError> {
  const { accountId, db, names, workspace } = context;
  const ids = await Promise.all(
    entries.map(({ userEmail: name }) =>
      resolveReference(names, 'user', { name, nameField: 'userEmail', idField: 'userId' }),
    ),
  );
  const inactive = await db.user.findFirst({
    where: {
      accountId,
      active: false,
      id: { in: ids.map((id, index) => Number(id ?? entries[index]?.userId ?? workspace.ownerId)) },
    },
  });
  if (inactive === null) {
    const message = 'The client or deliverable was archived meanwhile and takes no new time.';
    return new ActionError('conflicting_state', message);
  }
  return new ActionError(
    'conflicting_state',
    `The user${mayRead(context) ? ` ${inactive.email}` : ''} is inactive and cannot be given time.`,
    { errors: [{ path: 'userEmail', code: 'inactive', message: 'is inactive' }] },
  );
}

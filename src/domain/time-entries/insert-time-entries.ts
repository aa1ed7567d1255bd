import type { TimeEntry } from '../../generated/prisma/client.ts';
import type { Work, WorkReference } from '../deliverables/work-references.ts';
import type { Context } from '../../platform/context/context.ts';
import { ownUserId } from '../../platform/context/context.ts';
import { constraintFault } from '../../platform/records/constraint-errors.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { idFor } from '../../write/client-generated-ids.ts';
import { keptValues } from '../../write/idempotency/response-store.ts';
import { NotByOneStatement } from '../../write/idempotency/single-statement-store.ts';
import { valuesOf } from '../../platform/audit-log/audited-columns.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { byOneStatement } from '../../write/single-statement-write.ts';
import type { Made } from '../../write/records.ts';
import { mayRead } from '../../platform/permissions/permissions.ts';
import { isProjectAlone } from '../projects/unique-project-names.ts';
import type { Tree } from '../../query/json-query.ts';
import { between, canKeep, insertSql, ownFields, rowsParameter } from './insert-time-entries-sql.ts';
import type { WorkBy } from './work-lookup-sql.ts';
import { workSql } from './work-lookup-sql.ts';

/** A stretch of time that was just logged; `shown` is its JSON as the caller wants it, where it does. */
export type TimeEntryRecord = TimeEntry & { shown?: string };

/** A time entry that says somehow which work it is about. */
interface NewEntry {
  timerStart: Date;
  timerEnd: Date;
  notes: string | null;
  billable: boolean;
  hourlyAmount?: Decimal | null;
  externalId?: string | null;
  source?: string | null;
  /** Who worked; null: the user with that number, else who signed in, else the owner of the workspace. */
  userEmail: string | null;
  userId?: number;
}

/** A time entry whose work is resolved: what {@link insertTimeEntries} takes. */
export interface ResolvedTimeEntry extends Work, NewEntry {}

/** A time entry whose work is still to be looked up. */
export type ReferringTimeEntry = NewEntry & WorkReference;

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
  const inserted = await insertAll(context, entries, 'resolved', shown);
  if (inserted === undefined) throw await insertFault(context, entries);
  return inserted;
}

/**
 * As {@link insertTimeEntries}, by a statement that looks up the work as well. Undefined, with nothing inserted, where it
 * cannot: something is not there, or archived, an entry says its work in two ways, or one in another way than the next.
 * @throws ActionError conflicting_state where a project or deliverable is moved at the same time
 */
export async function insertReferring(
  context: Context,
  entries: readonly ReferringTimeEntry[],
  shown?: Tree,
): Promise<TimeEntryRecord[] | undefined> {
  const by = (['names', 'ids'] as const).find((way) => entries.every(refersBy[way]));
  return by && insertAll(context, entries, by, shown);
}

/** Whether an entry says its work in one way alone. */
const refersBy = {
  names: (entry: ReferringTimeEntry) =>
    !entry.clientId && !entry.projectId && !entry.deliverableId && !isProjectAlone(entry),
  ids: (entry: ReferringTimeEntry) =>
    !entry.clientName && !entry.projectName && !entry.deliverableName,
};

async function insertAll(
  context: Context,
  entries: readonly ReferringTimeEntry[],
  by: WorkBy,
  shown?: Tree,
): Promise<TimeEntryRecord[] | undefined> {
  const { accountId, publicUrl } = context;
  const { fields } = workSql[by];
  const ids = entries.map(() => idFor(context, 'TimeEntry'));
  const rows = entries.map((entry, index) => rowOf(entry, ids[index] as string, fields, context));
  const isOne = entries.length === 1;
  const first = entries[0] && saidOf(entries[0]);
  const audit = {
    accountId,
    invoiceId: null,
    invoiceLineId: null,
    version: 1,
  };
  return refusingMoved(() =>
    byOneStatement(context, async ({ db, keeping, log, logValues }) => {
      if (keeping && !canKeep(shown, entries.length)) throw new NotByOneStatement();
      const keeps = keeping !== undefined;
      const sql = insertSql(by, { isOne, shown, publicUrl, logsItself: log === undefined, keeps });
      const values = [
        accountId,
        rowsParameter(by, rows, log ? undefined : valuesOf('TimeEntry', { ...first, ...audit })),
        ...logValues,
        ...(keeping ? keptValues(context, keeping) : []),
      ];
      const [answer] = await db.$queryRawUnsafe<Answer[]>(sql, ...values);
      if (answer === undefined) return undefined;
      if (keeping) keeping.isKept = true;
      const { createdAt, updatedAt } = answer;
      const shownOf = answer.shown?.split(between);
      const byId = new Map(
        (JSON.parse(answer.inserted) as InsertedEntry[]).map(([id, ...found], index) => [
          id,
          [found, shownOf?.[index]] as const,
        ]),
      );
      return entries.map((entry, index) => {
        const id = ids[index] as string;
        const [[userId, clientId, projectId, deliverableId], shown] = byId.get(id) as Found;
        const work = { clientId, projectId, deliverableId };
        const made = { id, ...work, ...saidOf(entry), userId, ...audit, createdAt, updatedAt };
        log?.created('TimeEntry', made);
        return { ...made, ...(shown !== undefined && { shown }) };
      });
    }),
  );
}

/** What an entry says of itself. */
function saidOf({ timerStart, timerEnd, notes, billable, ...others }: ReferringTimeEntry) {
  const { hourlyAmount = null, externalId = null, source = null } = others;
  return { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source };
}

/** An entry as the statement takes it. What it does not say is left out: it is NULL there, and need not be sent. */
function rowOf(
  entry: ReferringTimeEntry,
  id: string,
  fields: readonly (keyof WorkReference)[],
  context: Context,
): Record<string, unknown> {
  const { userEmail, userId } = entry;
  const row: Record<string, unknown> = { id };
  for (const field of [...fields, ...ownFields] as const) {
    const value = entry[field];
    if (value === null || value === undefined) continue;
    // A Date in JSON costs three times what its text costs.
    row[field] = value instanceof Date ? value.toISOString() : value;
  }
  if (userEmail === null) row.userId = userId ?? ownUserId(context);
  return row;
}

/** What of an entry only the database knows; the rest would have to be read from its answer once more. */
type InsertedEntry = [id: string, ...FoundOfEntry];

type FoundOfEntry = [
  userId: TimeEntry['userId'],
  clientId: Work['clientId'],
  projectId: Work['projectId'],
  deliverableId: Work['deliverableId'],
];

type Found = readonly [FoundOfEntry, shown: string | undefined];

interface Answer extends Made {
  inserted: string;
  /** What is shown of each: JSON in a text of JSON would be escaped, which takes as long to read as all the rest. */
  shown: string | null;
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
  const { accountId, db, names } = context;
  const ids = await Promise.all(
    entries.map(({ userEmail: name }) =>
      resolveReference(names, 'user', { name, nameField: 'userEmail', idField: 'userId' }),
    ),
  );
  const inactive = await db.user.findFirst({
    where: {
      accountId,
      active: false,
      id: {
        in: ids.map((id, index) => Number(id ?? entries[index]?.userId ?? ownUserId(context))),
      },
    },
  });
  if (inactive === null) {
    const message = 'The client or deliverable was archived meanwhile and takes no new time.';
    return new ActionError('conflicting_state', message);
  }
  return new ActionError(
    'conflicting_state',
    `The user${mayRead(context, 'people') ? ` ${inactive.email}` : ''} is inactive and cannot be given time.`,
    { errors: [{ path: 'userEmail', code: 'inactive', message: 'is inactive' }] },
  );
}

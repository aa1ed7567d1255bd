import type { TimeEntry } from '../../generated/prisma/client.ts';
import { auditValuesOf } from '../../platform/audit-log/audited-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import { defaultUserId } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { constraintViolationOf } from '../../platform/records/constraint-errors.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { NotSingleStatementError } from '../../write/idempotency/not-single-statement-error.ts';
import { storeResponseValues } from '../../write/idempotency/response-store.ts';
import { writeInSingleStatement } from '../../write/single-statement-write.ts';
import type { ResolvedWork, WorkReference } from '../deliverables/work-references.ts';
import { isProjectWithoutClient } from '../projects/unique-project-names.ts';
import {
  buildRowsParameter,
  canStoreResponse,
  insertTimeEntriesSql,
  rowSeparator,
  timeEntryFields,
} from './insert-time-entries-sql.ts';
import type { WorkLookupMode } from './work-lookup-sql.ts';
import { workLookupSql } from './work-lookup-sql.ts';

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
export interface ResolvedTimeEntry extends ResolvedWork, NewEntry {}

/** A time entry whose work is still to be looked up. */
export type UnresolvedTimeEntry = NewEntry & WorkReference;

/**
 * Inserts time entries, all or none, in one statement however many they are, and answers them in the order given; with
 * `shown`, their JSON as well.
 * @throws ActionError name_not_found for a user; conflicting_state for one who is inactive, where a project or
 * deliverable stands elsewhere than the entry says, or where client or deliverable is archived by now
 */
export async function insertTimeEntries(
  context: Context,
  entries: readonly ResolvedTimeEntry[],
  shown?: JsonQuery,
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
export async function insertUnresolvedTimeEntries(
  context: Context,
  entries: readonly UnresolvedTimeEntry[],
  shown?: JsonQuery,
): Promise<TimeEntryRecord[] | undefined> {
  const by = (['names', 'ids'] as const).find((way) => entries.every(refersBy[way]));
  return by && insertAll(context, entries, by, shown);
}

/** Whether an entry says its work in one way alone. */
const refersBy = {
  names: (entry: UnresolvedTimeEntry) =>
    !entry.clientId && !entry.projectId && !entry.deliverableId && !isProjectWithoutClient(entry),
  ids: (entry: UnresolvedTimeEntry) =>
    !entry.clientName && !entry.projectName && !entry.deliverableName,
};

async function insertAll(
  context: Context,
  entries: readonly UnresolvedTimeEntry[],
  by: WorkLookupMode,
  shown?: JsonQuery,
): Promise<TimeEntryRecord[] | undefined> {
  const { accountId, publicUrl } = context;
  const { fields } = workLookupSql[by];
  const ids = entries.map(() => newRecordId(context, 'TimeEntry'));
  const rows = entries.map((entry, index) => rowOf(entry, ids[index] as string, fields, context));
  const isOne = entries.length === 1;
  const first = entries[0] && saidOf(entries[0]);
  const audit = {
    accountId,
    invoiceId: null,
    invoiceLineId: null,
    version: 1,
  };
  return withWorkConflict(() =>
    writeInSingleStatement(context, async ({ db, store: keeping, log, logValues }) => {
      if (keeping && !canStoreResponse(shown, entries.length)) throw new NotSingleStatementError();
      const keeps = keeping !== undefined;
      const sql = insertTimeEntriesSql(by, {
        isOne,
        shown,
        publicUrl,
        logsItself: log === undefined,
        keeps,
      });
      const values = [
        accountId,
        buildRowsParameter(
          by,
          rows,
          log ? undefined : auditValuesOf('TimeEntry', { ...first, ...audit }),
        ),
        ...logValues,
        ...(keeping ? storeResponseValues(context, keeping) : []),
      ];
      const [answer] = await db.$queryRawUnsafe<Answer[]>(sql, ...values);
      if (answer === undefined) return undefined;
      if (keeping) keeping.isStored = true;
      const { createdAt, updatedAt } = answer;
      const shownOf = answer.shown?.split(rowSeparator);
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
function saidOf({ timerStart, timerEnd, notes, billable, ...others }: UnresolvedTimeEntry) {
  const { hourlyAmount = null, externalId = null, source = null } = others;
  return { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source };
}

/** An entry as the statement takes it. What it does not say is left out: it is NULL there, and need not be sent. */
function rowOf(
  entry: UnresolvedTimeEntry,
  id: string,
  fields: readonly (keyof WorkReference)[],
  context: Context,
): Record<string, unknown> {
  const { userEmail, userId } = entry;
  const row: Record<string, unknown> = { id };
  for (const field of [...fields, ...timeEntryFields] as const) {
    const value = entry[field];
    if (value === null || value === undefined) continue;
    // A Date in JSON costs three times what its text costs.
    row[field] = value instanceof Date ? value.toISOString() : value;
  }
  if (userEmail === null) row.userId = userId ?? defaultUserId(context);
  return row;
}

/** What of an entry only the database knows; the rest would have to be read from its answer once more. */
type InsertedEntry = [id: string, ...FoundOfEntry];

type FoundOfEntry = [
  userId: TimeEntry['userId'],
  clientId: ResolvedWork['clientId'],
  projectId: ResolvedWork['projectId'],
  deliverableId: ResolvedWork['deliverableId'],
];

type Found = readonly [FoundOfEntry, shown: string | undefined];

interface Answer {
  createdAt: Date;
  updatedAt: Date;
  inserted: string;
  /** What is shown of each: JSON in a text of JSON would be escaped, which takes as long to read as all the rest. */
  shown: string | null;
}

/** The error of a time entry whose project or deliverable does not belong to its parent any more. */
export const workConflictError = (cause: unknown): ActionError =>
  new ActionError(
    'conflicting_state',
    'The project or deliverable was moved meanwhile; try again.',
    { cause },
  );

async function withWorkConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (constraintViolationOf(error)?.kind !== 'foreign_key') throw error;
    throw workConflictError(error);
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
        in: ids.map((id, index) => Number(id ?? entries[index]?.userId ?? defaultUserId(context))),
      },
    },
  });
  if (inactive === null) {
    const message = 'The client or deliverable was archived meanwhile and takes no new time.';
    return new ActionError('conflicting_state', message);
  }
  return new ActionError(
    'conflicting_state',
    `The user${canRead(context, 'people') ? ` ${inactive.email}` : ''} is inactive and cannot get time entries.`,
    { errors: [{ path: 'userEmail', code: 'inactive', message: 'is inactive' }] },
  );
}

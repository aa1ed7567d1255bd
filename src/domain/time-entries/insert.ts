import type { TimeEntry } from '../../generated/prisma/client.ts';
import type { Work, WorkReference } from '../deliverables/work.ts';
import type { Context } from '../kernel/context.ts';
import { ownUserId } from '../kernel/context.ts';
import { constraintFault } from '../kernel/database-errors.ts';
import { ActionError } from '../kernel/errors.ts';
import { idFor } from '../kernel/given-ids.ts';
import { valuesSql } from '../kernel/log-columns.ts';
import { logSql } from '../kernel/log-writing.ts';
import type { Decimal } from '../kernel/money.ts';
import { resolveReference } from '../kernel/names.ts';
import { byOneStatement } from '../kernel/one-statement.ts';
import type { Made } from '../kernel/records.ts';
import { mayRead } from '../kernel/rights.ts';
import { isProjectAlone } from '../projects/unique-names.ts';
import { literal } from '../reader/conditions.ts';
import type { Tree } from '../reader/trees.ts';
import { writtenRecord } from '../reader/written-records.ts';
import type { WorkBy } from './work-sql.ts';
import { workSql } from './work-sql.ts';

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
  const rows = entries.map((entry) => ({
    id: idFor(context, 'TimeEntry'),
    ...Object.fromEntries(fields.map((field) => [field, entry[field]])),
    timerStart: entry.timerStart,
    timerEnd: entry.timerEnd,
    notes: entry.notes,
    billable: entry.billable,
    hourlyAmount: entry.hourlyAmount ?? null,
    externalId: entry.externalId ?? null,
    source: entry.source ?? null,
    userEmail: entry.userEmail,
    userId: entry.userEmail === null ? (entry.userId ?? ownUserId(context)) : null,
  }));
  const audit = {
    accountId,
    invoiceId: null,
    invoiceLineId: null,
    version: 1,
  };
  return refusingMoved(() =>
    byOneStatement(context, async ({ db, log, logValues }) => {
      const sql = insertSql(by, { shown, publicUrl, logsItself: log === undefined });
      const values = [accountId, JSON.stringify(rows), ...logValues];
      const [answer] = await db.$queryRawUnsafe<Answer[]>(sql, ...values);
      if (answer === undefined) return undefined;
      const { createdAt, updatedAt } = answer;
      const inserted = JSON.parse(answer.inserted) as InsertedEntry[];
      const shownOf = answer.shown?.split(between);
      const byId = new Map(
        inserted.map((row, index) => [row.id, [row, shownOf?.[index]] as const]),
      );
      return rows.map(({ id, ...row }) => {
        const { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source } = row;
        const [found, shown] = byId.get(id) as [InsertedEntry, string | undefined];
        const { userId, clientId, projectId, deliverableId } = found;
        const work = { clientId, projectId, deliverableId };
        const said = { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source };
        const made = { id, ...work, ...said, userId, ...audit, createdAt, updatedAt };
        log?.created('TimeEntry', made);
        return { ...made, ...(shown !== undefined && { shown }) };
      });
    }),
  );
}

/** What of an entry only the database knows; the rest would have to be read from its answer once more. */
type InsertedEntry = Work & Pick<TimeEntryRecord, 'id' | 'userId'>;

interface Answer extends Made {
  inserted: string;
  /** What is shown of each: JSON in a text of JSON would be escaped, which takes as long to read as all the rest. */
  shown: string | null;
}

/** What no JSON has in it, inside of its texts or out. */
const between = '\u001e';

const statements = new WeakMap<Tree, Map<string, string>>();

/** Stands for no tree. */
const nothingShown: Tree = { model: 'TimeEntry', parts: [] };

interface InsertOptions {
  shown: Tree | undefined;
  publicUrl: string;
  /** Whether the statement logs what it inserts. */
  logsItself: boolean;
}

/** The statement that inserts entries; made once, so that it is the same text each time. */
function insertSql(by: WorkBy, options: InsertOptions): string {
  const { shown = nothingShown, publicUrl, logsItself } = options;
  const known = statements.get(shown) ?? new Map<string, string>();
  statements.set(shown, known);
  const key = `${by} ${logsItself} ${publicUrl}`;
  const sql = known.get(key) ?? writeInsertSql(by, shown, options);
  known.set(key, sql);
  return sql;
}

const logged = logSql(3, [
  {
    kind: 'CREATED',
    model: 'TimeEntry',
    id: 'id',
    version: 'version',
    after: 'logged',
    from: 'made',
  },
]);

/**
 * Its parameters are the workspace, the entries as JSON, the moment, and what the log needs. The users are found by it too: it
 * has to see that they are active anyway. Its answer is one value, which is read many times faster than five hundred rows, or no
 * row where nothing was inserted.
 */
function writeInsertSql(by: WorkBy, shown: Tree, { publicUrl, logsItself }: InsertOptions): string {
  const { fields, ids, isRefused, joins } = workSql[by];
  const [client, project, deliverable] = ids;
  const json = shown.parts.length > 0 && writtenRecord(shown, 't', publicUrl);
  return `
    WITH entry AS MATERIALIZED (
      SELECT r.id, ${client} AS "clientId", ${project} AS "projectId", ${deliverable} AS "deliverableId",
        r."timerStart", r."timerEnd", r.notes, r.billable, r."hourlyAmount", r."externalId", r.source, CASE
        WHEN r."userEmail" IS NULL THEN (SELECT u.id FROM "User" u
          WHERE u."accountId" = $1 AND u.id = r."userId" AND u.active)
        ELSE (SELECT u.id FROM "User" u
          WHERE u."accountId" = $1 AND lower(u.email) = lower(r."userEmail") AND u.active)
        END AS "userId", ${isRefused} AS "isRefused"
      FROM json_to_recordset($2::json) AS r (
        id text, ${fields.map((field) => `"${field}" text`).join(', ')}, "timerStart" timestamptz,
        "timerEnd" timestamptz, notes text, billable boolean, "hourlyAmount" numeric, "externalId" text, source text,
        "userEmail" text, "userId" int
      ) ${joins}
    ), made AS (
      INSERT INTO "TimeEntry" AS t (
        "accountId", id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes, billable,
        "hourlyAmount", "externalId", source
      )
      SELECT $1, id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes, billable,
        "hourlyAmount", "externalId", source
      FROM entry WHERE NOT EXISTS (SELECT FROM entry WHERE "userId" IS NULL OR "isRefused")
      RETURNING t.id, t.version, t."userId", t."clientId", t."projectId", t."deliverableId"${json ? `, ${json} AS shown` : ''}
        ${logsItself ? `, ${valuesSql('TimeEntry', 't')} AS logged` : ''}
    )${logsItself ? `, logged AS (${logged})` : ''}
    SELECT json_agg(json_build_object('id', id, 'userId', "userId", 'clientId', "clientId", 'projectId', "projectId",
        'deliverableId', "deliverableId"))::text AS inserted, ${json ? `string_agg(shown, ${literal(between)})` : 'NULL'} AS shown,
      transaction_timestamp() AS "createdAt", transaction_timestamp() AS "updatedAt"
    FROM made HAVING count(*) > 0`;
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

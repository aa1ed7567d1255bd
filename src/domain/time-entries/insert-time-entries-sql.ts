import { auditMergedValuesSql, auditValuesSql } from '../../platform/audit-log/audited-columns.ts';
import {
  auditEntryParameterCount,
  insertAuditEntriesSql,
} from '../../platform/audit-log/write-entries.ts';
import { quoteLiteral } from '../../query/conditions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { writtenRecordSql } from '../../query/written-record.ts';
import { storeResponseSql } from '../../write/idempotency/response-store.ts';
import type { WorkLookupMode } from './work-lookup-sql.ts';
import { workLookupSql } from './work-lookup-sql.ts';

/** What no JSON has in it, inside of its texts or out. */
export const rowSeparator = '\u001e';

const statements = new WeakMap<JsonQuery, Map<string, string>>();

/** Stands for no tree. */
const nothingShown: JsonQuery = { model: 'TimeEntry', parts: [] };

interface InsertOptions {
  /** Whether it takes one entry, or any number of them. */
  isOne: boolean;
  shown: JsonQuery | undefined;
  publicUrl: string;
  /** Whether the statement logs what it inserts. */
  logsItself: boolean;
  /** Whether it keeps what it shows, for retries. */
  keeps: boolean;
}

/** The statement that inserts entries; made once, so that it is the same text each time. */
export function insertTimeEntriesSql(by: WorkLookupMode, options: InsertOptions): string {
  const { isOne, shown = nothingShown, publicUrl, logsItself, keeps } = options;
  const known = statements.get(shown) ?? new Map<string, string>();
  statements.set(shown, known);
  const key = `${by} ${isOne} ${logsItself} ${keeps} ${publicUrl}`;
  const sql = known.get(key) ?? writeInsertSql(by, shown, options);
  known.set(key, sql);
  return sql;
}

/** What an entry says, beside its work, and as what PostgreSQL takes it. */
const ownColumns = {
  timerStart: 'timestamptz',
  timerEnd: 'timestamptz',
  notes: 'text',
  billable: 'boolean',
  hourlyAmount: 'numeric',
  externalId: 'text',
  source: 'text',
  userEmail: 'text',
  userId: 'int',
} as const;

/** Every name in {@link ownColumns}. */
export const timeEntryFields = Object.keys(ownColumns) as readonly (keyof typeof ownColumns)[];

const columnsOf = (by: WorkLookupMode): [name: string, type: string][] => [
  ['id', 'text'],
  ...workLookupSql[by].fields.map((field): [string, string] => [field, 'text']),
  ...Object.entries(ownColumns),
];

/**
 * The rows of entries as the statement takes them: texts of one, in the order of the columns, or JSON of any number.
 * @param logged what the log says of one, where the statement logs it
 */
export function buildRowsParameter(
  by: WorkLookupMode,
  rows: readonly Readonly<Record<string, unknown>>[],
  logged?: object,
): string | (string | null)[] {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return JSON.stringify(rows);
  const texts = columnsOf(by).map(([name]) => {
    const value = row[name] ?? null;
    return value === null ? null : String(value);
  });
  return logged ? [...texts, JSON.stringify(logged)] : texts;
}

/** JSON is read as a table, which for one row costs as much as its insertion. */
function rowsSql(by: WorkLookupMode, isOne: boolean): string {
  const columns = columnsOf(by);
  if (!isOne) {
    const types = columns.map(([name, type]) => `"${name}" ${type}`);
    return `json_to_recordset($2::json) AS r (${types.join(', ')})`;
  }
  const values = columns.map(([name, type], index) => {
    const text = `($2::text[])[${index + 1}]`;
    return `${type === 'text' ? text : `${text}::${type}`} AS "${name}"`;
  });
  return `(SELECT ${values.join(', ')}) AS r`;
}

const logged = (from: string) =>
  insertAuditEntriesSql(3, [
    { kind: 'CREATED', model: 'TimeEntry', id: 'id', version: 'version', after: 'logged', from },
  ]);

/** What the statement finds out of an entry. */
const found = ['clientId', 'projectId', 'deliverableId', 'userId'];

/**
 * What the log says of an entry. Of one alone the process says all but what is found, behind its columns: to make JSON of each column takes the
 * database a tenth of the insertion.
 */
const loggedValues = (by: WorkLookupMode, isOne: boolean): string =>
  isOne
    ? auditMergedValuesSql(`($2::text[])[${columnsOf(by).length + 1}]`, 'TimeEntry', 't', {
        perhaps: found,
      })
    : auditValuesSql('TimeEntry', 't');

/** Whoever draws a place in the log is to wait for nobody any more, and so not for another one's answer either. */
const afterKept = 'made CROSS JOIN (SELECT count(*) FROM kept) AS one';

const kept = storeResponseSql(3 + auditEntryParameterCount, {
  answer: 'shown',
  written: `jsonb_build_object('id', id, 'version', version)`,
  from: 'made',
});

/** Whether a statement can keep what is shown: of one entry, which is all that is answered. */
export const canStoreResponse = (shown: JsonQuery | undefined, entries: number): boolean =>
  entries === 1 && shown !== undefined && shown.parts.length > 0;

/**
 * Its parameters are the workspace, the entries as {@link buildRowsParameter} has them, the moment, what the log needs, and what is kept. The users are found by it too: it
 * has to see that they are active anyway. Its answer is one value, which is read many times faster than five hundred rows, or no
 * row where nothing was inserted.
 */
function writeInsertSql(
  by: WorkLookupMode,
  shown: JsonQuery,
  { isOne, publicUrl, logsItself, keeps }: InsertOptions,
): string {
  const { ids, isRefused, joins } = workLookupSql[by];
  const [client, project, deliverable] = ids;
  const json = shown.parts.length > 0 && writtenRecordSql(shown, 't', publicUrl);
  // Where several servers have the tables, what a write answers may not be read of others.
  const isShownApart = json && !logsItself;
  const text = isShownApart ? json : json && 'shown';
  const inserted = 'json_build_array(id, "userId", "clientId", "projectId", "deliverableId")';
  // Of one entry there is nothing to gather, which would take a tenth of its insertion.
  const [all, texts] = isOne
    ? [`json_build_array(${inserted})`, text]
    : [`json_agg(${inserted})`, text && `string_agg(${text}, ${quoteLiteral(rowSeparator)})`];
  return `
    WITH entry AS MATERIALIZED (
      SELECT r.id, ${client} AS "clientId", ${project} AS "projectId", ${deliverable} AS "deliverableId",
        r."timerStart", r."timerEnd", r.notes, r.billable, r."hourlyAmount", r."externalId", r.source, CASE
        WHEN r."userEmail" IS NULL THEN (SELECT u.id FROM "User" u
          WHERE u."accountId" = $1 AND u.id = r."userId" AND u.active)
        ELSE (SELECT u.id FROM "User" u
          WHERE u."accountId" = $1 AND lower(u.email) = lower(r."userEmail") AND u.active)
        END AS "userId", ${isRefused} AS "isRefused"
      FROM ${rowsSql(by, isOne)} ${joins}
    ), made AS (
      INSERT INTO "TimeEntry" AS t (
        "accountId", id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes, billable,
        "hourlyAmount", "externalId", source
      )
      SELECT $1, id, "clientId", "projectId", "deliverableId", "userId", "timerStart", "timerEnd", notes, billable,
        "hourlyAmount", "externalId", source
      FROM entry WHERE NOT EXISTS (SELECT FROM entry WHERE "userId" IS NULL OR "isRefused")
      RETURNING ${isShownApart ? 't.*' : `t.id, t.version, t."userId", t."clientId", t."projectId", t."deliverableId"${json ? `, ${json} AS shown` : ''}`}
        ${logsItself ? `, ${loggedValues(by, isOne)} AS logged` : ''}
    )${keeps ? `, kept AS (${kept})` : ''}${logsItself ? `, logged AS (${logged(keeps ? afterKept : 'made')})` : ''}
    SELECT ${all}::text AS inserted, ${texts || 'NULL'} AS shown,
      transaction_timestamp() AS "createdAt", transaction_timestamp() AS "updatedAt"
    FROM made t${isOne ? '' : ' HAVING count(*) > 0'}`;
}

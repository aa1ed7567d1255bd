import { createHash } from 'node:crypto';
import type pg from 'pg';
import { behindEnds, publishStaged, readLogEnds } from './log-ends.ts';

/** The expected log of a write, computed without the domain from all rows of a workspace before and after it. */

/** Not logged: no records of a workspace, or what follows from them: a counter, and files. Deliveries of events are no changes either. */
const unlogged = [
  '_prisma_migrations',
  'ChangeListener',
  'InvoiceSequence',
  'CreditNoteDocument',
  'EInvoiceDocument',
  'IssuedDocument',
  'SellerLogo',
  'KeptAnswer',
  'LogEntry',
  'WebhookCursor',
  'WebhookDelivery',
  'WebhookRetry',
  'WebhookSecret',
];

/** The fields of the entry itself, secrets, files, and the use of keys, which is no change. */
const leftOut: Record<string, string[]> = {
  '*': ['accountId', 'id', 'createdAt', 'updatedAt', 'version'],
  ApiKey: ['hash', 'lastUsedAt', 'lastUsedAddress'],
  Invoice: ['viewToken'],
  OutboxMail: ['body', 'html'],
  User: ['invitationHash'],
  WorkspaceLogo: ['bytes'],
};

interface Column {
  table: string;
  column: string;
  type: string;
  isKey: boolean;
}

interface RecordRow {
  table: string;
  id: string;
  version: number;
  /** When it was written last, by the clock of the database. */
  writtenAt: Date;
  values: Record<string, unknown>;
}

/** How the log writes values of a type. */
function written({ column, type }: Column): string {
  const value = `t."${column}"`;
  if (type === 'numeric') return `trim_scale(${value})::text`;
  if (type === 'date' || type === 'time') return `${value}::text`;
  if (type !== 'timestamptz') return value;
  return `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The id of a row in the log. */
function idOf(columns: readonly Column[]): string {
  const key = columns.filter(({ isKey, column }) => isKey && column !== 'accountId');
  if (key.length === 0) return `'wsp_' || t."accountId"`;
  return key
    .map(({ column, table }) =>
      column === 'userId' || table === 'User' ? `'usr_' || t."${column}"` : `t."${column}"`,
    )
    .join(` || '/' || `);
}

/** The tables of a test's database stay as they are. */
const knownColumns = new WeakMap<pg.Pool, Promise<Map<string, Column[]>>>();

function columnsOf(pool: pg.Pool): Promise<Map<string, Column[]>> {
  const columns = knownColumns.get(pool) ?? readColumns(pool);
  knownColumns.set(pool, columns);
  return columns;
}

async function readColumns(pool: pg.Pool): Promise<Map<string, Column[]>> {
  const { rows } = await pool.query<Column>(`
    SELECT c.relname::text AS table, a.attname::text AS column, y.typname::text AS type,
      coalesce(a.attnum = ANY (i.indkey), false) AS "isKey"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type y ON y.oid = a.atttypid
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute w WHERE w.attrelid = c.oid AND w.attname = 'accountId')
    ORDER BY c.relname, array_position(i.indkey::int[], a.attnum::int), a.attnum`);
  const tables = new Map<string, Column[]>();
  for (const row of rows) {
    if (!unlogged.includes(row.table)) {
      tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
    }
  }
  return tables;
}

function rowsOf(table: string, columns: readonly Column[], accountId: number): string {
  const stored = columns.filter(
    ({ column }) => !leftOut['*']?.includes(column) && !leftOut[table]?.includes(column),
  );
  // An object has at most fifty pairs of arguments.
  const parts: string[] = [];
  for (let from = 0; from < stored.length; from += 40) {
    const pairs = stored
      .slice(from, from + 40)
      .map((one) => `'${one.column}', ${written(one)}`)
      .join(', ');
    parts.push(`jsonb_build_object(${pairs})`);
  }
  return `SELECT '${table}' AS table, ${idOf(columns)} AS id, t.version, least(t."updatedAt", CASE WHEN t.version = 1 THEN t."createdAt" END) AS "writtenAt", ${parts.join(' || ') || `'{}'::jsonb`} AS values
    FROM "${table}" t WHERE t."accountId" = ${accountId}`;
}

/** One change as the log has it, or has to have it. */
interface Change {
  kind: string;
  version: number;
  before: object | null;
  after: object | null;
}

/** The values of a row, which are the whole content for a created or deleted record. */
const input = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function changesBetween(before: RecordRow[], after: RecordRow[]): Record<string, Change> {
  const name = ({ id, table }: RecordRow) => `${table} ${id}`;
  const was = new Map(before.map((row) => [name(row), row]));
  const is = new Map(after.map((row) => [name(row), row]));
  const changes: Record<string, Change> = {};
  for (const [key, { values, version }] of is) {
    const old = was.get(key);
    if (!old) {
      changes[key] = { kind: 'CREATED', version, before: null, after: input(values) };
    } else if (old.version !== version) {
      const differs = Object.keys(values).filter(
        (column) => JSON.stringify(values[column]) !== JSON.stringify(old.values[column]),
      );
      // The use of a key raises its version as well.
      if (key.startsWith('ApiKey ') && differs.length === 0) continue;
      const pick = (of: Record<string, unknown>) =>
        Object.fromEntries(differs.map((column) => [column, of[column]]));
      changes[key] = { kind: 'UPDATED', version, before: pick(old.values), after: pick(values) };
    }
  }
  for (const [key, { values, version }] of was) {
    if (!is.has(key))
      changes[key] = { kind: 'DELETED', version, before: input(values), after: null };
  }
  return changes;
}

/** Other content of the log for a change. */
interface LoggedText {
  actorKind: string;
  actorId: string | null;
  operation: string;
  requestId: string;
}

/** Looks at a workspace's records and its log, and later at what became of both. */
export async function watchLog(pool: pg.Pool, accountId: number) {
  const columns = await columnsOf(pool);
  const text = [...columns].map(([table, of]) => rowsOf(table, of, accountId)).join(' UNION ALL ');
  // By a name, so that a connection plans it once: planning so many tables takes longer than reading them.
  const name = `records ${createHash('md5').update(text).digest('hex')}`;
  const read = async () => (await pool.query<RecordRow>({ name, text })).rows;
  const ends = await readLogEnds(pool);
  const [before, last] = [
    await read(),
    await pool.query(
      `SELECT date_trunc('milliseconds', clock_timestamp()) - interval '1 ms' AS moment`,
    ),
  ];
  return async () => {
    await publishStaged(pool);
    const entries = await pool.query<Change & LoggedText & { name: string; at: Date }>(
      `SELECT "recordType" || ' ' || "recordId" AS name, kind, "recordVersion" AS version, before, after,
         "actorKind", "actorId", operation, "requestId", least("createdAt", "updatedAt") AS at
       FROM "LogEntry" WHERE "accountId" = $1 AND ${behindEnds('$2')} ORDER BY place`,
      [accountId, ends],
    );
    const said = entries.rows.map(({ actorId, actorKind, operation, requestId }) => ({
      ...{ actorId, actorKind, operation, requestId },
    }));
    const logged = entries.rows.map(
      ({ name, kind, version, before: was, after }) =>
        [name, { kind, version, before: was, after }] as const,
    );
    const after = await read();
    const happened = changesBetween(before, after);
    return {
      names: logged.map(([name]) => name),
      logged: Object.fromEntries(logged),
      happened,
      said,
      /** Records and entries with a time before their write. */
      early: [
        ...after
          .filter(({ id, table }) => `${table} ${id}` in happened)
          .filter(({ writtenAt }) => writtenAt < last.rows[0].moment)
          .map(({ id, table }) => `${table} ${id}`),
        ...entries.rows
          .filter(({ at }) => at < last.rows[0].moment)
          .map(({ name }) => `LogEntry of ${name}`),
      ],
    };
  };
}

/**
 * The version of the row of each record in the log of a workspace, by type and id. The use of keys, which is no change,
 * is left out.
 */
export async function recordVersions(
  pool: pg.Pool,
  accountId: number,
): Promise<Record<string, number>> {
  const texts = [...(await columnsOf(pool))].map(([table, of]) => rowsOf(table, of, accountId));
  const { rows } = await pool.query<RecordRow>(texts.join(' UNION ALL '));
  const reported = rows.filter(({ table }) => table !== 'ApiKey');
  return Object.fromEntries(reported.map(({ id, table, version }) => [`${table} ${id}`, version]));
}

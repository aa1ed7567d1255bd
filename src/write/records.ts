import { Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { Context } from '../platform/context/context.ts';
import { changeCollectorOf } from '../platform/context/context.ts';
import { readPermissionsForModels } from '../platform/ids/permission-areas.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { callerPermissions } from '../platform/permissions/permissions.ts';
import { withReferenceConflict } from '../platform/records/constraint-errors.ts';
import { nounOf, recordNotFoundError } from '../platform/records/record-not-found.ts';
import { inTransaction } from './in-transaction.ts';
import { checkVersion, isVersionExpected } from './optimistic-locking.ts';

/**
 * Reads a row and locks it until the transaction ends, so that what is written next builds on what was read. `given` is
 * the id as the caller wrote it, where that is not the id itself, and `idField` the field that it stood in.
 * @throws ActionError record_not_found; version_mismatch where the caller expects another version of it
 */
export async function lockRecord<R>(
  context: Context,
  type: RecordType | 'User',
  id: string | number,
  given = id,
  idField = 'id',
): Promise<R> {
  const { accountId, db } = context;
  const found = Prisma.sql`SELECT * FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${accountId} AND id = ${id}`;
  const whole = unfilteredClient(db);
  const [locked] = await whole.$queryRaw<R[]>(Prisma.sql`${found} FOR NO KEY UPDATE`);
  // What may be seen of a table cannot be locked: the row is, and then is looked at once more.
  if (locked && context.log) context.log.read(type as AuditedModel, locked as DatabaseRow);
  const [row] = whole === db || locked === undefined ? [locked] : await db.$queryRaw<R[]>(found);
  if (row === undefined) throw recordNotFoundError(type, given, idField);
  if (isVersionExpected(context, type, given)) {
    await checkVersion(context, row as { version: number });
  }
  return row;
}

/**
 * Locks a record that would not be locked otherwise, where the caller expects a version of it.
 * @throws ActionError record_not_found, version_mismatch
 */
export async function lockRecordIfVersionExpected(
  context: Context,
  type: RecordType | 'User',
  id: string | number,
): Promise<void> {
  if (isVersionExpected(context, type, id)) await lockRecord(context, type, id);
}

/**
 * Locks records until the transaction ends, in one order whatever the list's, so that two who change the same ones do not wait
 * for each other. Ids that name nothing are passed over.
 */
export async function lockRecords(
  { accountId, db }: Context,
  type: RecordType,
  ids: readonly string[],
): Promise<void> {
  const table = Prisma.raw(`"${type}"`);
  await unfilteredClient(db).$queryRaw`
    SELECT id FROM ${table} WHERE "accountId" = ${accountId} AND id = ANY (${ids}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
}

/** What a record's own row is given where what belongs to it was changed: its version is raised, whatever else the row is given. */
export const versionIncrement = { version: { increment: 1 } } as const;

/** Whether the parts of a record are those that it is given, in their order, by the values that they are given. */
export function areRowsEqual(rows: readonly object[], given: readonly object[]): boolean {
  // As JSON, in which decimals are text, and the same ones the same text.
  const asText = (values: object, names: string[]) =>
    JSON.stringify(names.map((name) => (values as DatabaseRow)[name] ?? null));
  return (
    rows.length === given.length &&
    given.every((one, index) => {
      const names = Object.keys(one);
      return asText(one, names) === asText(rows[index] as object, names);
    })
  );
}

/** The single row that a write by (accountId, id) answered. @throws ActionError record_not_found */
export function requireWrittenRow<R>(rows: R[], type: RecordType | 'User', id: string | number): R {
  const [row] = rows;
  if (row === undefined) throw recordNotFoundError(type, id);
  return row;
}

const plurals: Readonly<Record<string, string>> = { Workspace: 'the workspace’s settings' };

/** "TimeEntry" → "time entries". */
function pluralOf(type: string): string {
  return plurals[type] ?? `${nounOf(type)}s`.replace(/ys$/, 'ies');
}

/** Which records refer to one, as who acts may be told. */
const referring = (context: Pick<Context, 'actor'>, table: string): string =>
  (readPermissionsForModels([table]) & ~callerPermissions(context)) === 0
    ? pluralOf(table)
    : 'other records';

/** Rows that belong to a record alone and go with it. */
interface Parts {
  type: AuditedModel;
  /** The column that says whose they are. */
  column: string;
}

/**
 * Removes a record for good, its parts before it: a statement for each of the two.
 * @throws ActionError record_not_found; version_mismatch where the caller expects another version of it; conflicting_state
 * where other records refer to it, saying of which type
 */
export async function deleteRecord(
  context: Context,
  type: RecordType,
  id: string,
  parts?: Parts,
): Promise<void> {
  const words = (table: string) =>
    `The ${nounOf(type)} cannot be deleted: ${referring(context, table)} refer to it.`;
  const count = await withReferenceConflict(words, () =>
    inTransaction(context, async (tx) => {
      await lockRecordIfVersionExpected(tx, type, id);
      if (parts) await remove(tx, parts, id);
      return remove(tx, { type: type as AuditedModel, column: 'id' }, id);
    }),
  );
  if (count === 0) throw recordNotFoundError(type, id);
}

/** Removes the rows of a table that have an id in a column, and answers how many there were. */
async function remove(tx: Context, { type, column }: Parts, id: string): Promise<number> {
  const rows = await tx.db.$queryRaw<DatabaseRow[]>`
    DELETE FROM ${Prisma.raw(`"${type}"`)}
    WHERE "accountId" = ${tx.accountId} AND ${Prisma.raw(`"${column}"`)} = ${id} RETURNING *`;
  for (const row of rows) changeCollectorOf(tx).deleted(type, row);
  return rows.length;
}

/** Whole rows of a table, as the database returns them. */
interface WholeRow {
  accountId: number;
  id: string;
}

/** When a row was made: the database says it, by a clock that all processes share. */
export interface RowTimestamps {
  createdAt: Date;
  updatedAt: Date;
}

/** A row of a table that is still to be made. */
export type NewRow<R extends RowTimestamps> = Omit<R, keyof RowTimestamps>;

/** The JSON of new rows, without the moment at which the rows that they were copied from were made. */
export const newRowsJson = (rows: readonly object[]): string =>
  JSON.stringify(
    (rows as Partial<RowTimestamps>[]).map(
      ({ createdAt: _made, updatedAt: _changed, ...row }) => row,
    ),
  );

/** What a new row has besides what its JSON says, as a base of `json_populate_recordset`. */
export const newRowDefaultsSql = (type: RecordType): Prisma.Sql =>
  Prisma.sql`jsonb_populate_record(NULL::${Prisma.raw(`"${type}"`)},
    jsonb_build_object('createdAt', transaction_timestamp(), 'updatedAt', transaction_timestamp()))`;

/**
 * The columns of a table that this release knows, for an INSERT from JSON: those that a newer release has added meanwhile take their
 * defaults, where they would be null otherwise.
 */
export const knownColumnsSql = (type: RecordType): Prisma.Sql => {
  const columns = Object.keys(Prisma[`${type as Prisma.ModelName}ScalarFieldEnum`]);
  return Prisma.raw(columns.map((name) => `"${name}"`).join(', '));
};

/**
 * Inserts rows, all or none, in one statement however many they are, and answers them as they were made. They have to be whole, since
 * what is left out would be null instead of the column's default; they go as JSON, in which decimals and dates are text.
 */
export async function insertRows<R extends WholeRow>(
  context: Context,
  type: RecordType,
  rows: readonly R[],
): Promise<(R & RowTimestamps)[]> {
  const table = Prisma.raw(`"${type}"`);
  const columns = knownColumnsSql(type);
  return inTransaction(context, async ({ db, log }) => {
    const inserted = await db.$queryRaw<(DatabaseRow & RowTimestamps)[]>`
      INSERT INTO ${table} (${columns})
      SELECT ${columns} FROM json_populate_recordset(${newRowDefaultsSql(type)}, ${newRowsJson(rows)}::json)
      RETURNING ${columns}`;
    for (const row of inserted) log.created(type as AuditedModel, row);
    const [first] = inserted;
    if (!first) return [];
    const { createdAt, updatedAt } = first;
    return rows.map((row) => ({ ...row, createdAt, updatedAt }));
  });
}

/**
 * Locks the workspace's own row until the transaction ends: the one lock for what only one record of a workspace may
 * be, or what one at least has to be.
 * @throws ActionError version_mismatch where the caller expects another version of it
 */
export async function lockWorkspaceRow(context: Context): Promise<void> {
  const { accountId, db } = context;
  const isLooked = isVersionExpected(context, 'Workspace');
  const columns = isLooked ? Prisma.sql`*` : Prisma.sql`"accountId"`;
  const [row] = await db.$queryRaw<{ version: number }[]>`
    SELECT ${columns} FROM "Workspace" WHERE "accountId" = ${accountId} FOR NO KEY UPDATE`;
  if (isLooked && row) await checkVersion(context, row);
}

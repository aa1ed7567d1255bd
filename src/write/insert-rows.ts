import { Prisma } from '../generated/prisma/client.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { Context } from '../platform/context/context.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { inTransaction } from './in-transaction.ts';

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

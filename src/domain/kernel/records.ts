import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from './context.ts';
import { refusingReferred } from './database-errors.ts';
import { ActionError, shortened } from './errors.ts';
import type { RecordType } from './ids.ts';
import { wholeDb } from './narrowed-db.ts';
import { readingModels } from './record-areas.ts';
import { rightsIn } from './rights.ts';

/** "TimeEntry" → "time entry". */
function nounOf(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** Longer than any id that a record has, a caller's own among them. */
const longestShownId = 255;

/** The answer for an id that the workspace does not have, be it unknown or another workspace's. */
export function recordNotFound(type: RecordType | 'User', id: string | number): ActionError {
  return new ActionError(
    'record_not_found',
    `There is no ${nounOf(type)} with id "${shortened(String(id), longestShownId)}".`,
    {
      errors: [{ path: 'id', code: 'record_not_found', message: 'no such record' }],
    },
  );
}

/**
 * Reads a row and locks it until the transaction ends, so that what is written next builds on what was read. `given` is
 * the id as the caller wrote it, where that is not the id itself.
 * @throws ActionError record_not_found
 */
export async function lockRecord<R>(
  context: Context,
  type: RecordType | 'User',
  id: string | number,
  given = id,
): Promise<R> {
  const { accountId, db } = context;
  const found = Prisma.sql`SELECT * FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${accountId} AND id = ${id}`;
  const whole = wholeDb(db);
  const [locked] = await whole.$queryRaw<R[]>(Prisma.sql`${found} FOR NO KEY UPDATE`);
  // What may be seen of a table cannot be locked: the row is, and then is looked at once more.
  const [row] = whole === db || locked === undefined ? [locked] : await db.$queryRaw<R[]>(found);
  if (row === undefined) throw recordNotFound(type, given);
  return row;
}

/** The single row that a write by (accountId, id) answered. @throws ActionError record_not_found */
export function writtenRow<R>(rows: R[], type: RecordType | 'User', id: string | number): R {
  const [row] = rows;
  if (row === undefined) throw recordNotFound(type, id);
  return row;
}

const plurals: Readonly<Record<string, string>> = { Workspace: 'the workspace’s settings' };

/** "TimeEntry" → "time entries". */
function pluralOf(type: string): string {
  return plurals[type] ?? `${nounOf(type)}s`.replace(/ys$/, 'ies');
}

/** Which records refer to one, as who acts may be told. */
const referring = (context: Pick<Context, 'actor'>, table: string): string =>
  (readingModels([table]) & ~rightsIn(context)) === 0 ? pluralOf(table) : 'other records';

/** Records that belong to another alone and go with it. */
interface Parts {
  type: RecordType;
  /** The column that says whose they are. */
  column: string;
}

/**
 * Removes a record for good, its parts before it: a statement for each of the two, so one that has parts has to be
 * removed in a transaction.
 * @throws ActionError record_not_found; conflicting_state where other records refer to it, saying of which type
 */
export async function deleteRecord(
  context: Context,
  type: RecordType,
  id: string,
  parts?: Parts,
): Promise<void> {
  const { accountId, db } = context;
  const removal = (table: RecordType, column: string) => Prisma.sql`
    DELETE FROM ${Prisma.raw(`"${table}"`)}
    WHERE "accountId" = ${accountId} AND ${Prisma.raw(`"${column}"`)} = ${id}`;
  const words = (table: string) =>
    `The ${nounOf(type)} cannot be deleted: ${referring(context, table)} refer to it.`;
  const count = await refusingReferred(words, async () => {
    if (parts) await db.$executeRaw(removal(parts.type, parts.column));
    return db.$executeRaw(removal(type, 'id'));
  });
  if (count === 0) throw recordNotFound(type, id);
}

/** Whole rows of a table, as the database returns them. */
interface Row {
  accountId: number;
  id: string;
}

/**
 * Inserts rows, all or none, in one statement however many they are. They have to be whole, since what is left out
 * would be null instead of the column's default; they go as JSON, in which decimals and dates are text.
 */
export async function insertRows<R extends Row>(
  context: Pick<Context, 'db'>,
  type: RecordType,
  rows: readonly R[],
): Promise<void> {
  const table = Prisma.raw(`"${type}"`);
  await context.db.$executeRaw`
    INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::json)`;
}

/**
 * Locks the workspace's own row until the transaction ends: the one lock for what only one record of a workspace may
 * be, or what one at least has to be.
 */
export async function lockWorkspace({ accountId, db }: Context): Promise<void> {
  await db.$queryRaw`
    SELECT "accountId" FROM "Workspace" WHERE "accountId" = ${accountId} FOR NO KEY UPDATE`;
}

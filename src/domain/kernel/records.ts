import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from './context.ts';
import { ActionError } from './errors.ts';
import type { RecordType } from './ids.ts';

/** "TimeEntry" → "time entry". */
function nounOf(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The answer for an id that the workspace does not have, be it unknown or another workspace's. */
export function recordNotFound(type: RecordType | 'User', id: string | number): ActionError {
  return new ActionError('record_not_found', `There is no ${nounOf(type)} with id "${id}".`, {
    errors: [{ path: 'id', code: 'record_not_found', message: 'no such record' }],
  });
}

/**
 * Reads a row and locks it until the transaction ends, so that what is written next builds on what was read.
 * @throws ActionError record_not_found
 */
export async function lockRecord<R>(context: Context, type: RecordType, id: string): Promise<R> {
  const [row] = await context.db.$queryRaw<R[]>(
    Prisma.sql`SELECT * FROM ${Prisma.raw(`"${type}"`)} WHERE "accountId" = ${context.accountId} AND id = ${id} FOR NO KEY UPDATE`,
  );
  if (row === undefined) throw recordNotFound(type, id);
  return row;
}

/** The single row that a write by (accountId, id) answered. @throws ActionError record_not_found */
export function writtenRow<R>(rows: R[], type: RecordType, id: string): R {
  const [row] = rows;
  if (row === undefined) throw recordNotFound(type, id);
  return row;
}

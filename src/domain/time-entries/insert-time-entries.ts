import { Prisma } from '../../generated/prisma/client.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { GuardError } from '../../write/guards.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import type { ResolvedWork } from '../deliverables/work-references.ts';
import type { NewTimeEntry } from './fields.ts';

export interface ResolvedTimeEntry {
  entry: NewTimeEntry;
  work: ResolvedWork;
  userId: number;
}

/** The command restarts if the work was moved or archived concurrently, or the user deactivated. */
export function insertTimeEntries(
  tx: WriteContext,
  entries: readonly ResolvedTimeEntry[],
): InsertedRow<'TimeEntry'>[] {
  tx.guard(workAcceptsTimeSql(tx, entries));
  const rows = entries.map(({ entry, userId, work }) => {
    const { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source } = entry;
    const { clientId, projectId, deliverableId } = work;
    const entryFields = { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source };
    return {
      id: newRecordId(tx, 'TimeEntry'),
      clientId,
      projectId,
      deliverableId,
      userId,
      ...entryFields,
    };
  });
  return tx.insertAll('TimeEntry', rows, { _fkey: (cause) => new GuardError(cause) });
}

/** Scalar subqueries, because PostgreSQL uses primary keys for them. */
function workAcceptsTimeSql(
  { accountId }: WriteContext,
  entries: readonly ResolvedTimeEntry[],
): Prisma.Sql {
  const byIds = new Map(
    entries.map(({ userId, work: { clientId, projectId, deliverableId } }) => [
      `${clientId} ${projectId} ${deliverableId} ${userId}`,
      { clientId, projectId, deliverableId, userId },
    ]),
  );
  const distinctJson = JSON.stringify([...byIds.values()]);
  return Prisma.sql`NOT EXISTS (
    SELECT FROM json_to_recordset(${distinctJson}::json)
      AS k("clientId" text, "projectId" text, "deliverableId" text, "userId" int)
    WHERE (SELECT u.active FROM "User" u WHERE u."accountId" = ${accountId} AND u.id = k."userId") IS NOT true
      OR k."clientId" IS NOT NULL AND (SELECT c.archived FROM "Client" c
        WHERE c."accountId" = ${accountId} AND c.id = k."clientId") IS NOT false
      OR k."projectId" IS NOT NULL AND (SELECT p."clientId" FROM "Project" p
        WHERE p."accountId" = ${accountId} AND p.id = k."projectId") IS DISTINCT FROM k."clientId"
      OR k."deliverableId" IS NOT NULL AND (SELECT d."projectId" FROM "Deliverable" d
        WHERE d."accountId" = ${accountId} AND d.id = k."deliverableId" AND NOT d.archived) IS DISTINCT FROM k."projectId")`;
}

import type { Db } from '../database/client/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { AuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';

/** An erased client gets no new records. Triggers enforce this, except on Citus, where the transaction checks it. */

export const modelsClosedForErasedClients: ReadonlySet<AuditedModel> = new Set([
  ...(['Attachment', 'Contact', 'Expense', 'FormSubmission', 'Invoice'] as const),
  ...(['Opportunity', 'Project', 'Ticket', 'TimeEntry'] as const),
]);

const hasNewClient = ({ after, before, model }: CollectedChange): boolean =>
  modelsClosedForErasedClients.has(model) &&
  Boolean(after?.clientId) &&
  before?.clientId !== after?.clientId;

/** Also clients to which the transaction moved records. */
export const clientIdsOfNewRecords = (changeCollector: ChangeCollector): string[] => {
  const newRecords = [...changeCollector.changes].filter(hasNewClient);
  return [...new Set(newRecords.map(({ after }) => String(after?.clientId)))];
};

/** Throws the error of the trigger. Send it after the writes, which lock the clients. */
export const assertNoErasedClientSql = (
  accountId: number,
  clientIds: readonly string[],
): Prisma.Sql =>
  Prisma.sql`SELECT 1 AS checked FROM "reject_erased_clients"(${accountId}::int, ${[...clientIds]}::text[])`;

const trackedCollectors = new WeakMap<
  ChangeCollector,
  { transactionClient: Db; accountId: number; checkedIds: Set<string> }
>();

export function trackErasedClients(
  transactionClient: Db,
  accountId: number,
  changeCollector: ChangeCollector,
): void {
  trackedCollectors.set(changeCollector, { transactionClient, accountId, checkedIds: new Set() });
}

/**
 * Checks new clients at the end of a mutation whose transaction continues, so that this mutation gets the error. Only on Citus.
 * @throws the error of the trigger
 */
export async function assertNoErasedClient(
  changeCollector: ChangeCollector | undefined,
): Promise<void> {
  const tracking = changeCollector && trackedCollectors.get(changeCollector);
  if (!tracking) return;
  const clientIds = clientIdsOfNewRecords(changeCollector).filter(
    (id) => !tracking.checkedIds.has(id),
  );
  if (clientIds.length === 0) return;
  await tracking.transactionClient.$queryRaw(
    assertNoErasedClientSql(tracking.accountId, clientIds),
  );
  for (const id of clientIds) tracking.checkedIds.add(id);
}

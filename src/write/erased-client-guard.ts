import type { Db } from '../database/client/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { AuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';

/** An erased client gets no new records. Triggers enforce this, except on Citus, where the transaction checks it. */

/** A test compares these models with the triggers. */
export const modelsClosedForErasedClients: ReadonlySet<AuditedModel> = new Set([
  ...(['Contact', 'Expense', 'FormSubmission', 'Invoice'] as const),
  ...(['Opportunity', 'Project', 'TimeEntry'] as const),
]);

const isNewOfClient = ({ after, before, model }: CollectedChange): boolean =>
  modelsClosedForErasedClients.has(model) &&
  Boolean(after?.clientId) &&
  before?.clientId !== after?.clientId;

/** Also clients to which the transaction moved records. */
export const clientsOfNewRecords = (log: ChangeCollector): string[] => {
  const found = [...log.changes].filter(isNewOfClient);
  return [...new Set(found.map(({ after }) => String(after?.clientId)))];
};

/** Throws the error of the trigger. Send it after the writes, which lock the clients. */
export const assertNoErasedClientSql = (
  accountId: number,
  clients: readonly string[],
): Prisma.Sql =>
  Prisma.sql`SELECT 1 AS asked FROM "refuse_erased"(${accountId}::int, ${[...clients]}::text[])`;

const trackedLogs = new WeakMap<
  ChangeCollector,
  { opened: Db; accountId: number; checked: Set<string> }
>();

export function trackErasedClients(opened: Db, accountId: number, log: ChangeCollector): void {
  trackedLogs.set(log, { opened, accountId, checked: new Set() });
}

/**
 * Checks new clients at the end of a mutation whose transaction continues, so that this mutation gets the error. Only on Citus.
 * @throws the error of the trigger
 */
export async function assertNoErasedClient(log: ChangeCollector | undefined): Promise<void> {
  const tracked = log && trackedLogs.get(log);
  if (!tracked) return;
  const clients = clientsOfNewRecords(log).filter((id) => !tracked.checked.has(id));
  if (clients.length === 0) return;
  await tracked.opened.$queryRaw(assertNoErasedClientSql(tracked.accountId, clients));
  for (const id of clients) tracked.checked.add(id);
}

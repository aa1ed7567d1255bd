import type { Db } from '../database/client/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { AuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';

/**
 * An erased client gets no new records. Triggers enforce this on one server. The distributed tables of Citus have no triggers, so the
 * transaction checks it (`trigger-fallback.ts`).
 */

/** Models of which an erased client gets no new records. A test compares them with the triggers. */
export const modelsClosedForErasedClients: ReadonlySet<AuditedModel> = new Set([
  ...(['Contact', 'Expense', 'FormSubmission', 'Invoice'] as const),
  ...(['Opportunity', 'Project', 'TimeEntry'] as const),
]);

const isNewOfClient = ({ after, before, model }: CollectedChange): boolean =>
  modelsClosedForErasedClients.has(model) &&
  Boolean(after?.clientId) &&
  before?.clientId !== after?.clientId;

/** The clients for which a transaction created records, or to which it moved them. */
export const clientsOfNewRecords = (log: ChangeCollector): string[] => {
  const found = [...log.changes].filter(isNewOfClient);
  return [...new Set(found.map(({ after }) => String(after?.clientId)))];
};

/** Fails with the error of the trigger if a client is erased. It is sent after the writes, which lock the clients. */
export const assertNoErasedClientSql = (
  accountId: number,
  clients: readonly string[],
): Prisma.Sql =>
  Prisma.sql`SELECT 1 AS asked FROM "refuse_erased"(${accountId}::int, ${[...clients]}::text[])`;

/** The transactions on Citus, with the clients that each has checked. */
const trackedLogs = new WeakMap<
  ChangeCollector,
  { opened: Db; accountId: number; checked: Set<string> }
>();

/** Registers the log of a transaction on Citus. */
export function trackErasedClients(opened: Db, accountId: number, log: ChangeCollector): void {
  trackedLogs.set(log, { opened, accountId, checked: new Set() });
}

/**
 * Checks the clients at the end of a mutation whose transaction continues (to store its response, or with further mutations), so that this
 * mutation gets the error. One statement for clients that were not checked before. Does nothing on one server.
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

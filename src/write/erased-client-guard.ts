import type { Db } from '../database/client/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { AuditedModel } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';

/**
 * Nothing new is written for a client that is erased (decision 41). Triggers see to that in a database on one server; where the tables
 * are spread over several servers, which have no triggers, the transaction asks (`trigger-fallback.ts`).
 */

/** What a client that is erased gets no more of. A test compares it with the triggers. */
export const modelsClosedForErasedClients: ReadonlySet<AuditedModel> = new Set([
  ...(['Contact', 'Expense', 'FormSubmission', 'Invoice'] as const),
  ...(['Opportunity', 'Project', 'TimeEntry'] as const),
]);

const isNewOfClient = ({ after, before, model }: CollectedChange): boolean =>
  modelsClosedForErasedClients.has(model) &&
  Boolean(after?.clientId) &&
  before?.clientId !== after?.clientId;

/** The clients for which a transaction wrote something new. */
export const clientsOfNewRecords = (log: ChangeCollector): string[] => {
  const found = [...log.changes].filter(isNewOfClient);
  return [...new Set(found.map(({ after }) => String(after?.clientId)))];
};

/** What fails where one of the clients is erased, as the trigger does: sent when what was written has locked them. */
export const assertNoErasedClientSql = (
  accountId: number,
  clients: readonly string[],
): Prisma.Sql =>
  Prisma.sql`SELECT 1 AS asked FROM "refuse_erased"(${accountId}::int, ${[...clients]}::text[])`;

/** Of a transaction over tables that are spread, whose it is and which clients it has asked for. */
const followed = new WeakMap<
  ChangeCollector,
  { opened: Db; accountId: number; asked: Set<string> }
>();

/** Says that a log is of a transaction over tables that are spread. */
export function trackErasedClients(opened: Db, accountId: number, log: ChangeCollector): void {
  followed.set(log, { opened, accountId, asked: new Set() });
}

/**
 * Asks at the end of a mutation whose transaction goes on (its answer is kept for a retry, others come after it), so that it is the mutation
 * that is refused. One statement for clients that were not asked for yet; none on one server, nor where the transaction is over.
 * @throws the error of the trigger
 */
export async function assertNoErasedClient(log: ChangeCollector | undefined): Promise<void> {
  const one = log && followed.get(log);
  if (!one) return;
  const clients = clientsOfNewRecords(log).filter((id) => !one.asked.has(id));
  if (clients.length === 0) return;
  await one.opened.$queryRaw(assertNoErasedClientSql(one.accountId, clients));
  for (const id of clients) one.asked.add(id);
}

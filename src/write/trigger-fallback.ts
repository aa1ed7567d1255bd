import type { Db } from '../database/client/db.ts';
import { requireTransaction } from '../database/transactions/transactions.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';
import { assertNoErasedClientSql, clientsOfNewRecords } from './erased-client-guard.ts';

/** Replaces the triggers on Citus, whose distributed tables have none. */

const totalColumns: Partial<
  Record<AuditedModel, [kind: 'invoices' | 'payments', column: string][]>
> = {
  Invoice: [['invoices', 'id']],
  CreditNote: [['invoices', 'invoiceId']],
  Payment: [
    ['invoices', 'invoiceId'],
    ['payments', 'id'],
  ],
  Refund: [['payments', 'paymentId']],
  ClientCredit: [['payments', 'paymentId']],
};

const portalColumns = ['email', 'clientId', 'portalAccess', 'archived'];

const changesSignIn = ({ after, before }: CollectedChange): boolean =>
  after !== null && (before === null || portalColumns.some((name) => before[name] !== after[name]));

/** Processes cache rows of these models with API keys. */
const cachedKeyModels: readonly AuditedModel[] = ['ApiKey', 'User', 'Workspace'];

/**
 * Sends the replacements with COMMIT, for the records that a transaction changed. A wrong total or an erased client fails the
 * transaction.
 * @param opened the client of the transaction, without access policies
 */
export function runTriggerFallbacks(opened: Db, accountId: number, log: ChangeCollector): void {
  const ids = { invoices: new Set<unknown>(), payments: new Set<unknown>() };
  const contacts = new Set<unknown>();
  let hasKeyChange = false;
  for (const change of log.changes) {
    const rows = [change.before, change.after].filter((row): row is DatabaseRow => row !== null);
    for (const [kind, column] of totalColumns[change.model] ?? []) {
      for (const row of rows) if (row[column]) ids[kind].add(row[column]);
    }
    if (cachedKeyModels.includes(change.model)) hasKeyChange = true;
    if (change.model === 'Contact' && changesSignIn(change)) contacts.add(change.id);
  }
  const clients = clientsOfNewRecords(log);
  if (clients.length > 0)
    requireTransaction(opened).sendWithCommit(assertNoErasedClientSql(accountId, clients));
  if (hasKeyChange) {
    const values = ['actiongraph_keys', String(accountId)];
    requireTransaction(opened).sendWithCommit({ text: 'SELECT pg_notify($1, $2)', values });
  }
  const values = [ids.invoices, ids.payments, contacts].map((set) => [...set]);
  if (values.every(({ length }) => length === 0)) return;
  const text = 'SELECT "settle_changed"($1::int, $2::text[], $3::text[], $4::text[])';
  requireTransaction(opened).sendWithCommit({ text, values: [accountId, ...values] });
}

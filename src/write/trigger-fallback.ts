import type { Db } from '../database/client/db.ts';
import { openTransactionOf } from '../database/transactions/transactions.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';
import { assertNoErasedClientSql, clientsOfNewRecords } from './erased-client-guard.ts';

/**
 * Replaces the triggers on Citus, whose distributed tables have none. The triggers store the seller of an issued invoice and the time from
 * which a contact may sign in, check totals, remove API keys from the caches of processes, and reject new records of erased clients.
 */

/** Models that change totals of invoices and payments, and the column that contains the id of the invoice or payment. */
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

/** Columns that decide whether a contact may sign in. */
const portalColumns = ['email', 'clientId', 'portalAccess', 'archived'];

const isOtherContact = ({ after, before }: CollectedChange): boolean =>
  after !== null && (before === null || portalColumns.some((name) => before[name] !== after[name]));

/** Models that decide what an API key may do. Processes cache them. */
const cachedKeyModels: readonly AuditedModel[] = ['ApiKey', 'User', 'Workspace'];

/**
 * Sends the replacements of the triggers with COMMIT, for the records that a transaction changed. A wrong total or an erased client fails
 * the transaction with the error of the trigger.
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
    if (change.model === 'Contact' && isOtherContact(change)) contacts.add(change.id);
  }
  const clients = clientsOfNewRecords(log);
  if (clients.length > 0)
    openTransactionOf(opened).sendWithCommit(assertNoErasedClientSql(accountId, clients));
  if (hasKeyChange) {
    const values = ['actiongraph_keys', String(accountId)];
    openTransactionOf(opened).sendWithCommit({ text: 'SELECT pg_notify($1, $2)', values });
  }
  const values = [ids.invoices, ids.payments, contacts].map((set) => [...set]);
  if (values.every(({ length }) => length === 0)) return;
  const text = 'SELECT "settle_changed"($1::int, $2::text[], $3::text[], $4::text[])';
  openTransactionOf(opened).sendWithCommit({ text, values: [accountId, ...values] });
}

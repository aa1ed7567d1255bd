import type { Db } from '../database/client/db.ts';
import { sendWithCommit } from '../database/transactions/transactions.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';
import { assertNoErasedClientSql, clientsOfNewRecords } from './erased-client-guard.ts';

/**
 * What triggers see to in a database on one server, where the tables are spread over several servers, which have no triggers
 * (decision 69): that an invoice which was issued keeps its seller, that sums are right, since when a contact may sign in, that
 * processes forget what keys may do, and that nothing new is written for a client that is erased.
 */

/** Where a row says which invoice or payment its sums belong to. */
const summed: Partial<Record<AuditedModel, [of: 'invoices' | 'payments', column: string][]>> = {
  Invoice: [['invoices', 'id']],
  CreditNote: [['invoices', 'invoiceId']],
  Payment: [
    ['invoices', 'invoiceId'],
    ['payments', 'id'],
  ],
  Refund: [['payments', 'paymentId']],
  ClientCredit: [['payments', 'paymentId']],
};

/** What of a contact says who may sign in by it. */
const ofPortal = ['email', 'clientId', 'portalAccess', 'archived'];

const isOtherContact = ({ after, before }: CollectedChange): boolean =>
  after !== null && (before === null || ofPortal.some((name) => before[name] !== after[name]));

/** What says what a key may do, which processes remember. */
const ofKeys: readonly AuditedModel[] = ['ApiKey', 'User', 'Workspace'];

/**
 * Sends with COMMIT what is to be seen to of the records that a transaction changed; nothing where there are none such.
 * Where a sum is wrong, or a client erased, nothing is written, and the error is that of the trigger.
 * @param opened the transaction's database, as it was opened
 */
export function runTriggerFallbacks(opened: Db, accountId: number, log: ChangeCollector): void {
  const ids = { invoices: new Set<unknown>(), payments: new Set<unknown>() };
  const contacts = new Set<unknown>();
  let isOfKeys = false;
  for (const change of log.changes) {
    const rows = [change.before, change.after].filter((row): row is DatabaseRow => row !== null);
    for (const [of, column] of summed[change.model] ?? []) {
      for (const row of rows) if (row[column]) ids[of].add(row[column]);
    }
    if (ofKeys.includes(change.model)) isOfKeys = true;
    if (change.model === 'Contact' && isOtherContact(change)) contacts.add(change.id);
  }
  const clients = clientsOfNewRecords(log);
  if (clients.length > 0) sendWithCommit(opened, assertNoErasedClientSql(accountId, clients));
  if (isOfKeys) {
    const values = ['actiongraph_keys', String(accountId)];
    sendWithCommit(opened, { text: 'SELECT pg_notify($1, $2)', values });
  }
  const values = [ids.invoices, ids.payments, contacts].map((set) => [...set]);
  if (values.every(({ length }) => length === 0)) return;
  const text = 'SELECT "settle_changed"($1::int, $2::text[], $3::text[], $4::text[])';
  sendWithCommit(opened, { text, values: [accountId, ...values] });
}

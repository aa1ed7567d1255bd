import type { Db } from '../database/client/db.ts';
import { requireTransaction } from '../database/transactions/transactions.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector, CollectedChange } from '../platform/audit-log/change-collector.ts';
import { assertNoErasedClientSql, clientIdsOfNewRecords } from './erased-client-guard.ts';

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
 * @param transactionClient the client of the transaction, without access policies
 */
export function runTriggerFallbacks(
  transactionClient: Db,
  accountId: number,
  changeCollector: ChangeCollector,
): void {
  const recordIds = { invoices: new Set<unknown>(), payments: new Set<unknown>() };
  const contactIds = new Set<unknown>();
  let hasKeyChange = false;
  for (const change of changeCollector.changes) {
    const rows = [change.before, change.after].filter((row): row is DatabaseRow => row !== null);
    for (const [kind, column] of totalColumns[change.model] ?? []) {
      for (const row of rows) if (row[column]) recordIds[kind].add(row[column]);
    }
    if (cachedKeyModels.includes(change.model)) hasKeyChange = true;
    if (change.model === 'Contact' && changesSignIn(change)) contactIds.add(change.id);
  }
  const clientIds = clientIdsOfNewRecords(changeCollector);
  if (clientIds.length > 0)
    requireTransaction(transactionClient).sendWithCommit(
      assertNoErasedClientSql(accountId, clientIds),
    );
  if (hasKeyChange) {
    const values = ['actiongraph_keys', String(accountId)];
    requireTransaction(transactionClient).sendWithCommit({
      text: 'SELECT pg_notify($1, $2)',
      values,
    });
  }
  const values = [recordIds.invoices, recordIds.payments, contactIds].map((set) => [...set]);
  if (values.every(({ length }) => length === 0)) return;
  const text = 'SELECT "run_trigger_fallbacks"($1::int, $2::text[], $3::text[], $4::text[])';
  requireTransaction(transactionClient).sendWithCommit({ text, values: [accountId, ...values] });
}

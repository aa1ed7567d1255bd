import { requireTransaction } from '../database/transactions/transactions.ts';
import { createFilteredClient } from '../platform/access-policies/policy-client.ts';
import { auditAuthorOf } from '../platform/audit-log/audit-author.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import { readDryRunChanges } from '../platform/audit-log/dry-run-changes.ts';
import type { Context } from '../platform/context/context.ts';
import { createNameResolver } from '../platform/names/name-resolver.ts';
import { inAuditedTransaction } from './audited-transaction.ts';

/**
 * Runs a callback in a transaction with its own cache of names, or joins the transaction of the context. It may restart, so it has no effects
 * outside its context.
 */
export async function inTransaction<T>(
  context: Context,
  callback: (context: Context & { changeCollector: ChangeCollector }) => Promise<T>,
): Promise<T> {
  const { root, changeCollector } = context;
  if (root === null)
    return callback({ ...context, changeCollector: changeCollector as ChangeCollector });
  return inAuditedTransaction(root, (transactionClient, createCollector) => {
    const { accountId, isDryRun, onDryRunChanges, versionCheck } = context;
    const collector = createCollector(auditAuthorOf(context));
    if (isDryRun) requireTransaction(transactionClient).startDryRun();
    if (isDryRun && onDryRunChanges)
      collector.onEntriesSent = (opened) => readDryRunChanges(opened, accountId, onDryRunChanges);
    const db = createFilteredClient(transactionClient, accountId, context.actor);
    const names = createNameResolver({ ...context, db });
    return callback({
      ...context,
      db,
      root: null,
      changeCollector: collector,
      names,
      // A restarted transaction checks the version again.
      ...(versionCheck && { versionCheck: { ...versionCheck, isChecked: false } }),
    });
  });
}

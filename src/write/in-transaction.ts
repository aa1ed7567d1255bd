import { requireTransaction } from '../database/transactions/transactions.ts';
import { createFilteredClient } from '../platform/access-policies/policy-client.ts';
import { auditAuthorOf } from '../platform/audit-log/audit-author.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import type { Context } from '../platform/context/context.ts';
import { createNameResolver } from '../platform/names/name-resolver.ts';
import { inAuditedTransaction } from './audited-transaction.ts';

/**
 * Runs work in a transaction with its own cache of names, or joins the transaction of the context. Work may restart, so it has no effects
 * outside its context.
 */
export async function inTransaction<T>(
  context: Context,
  work: (context: Context & { log: ChangeCollector }) => Promise<T>,
): Promise<T> {
  const { root, log } = context;
  if (root === null) return work({ ...context, log: log as ChangeCollector });
  return inAuditedTransaction(root, (opened, logFor) => {
    if (context.isDryRun) requireTransaction(opened).startDryRun();
    const db = createFilteredClient(opened, context.accountId, context.actor);
    const names = createNameResolver({ ...context, db });
    return work({ ...context, db, root: null, log: logFor(auditAuthorOf(context)), names });
  });
}

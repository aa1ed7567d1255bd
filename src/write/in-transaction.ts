import type { Db } from '../database/client/db.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { createFilteredClient } from '../platform/access-policies/policy-client.ts';
import { auditAuthorOf } from '../platform/audit-log/audit-author.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import type { Context } from '../platform/context/context.ts';
import { createNameResolver } from '../platform/names/name-resolver.ts';
import { inAuditedTransaction } from './audited-transaction.ts';
import { NotSingleStatementError } from './idempotency/not-single-statement-error.ts';

/**
 * Runs work in one transaction. In the context of a transaction, it joins that one. Audit entries of the changes are staged. The
 * transaction has its own cache of names. A deadlock or serialization failure restarts the work, so it has no effects outside its context.
 */
export async function inTransaction<T>(
  context: Context,
  work: (context: Context & { log: ChangeCollector }) => Promise<T>,
): Promise<T> {
  const { root, log } = context;
  if (root === null) return work({ ...context, log: log as ChangeCollector });
  if (context.singleStatementStore) throw new NotSingleStatementError();
  return openTransaction(context, root, (opened, log) => {
    const db = createFilteredClient(opened, context.accountId, context.actor);
    return work({ ...context, db, root: null, log, names: createNameResolver({ ...context, db }) });
  });
}

type TransactionContext = Omit<
  Context,
  'db' | 'names' | 'root' | 'services' | 'sendsMail' | 'isAllowedLinkTarget'
>;

/** Runs work in a new transaction. Its audit entries are sent with COMMIT. */
function openTransaction<T>(
  context: TransactionContext,
  root: PrismaClient,
  work: (opened: Db, log: ChangeCollector) => Promise<T>,
): Promise<T> {
  return inAuditedTransaction(root, (opened, logFor) =>
    work(opened, logFor(auditAuthorOf(context))),
  );
}

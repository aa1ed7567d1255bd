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
 * Runs work in one transaction; inside one it joins it. What was changed
 * is written into the log (decision 37). Name look-ups start afresh, so that they see what the transaction sees. A deadlock
 * or serialization failure is tried again from the start, so work must do nothing but use the context.
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

/** Runs work in a transaction, and writes the log of what it changed before it ends. */
function openTransaction<T>(
  context: TransactionContext,
  root: PrismaClient,
  work: (opened: Db, log: ChangeCollector) => Promise<T>,
): Promise<T> {
  return inAuditedTransaction(root, (opened, logFor) =>
    work(opened, logFor(auditAuthorOf(context))),
  );
}

import type { Db } from '../database/client/db.ts';
import { isCitusClient, markAsCitusClient } from '../database/statements/citus-statements.ts';
import { notifyEntriesStaged } from '../database/transactions/audit-log-staging.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { AuditAuthor } from '../platform/audit-log/audit-author.ts';
import { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import { writeAuditEntries } from '../platform/audit-log/write-entries.ts';
import { trackErasedClients } from './erased-client-guard.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { runTriggerFallbacks } from './trigger-fallback.ts';

type AuditedCallback<T> = (
  transactionClient: Db,
  createCollector: (author: AuditAuthor) => ChangeCollector,
) => Promise<T>;

/**
 * Runs a callback in a transaction and stages its audit entries. It retries after a conflict. Only a sign-in writes entries of several
 * workspaces.
 */
export async function inAuditedTransaction<T>(
  root: PrismaClient,
  callback: AuditedCallback<T>,
): Promise<T> {
  const result = await retryOnConflict((isRestarted) => attempt(root, callback, isRestarted));
  notifyEntriesStaged(root);
  return result;
}

async function attempt<T>(
  root: PrismaClient,
  callback: AuditedCallback<T>,
  isRestarted: boolean,
): Promise<T> {
  const collectors: [AuditAuthor, ChangeCollector][] = [];
  try {
    return await root.$transaction(async (transactionClient) => {
      if (isCitusClient(root)) markAsCitusClient(transactionClient);
      const result = await callback(transactionClient, (author) => {
        const collector = new ChangeCollector(author.origin, isRestarted);
        collectors.push([author, collector]);
        if (isCitusClient(root)) trackErasedClients(transactionClient, author.accountId, collector);
        return collector;
      });
      // On Citus, an entry locks the log of its workspace. One order prevents deadlocks.
      collectors.sort(([first], [second]) => first.accountId - second.accountId);
      if (isCitusClient(root))
        for (const [{ accountId }, collector] of collectors)
          runTriggerFallbacks(transactionClient, accountId, collector);
      for (const [author, collector] of collectors) {
        writeAuditEntries(transactionClient, author, collector);
        collector.onEntriesSent?.(transactionClient);
      }
      return result;
    });
  } finally {
    for (const afterCallback of collectors.flatMap(([, { afterwards }]) => afterwards))
      afterCallback(root);
  }
}

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

type AuditedWork<T> = (opened: Db, logFor: (author: AuditAuthor) => ChangeCollector) => Promise<T>;

/**
 * Runs work in a transaction and stages its audit entries. It retries after a conflict. Only a sign-in writes entries of several
 * workspaces.
 */
export async function inAuditedTransaction<T>(
  root: PrismaClient,
  work: AuditedWork<T>,
): Promise<T> {
  const result = await retryOnConflict((isRestarted) => attempt(root, work, isRestarted));
  notifyEntriesStaged(root);
  return result;
}

async function attempt<T>(
  root: PrismaClient,
  work: AuditedWork<T>,
  isRestarted: boolean,
): Promise<T> {
  const logs: [AuditAuthor, ChangeCollector][] = [];
  try {
    return await root.$transaction(async (opened) => {
      if (isCitusClient(root)) markAsCitusClient(opened);
      const result = await work(opened, (author) => {
        const log = new ChangeCollector(author.origin, isRestarted);
        logs.push([author, log]);
        if (isCitusClient(root)) trackErasedClients(opened, author.accountId, log);
        return log;
      });
      // On Citus, an entry locks the log of its workspace. One order prevents deadlocks.
      logs.sort(([one], [other]) => one.accountId - other.accountId);
      if (isCitusClient(root))
        for (const [{ accountId }, log] of logs) runTriggerFallbacks(opened, accountId, log);
      for (const [author, log] of logs) writeAuditEntries(opened, author, log);
      return result;
    });
  } finally {
    for (const callback of logs.flatMap(([, { afterwards }]) => afterwards)) callback(root);
  }
}

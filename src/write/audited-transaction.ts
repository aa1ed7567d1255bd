import type { Db } from '../database/client/db.ts';
import { isCitusClient, markAsCitusClient } from '../database/statements/citus-statements.ts';
import type { ActiveCommitFlusher } from '../database/transactions/commit-flusher.ts';
import { waitForFlush } from '../database/transactions/commit-flusher.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { AuditAuthor } from '../platform/audit-log/audit-author.ts';
import { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import { writeAuditEntries } from '../platform/audit-log/write-entries.ts';
import { trackErasedClients } from './erased-client-guard.ts';
import type { TrackedWrite } from './group-commit.ts';
import { trackWrite } from './group-commit.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { runTriggerFallbacks } from './trigger-fallback.ts';

/**
 * Runs work in a transaction, with a log for whoever is named: of one workspace, but where people sign in, who may belong to several. The
 * only place where a transaction opens. All that is noted is written before it ends. A deadlock or serialization failure is tried again from the start.
 * Once it resolves, what was committed is on the disk. @throws CommitLostError, and whatever the work and the database do
 */
export async function inAuditedTransaction<T>(
  root: PrismaClient,
  work: (opened: Db, logFor: (author: AuditAuthor) => ChangeCollector) => Promise<T>,
): Promise<T> {
  const { result: done, flusher } = await retryOnConflict(() => attempt(root, work));
  if (flusher) await waitForFlush(flusher);
  return done;
}

interface Committed<T> {
  result: T;
  /** By what is waited for the disk, where the commit did not. */
  flusher: ActiveCommitFlusher | undefined;
}

async function attempt<T>(
  root: PrismaClient,
  work: (opened: Db, logFor: (author: AuditAuthor) => ChangeCollector) => Promise<T>,
): Promise<Committed<T>> {
  const trackedWrites: TrackedWrite[] = [];
  try {
    return await root.$transaction(async (opened) => {
      if (isCitusClient(root)) markAsCitusClient(opened);
      const logs: [AuditAuthor, ChangeCollector][] = [];
      const done = await work(opened, (author) => {
        const log = new ChangeCollector(author.origin);
        logs.push([author, log]);
        trackedWrites.push(trackWrite(root, author.accountId));
        if (isCitusClient(root)) trackErasedClients(opened, author.accountId, log);
        return log;
      });
      // Of several workspaces, the logs are locked in one order.
      logs.sort(([one], [other]) => one.accountId - other.accountId);
      if (isCitusClient(root))
        for (const [{ accountId }, log] of logs) runTriggerFallbacks(opened, accountId, log);
      const isLogged = logs.some(([, { size }]) => size > 0);
      // Of several workspaces, only who signs in writes the logs: seldom at once.
      const flusher =
        isLogged && trackedWrites.length === 1 ? trackedWrites[0]?.flusher() : undefined;
      for (const [author, log] of logs)
        writeAuditEntries(opened, author, log, flusher !== undefined);
      return { result: done, flusher };
    });
  } finally {
    for (const write of trackedWrites) write.end();
  }
}

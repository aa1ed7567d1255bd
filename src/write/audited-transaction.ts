import type { OpenFlusher } from '../database/transactions/commit-flusher.ts';
import { untilFlushed } from '../database/transactions/commit-flusher.ts';
import { isSpread, noteSpread } from '../database/statements/citus-statements.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ChangeLog } from '../platform/audit-log/change-collector.ts';
import { tryingAgain } from './retry-on-conflict.ts';
import type { Db } from '../platform/context/context.ts';
import type { BegunWrite } from './group-commit.ts';
import { beginWrite } from './group-commit.ts';
import { followErased } from './erased-client-guard.ts';
import type { LogAuthor } from '../platform/audit-log/write-entries.ts';
import { writeLog } from '../platform/audit-log/write-entries.ts';
import { settleChanged } from './trigger-fallback.ts';

/**
 * Runs work in a transaction, with a log for whoever is named: of one workspace, but where people sign in, who may belong to several. The
 * only place where a transaction opens. All that is noted is written before it ends. A deadlock or serialization failure is tried again from the start.
 * Once it resolves, what was committed is on the disk. @throws CommitLostError, and whatever the work and the database do
 */
export async function inLoggedTransaction<T>(
  root: PrismaClient,
  work: (opened: Db, logFor: (author: LogAuthor) => ChangeLog) => Promise<T>,
): Promise<T> {
  const { done, flusher } = await tryingAgain(() => attempt(root, work));
  if (flusher) await untilFlushed(flusher);
  return done;
}

interface Committed<T> {
  done: T;
  /** By what is waited for the disk, where the commit did not. */
  flusher: OpenFlusher | undefined;
}

async function attempt<T>(
  root: PrismaClient,
  work: (opened: Db, logFor: (author: LogAuthor) => ChangeLog) => Promise<T>,
): Promise<Committed<T>> {
  const begun: BegunWrite[] = [];
  try {
    return await root.$transaction(async (opened) => {
      if (isSpread(root)) noteSpread(opened);
      const logs: [LogAuthor, ChangeLog][] = [];
      const done = await work(opened, (author) => {
        const log = new ChangeLog(author.origin);
        logs.push([author, log]);
        begun.push(beginWrite(root, author.accountId));
        if (isSpread(root)) followErased(opened, author.accountId, log);
        return log;
      });
      // Of several workspaces, the logs are locked in one order.
      logs.sort(([one], [other]) => one.accountId - other.accountId);
      if (isSpread(root))
        for (const [{ accountId }, log] of logs) settleChanged(opened, accountId, log);
      const isLogged = logs.some(([, { size }]) => size > 0);
      // Of several workspaces, only who signs in writes the logs: seldom at once.
      const flusher = isLogged && begun.length === 1 ? begun[0]?.flusher() : undefined;
      for (const [author, log] of logs) writeLog(opened, author, log, flusher !== undefined);
      return { done, flusher };
    });
  } finally {
    for (const write of begun) write.end();
  }
}

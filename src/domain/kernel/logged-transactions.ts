import { isSpread, noteSpread } from '../../database/spread-statements.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { ChangeLog } from './change-log.ts';
import { tryingAgain } from './conflicts.ts';
import type { Db } from './context.ts';
import { followErased } from './erased-clients.ts';
import type { LogAuthor } from './log-writing.ts';
import { writeLog } from './log-writing.ts';
import { settleChanged } from './settling.ts';

/**
 * Runs work in a transaction, with a log for whoever is named: of one workspace, but where people sign in, who may belong to several. The
 * only place where a transaction opens. All that is noted is written before it ends. A deadlock or serialization failure is tried again from the start.
 */
export function inLoggedTransaction<T>(
  root: PrismaClient,
  work: (opened: Db, logFor: (author: LogAuthor) => ChangeLog) => Promise<T>,
): Promise<T> {
  return tryingAgain(() =>
    root.$transaction(async (opened) => {
      if (isSpread(root)) noteSpread(opened);
      const logs: [LogAuthor, ChangeLog][] = [];
      const done = await work(opened, (author) => {
        const log = new ChangeLog(author.origin);
        logs.push([author, log]);
        if (isSpread(root)) followErased(opened, author.accountId, log);
        return log;
      });
      // Of several workspaces, the logs are locked in one order.
      logs.sort(([one], [other]) => one.accountId - other.accountId);
      if (isSpread(root))
        for (const [{ accountId }, log] of logs) settleChanged(opened, accountId, log);
      for (const [author, log] of logs) writeLog(opened, author, log);
      return done;
    }),
  );
}

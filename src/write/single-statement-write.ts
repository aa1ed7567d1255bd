import type { OpenFlusher } from '../database/transactions/commit-flusher.ts';
import { untilFlushed } from '../database/transactions/commit-flusher.ts';
import { isSpread } from '../database/statements/citus-statements.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { ChangeLog } from '../platform/audit-log/change-collector.ts';
import { tryingAgain } from './retry-on-conflict.ts';
import type { Context, Db } from '../platform/context/context.ts';
import { authorOf, inTransaction } from '../platform/context/context.ts';
import { beginWrite } from './group-commit.ts';
import { areSomeWaiting, fewAtOnce } from './write-limiter.ts';
import type { KeepingByStatement } from './idempotency/single-statement-store.ts';
import { logValues } from '../platform/audit-log/write-entries.ts';
import { wholeDb } from '../platform/access-policies/policy-client.ts';

/** How one statement that writes is sent, and how what it writes gets into the log. */
export interface OneStatement {
  db: Db;
  /** Where what was written is noted; undefined where the statement has to log it by itself (`logSql`). */
  log: ChangeLog | undefined;
  /** What `logSql` needs besides the statement's own values. */
  logValues: unknown[];
  /** What the statement has to keep beside: see `keptSql`. */
  keeping?: KeepingByStatement | undefined;
}

/**
 * Writes by one statement. Where no transaction is open, the statement logs by itself what it writes, and is a transaction of
 * its own, in one round trip. Inside one, where the tables are spread over several servers (`trigger-fallback.ts`), or for who sees a part of the workspace only, what it wrote is noted as always. It is
 * tried again as {@link inTransaction}. No more of a workspace are sent at once than keep its log going ({@link fewAtOnce}).
 */
export async function byOneStatement<T>(
  context: Context,
  write: (one: OneStatement) => Promise<T>,
): Promise<T> {
  const { db, root } = context;
  if (root !== null && wholeDb(db) === db && !isSpread(root)) {
    return byItself(context, root, write);
  }
  return inTransaction(context, ({ db, log }) => write({ db, log, logValues: [] }));
}

async function byItself<T>(
  context: Context,
  root: PrismaClient,
  write: (one: OneStatement) => Promise<T>,
): Promise<T> {
  const { accountId, db, keeping } = context;
  const begun = beginWrite(root, accountId);
  try {
    let flusher: OpenFlusher | undefined;
    const done = await tryingAgain(() =>
      fewAtOnce(root, accountId, () => {
        flusher = begun.flusher();
        const values = logValues(authorOf(context), flusher !== undefined);
        return write({ db, log: undefined, logValues: values, keeping });
      }),
    );
    if (flusher) await untilFlushed(flusher, areSomeWaiting(root, accountId));
    return done;
  } finally {
    begun.end();
  }
}

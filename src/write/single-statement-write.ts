import type { Db } from '../database/client/db.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import { notifyEntriesStaged } from '../database/transactions/audit-log-staging.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import { auditAuthorOf } from '../platform/audit-log/audit-author.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import { auditEntryParameters } from '../platform/audit-log/write-entries.ts';
import type { Context } from '../platform/context/context.ts';
import type { SingleStatementStore } from '../platform/context/write-state.ts';
import { inTransaction } from './in-transaction.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** How one statement that writes is sent, and how what it writes gets into the log. */
export interface SingleStatementWrite {
  db: Db;
  /** Where what was written is noted; undefined where the statement has to log it by itself (`insertAuditEntriesSql`). */
  log: ChangeCollector | undefined;
  /** What `insertAuditEntriesSql` needs besides the statement's own values. */
  logValues: unknown[];
  /** What the statement has to keep beside: see `storeResponseSql`. */
  store?: SingleStatementStore | undefined;
}

/**
 * Writes by one statement. Where no transaction is open, the statement logs by itself what it writes, and is a transaction of
 * its own, in one round trip. Inside one, where the tables are spread over several servers (`trigger-fallback.ts`), or for who sees a part of the workspace only, what it wrote is noted as always. It is
 * tried again as {@link inTransaction}.
 */
export async function writeInSingleStatement<T>(
  context: Context,
  write: (one: SingleStatementWrite) => Promise<T>,
): Promise<T> {
  const { db, root } = context;
  if (root !== null && unfilteredClient(db) === db && !isCitusClient(root)) {
    return runAsOwnTransaction(context, root, write);
  }
  return inTransaction(context, ({ db, log }) => write({ db, log, logValues: [] }));
}

async function runAsOwnTransaction<T>(
  context: Context,
  root: PrismaClient,
  write: (one: SingleStatementWrite) => Promise<T>,
): Promise<T> {
  const { db, singleStatementStore: store } = context;
  const logValues = auditEntryParameters(auditAuthorOf(context));
  const result = await retryOnConflict(() => write({ db, log: undefined, logValues, store }));
  notifyEntriesStaged(root);
  return result;
}

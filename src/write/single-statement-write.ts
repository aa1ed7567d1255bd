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

/** The client of a single-statement write, and how its audit entries are written. */
export interface SingleStatementWrite {
  db: Db;
  /** Collects the changes. Undefined if the statement inserts its own audit entries (`insertAuditEntriesSql`). */
  log: ChangeCollector | undefined;
  /** The parameters of `insertAuditEntriesSql`. */
  logValues: unknown[];
  /** The idempotency response that the statement stores (`storeResponseSql`). */
  store?: SingleStatementStore | undefined;
}

/**
 * Writes with one statement. Outside a transaction, the statement inserts its own audit entries and takes one round trip. In a transaction,
 * on Citus, and for callers with an access policy, `log` collects the changes. Retries as {@link inTransaction} does.
 */
export async function writeInSingleStatement<T>(
  context: Context,
  write: (one: SingleStatementWrite) => Promise<T>,
): Promise<T> {
  const { db, root } = context;
  const isPlain = root !== null && !context.isDryRun && unfilteredClient(db) === db;
  if (isPlain && !isCitusClient(root)) {
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

import type { Db } from '../../database/client/db.ts';
import { isCitusClient } from '../../database/statements/citus-statements.ts';
import type { SqlStatement } from '../../database/statements/sql-statement.ts';
import { sendWithBegin, sendWithCommit } from '../../database/transactions/transactions.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import type {
  SingleStatementStore,
  StoredResponseKey,
  StoredResponseRow,
} from '../../platform/context/write-state.ts';
import { constraintViolationOf } from '../../platform/records/constraint-errors.ts';
import type { SerializedRecord } from '../../query/serialized-record.ts';

/** The answers that are kept of what was done under a key: the statements that look for them, keep and sweep them (decision 35). */

/** How long answers are kept. */
export const responseRetentionDays = 7;

/** The longest answer that is kept, in bytes. Of longer ones it is kept which records they show. */
export const maxStoredResponseBytes = 1_048_576;

/** What is kept of a write that was done. */
export interface StoredResponse {
  /** Null where it must not be kept. */
  answer: string | null;
  /** Which records to read again where the answer is not kept; JSON. */
  written: string | null;
}

/** A write that was done: what is kept of it, or what is still to be read for that. */
export type IdempotentResult = StoredResponse | { last: DeferredRead };

/** An answer that is still to be read: by the statement that keeps it, so that reading it costs no round trip. */
export interface DeferredRead {
  statement: SqlStatement;
  /** Which record it shows, to be read again where the answer is not kept. */
  written: object;
  /** What it answered, once it was sent; undefined where there is no such record any more. */
  record?: SerializedRecord | undefined;
}

/** Answers are no table that anybody sees less of than others. */
const wholeWorkspaceClient = ({ db }: Context): Db => unfilteredClient(db);

/** The lock under which a key is worked on: held until the transaction ends, also where a process or a connection is lost. */
const lockOf = ({ accountId }: Context, { caller, key }: StoredResponseKey) =>
  Prisma.sql`pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${caller} ${key}`}, 35))`;

/**
 * Has a statement sent with BEGIN that fails where something was kept under the key, or somebody is at work under it, and takes its
 * lock otherwise: a key costs no round trip then. Its words are for the database's log, `fault` is told to the work.
 */
export function lockKeyWithBegin(
  context: Context,
  row: StoredResponseKey,
  error: Error,
): ReturnType<typeof sendWithBegin> {
  const guard = Prisma.sql`
    SELECT (CASE WHEN ${lockOf(context, row)} AND NOT EXISTS (SELECT FROM "KeptAnswer" k
        WHERE k."accountId" = ${context.accountId} AND k.caller = ${row.caller} AND k.key = ${row.key})
      THEN '1' ELSE 'This idempotency key was used before, which is no fault.' END)::int`;
  return sendWithBegin(wholeWorkspaceClient(context), guard, error);
}

/** What was kept under the key; undefined where nothing was. Nothing is locked. One statement. */
export async function findStoredResponse(
  context: Context,
  { caller, key }: StoredResponseKey,
): Promise<StoredResponseRow | undefined> {
  const [stored] = await wholeWorkspaceClient(context).$queryRaw<StoredResponseRow[]>`
    SELECT true AS "isFree", k."inputHash", k.answer, k.written, k.rights, k.needed FROM "KeptAnswer" k
    WHERE k."accountId" = ${context.accountId} AND k.caller = ${caller} AND k.key = ${key}`;
  return stored;
}

/**
 * What was kept under the key; without it, whether nobody else is at work under it: its lock is taken then. One statement.
 */
export async function findResponseOrLockKey(
  context: Context,
  row: StoredResponseKey,
): Promise<StoredResponseRow> {
  const [stored] = await wholeWorkspaceClient(context).$queryRaw<[StoredResponseRow]>`
    SELECT l."isFree", k."inputHash", k.answer, k.written, k.rights, k.needed
    FROM (SELECT ${lockOf(context, row)} AS "isFree") l
    LEFT JOIN "KeptAnswer" k ON k."accountId" = ${context.accountId} AND k.caller = ${row.caller} AND k.key = ${row.key}`;
  return stored;
}

/**
 * Keeps what was done, by a statement that is sent with COMMIT. An answer that shows an invoice of who is erased is kept without its text
 * (decision 41): a retry reads the records again.
 */
export function storeResponse(
  context: Context,
  { caller, key, inputHash }: StoredResponseKey,
  { answer, written }: StoredResponse,
  { rights, needed }: Pick<StoredResponseRow, 'rights' | 'needed'>,
): void {
  const isShort = answer !== null && Buffer.byteLength(answer) <= maxStoredResponseBytes;
  const row = Prisma.sql`
    INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", answer, written, rights, needed)
    VALUES (${context.accountId}, ${caller}, ${key}, ${inputHash}, ${isShort ? answer : null},
      ${written}::jsonb, ${rights}, ${needed})`;
  const opened = wholeWorkspaceClient(context);
  sendWithCommit(opened, row);
  // A trigger sees to it elsewhere.
  if (isShort && isCitusClient(opened)) {
    const values = [context.accountId, caller, key];
    const text = 'SELECT "blank_kept_of_erased"($1::int, $2, $3)';
    sendWithCommit(opened, { text, values });
  }
}

/**
 * Whether an answer may be read by the statement that keeps it: not inside another transaction, which writes more afterwards, for who
 * sees a part of the workspace, or where another server may have the record.
 */
export const canReadInStoringStatement = (context: Context): boolean =>
  context.root !== null &&
  wholeWorkspaceClient(context) === context.db &&
  !isCitusClient(context.root);

/**
 * Reads what a write answers and keeps it, by one statement that is sent with COMMIT; `last.found` is what was read then. Which
 * record it was is kept with the version that was read.
 */
export function readAndStoreResponse(
  context: Context,
  { caller, key, inputHash }: StoredResponseKey,
  last: DeferredRead,
  { rights, needed }: Pick<StoredResponseRow, 'rights' | 'needed'>,
): void {
  const { text, values } = last.statement;
  const ownValues = [context.accountId, caller, key, inputHash, rights, needed, last.written];
  const storeSql = storeResponseSql(values.length + 1, {
    answer: 'body',
    written: `($${values.length + ownValues.length}::jsonb || jsonb_build_object('version', version))`,
    // Without such a record, it is kept all the same that this was done.
    from: '(SELECT 1) AS one LEFT JOIN shown ON true',
  });
  const statement = {
    text: `WITH shown AS MATERIALIZED (${text}), kept AS (${storeSql}) SELECT body, version FROM shown`,
    values: [...values, ...ownValues],
  };
  sendWithCommit(wholeWorkspaceClient(context), statement, ([row]) => {
    last.record = row as SerializedRecord | undefined;
  });
}

/**
 * A part of a statement that keeps the answer that its other parts make; its parameters, which are {@link storeResponseValues}, begin with the
 * one given. What is logged beside it is logged after it. Where something was kept under the key, the statement fails and does nothing: see {@link isKeyConflict}.
 */
export function storeResponseSql(
  first: number,
  expressions: Record<'answer' | 'written' | 'from', string>,
): string {
  const columns = ['int', 'text', 'text', 'text', 'int', 'int'];
  const values = columns.map((type, index) => `$${first + index}::${type}`);
  return `INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", rights, needed, answer, written)
    SELECT ${values.join(', ')}, CASE WHEN octet_length(${expressions.answer}) <= ${maxStoredResponseBytes} THEN ${expressions.answer} END, ${expressions.written}
    FROM ${expressions.from} RETURNING 1`;
}

/** The values of the parameters of {@link storeResponseSql}. */
export const storeResponseValues = (
  { accountId }: Context,
  store: SingleStatementStore,
): unknown[] => {
  const { attempt, caller, inputHash, key, rights } = store;
  return [accountId, caller, key, inputHash, rights, attempt.requiredPermissions];
};

/** Whether what was done could not be kept because somebody else did it meanwhile, with the same key. */
export const isKeyConflict = (error: unknown): boolean => {
  const violation = constraintViolationOf(error);
  return violation?.kind === 'unique' && /KeptAnswer|caller/.test(violation.constraint);
};

/** Answers that are removed by one statement, so that none takes long. */
const deleteBatchSize = 1_000;

/** Removes answers that were kept long enough, of all workspaces; answers how many. A statement for each thousand. */
export async function deleteExpiredResponses(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - responseRetentionDays * 86_400_000);
  for (let swept = 0; ; ) {
    const count = await db.$executeRaw`
      DELETE FROM "KeptAnswer" WHERE ("accountId", caller, key) IN (
        SELECT "accountId", caller, key FROM "KeptAnswer" WHERE "createdAt" < ${before} LIMIT ${deleteBatchSize})`;
    swept += count;
    if (count < deleteBatchSize) return swept;
  }
}

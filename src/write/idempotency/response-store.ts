import type { Db } from '../../database/client/db.ts';
import { isCitusClient } from '../../database/statements/citus-statements.ts';
import type { SqlStatement } from '../../database/statements/sql-statement.ts';
import type { Transaction } from '../../database/transactions/transaction.ts';
import { openTransactionOf } from '../../database/transactions/transactions.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { StoredResponseKey, StoredResponseRow } from '../../platform/context/write-state.ts';
import { constraintViolationOf } from '../../platform/records/constraint-errors.ts';
import type { SerializedRecord } from '../../query/serialized-record.ts';

/** The statements that find, store and delete the responses of idempotency keys. */

/** Stored responses expire after this time. */
export const responseRetentionDays = 7;

/** Of longer responses, only the ids of their records are stored. */
export const maxStoredResponseBytes = 1_048_576;

/** The stored result of a write. */
export interface StoredResponse {
  /** The response. Null if it must not be stored. */
  answer: string | null;
  /** The records to read again if the response is not stored, as JSON. */
  written: string | null;
}

/** The result of a write: a response to store, or a read that returns it. */
export type IdempotentResult = StoredResponse | { last: DeferredRead };

/** A response that the storing statement reads itself, without another round trip. */
export interface DeferredRead {
  statement: SqlStatement;
  /** The record to read again if the response is not stored. */
  written: object;
  /** The record, after the statement was sent. Undefined if it no longer exists. */
  record?: SerializedRecord | undefined;
}

/** Stored responses have no access policy. */
const wholeWorkspaceClient = ({ db }: Context): Db => unfilteredClient(db);

/** The lock of a key. It ends with the transaction, also if the process or the connection is lost. */
const lockOf = ({ accountId }: Context, { caller, key }: StoredResponseKey) =>
  Prisma.sql`pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${caller} ${key}`}, 35))`;

/**
 * Sends a guard statement with BEGIN, without another round trip. It takes the lock of the key. It fails if the key has a stored response
 * or another transaction has the lock. The work then gets `error`; the text in the statement is for the log of the database.
 */
export function lockKeyWithBegin(
  context: Context,
  row: StoredResponseKey,
  error: Error,
): ReturnType<Transaction['sendWithBegin']> {
  const guard = Prisma.sql`
    SELECT (CASE WHEN ${lockOf(context, row)} AND NOT EXISTS (SELECT FROM "KeptAnswer" k
        WHERE k."accountId" = ${context.accountId} AND k.caller = ${row.caller} AND k.key = ${row.key})
      THEN '1' ELSE 'This idempotency key was used before, which is no fault.' END)::int`;
  return openTransactionOf(wholeWorkspaceClient(context)).sendWithBegin(guard, error);
}

/** The stored response of a key, without its lock. One statement. */
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
 * The stored response of a key. Without one, `isFree` is whether the lock of the key was taken. One statement.
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
 * Stores a response with COMMIT. A response with an invoice of an erased client is stored without its text, so a retry reads the records
 * again.
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
  openTransactionOf(opened).sendWithCommit(row);
  // On one server, a trigger does this.
  if (isShort && isCitusClient(opened)) {
    const values = [context.accountId, caller, key];
    const text = 'SELECT "blank_kept_of_erased"($1::int, $2, $3)';
    openTransactionOf(opened).sendWithCommit({ text, values });
  }
}

/**
 * Whether the storing statement can read the response itself. It cannot in another transaction, which may write more, for callers with an
 * access policy, and on Citus, where the record may be on another server.
 */
export const canReadInStoringStatement = (context: Context): boolean =>
  context.root !== null &&
  wholeWorkspaceClient(context) === context.db &&
  !isCitusClient(context.root);

/**
 * Reads and stores the response of a write with one statement, sent with COMMIT. It sets `last.record`, and stores the record's id with the
 * version that was read.
 */
export function readAndStoreResponse(
  context: Context,
  { caller, key, inputHash }: StoredResponseKey,
  last: DeferredRead,
  { rights, needed }: Pick<StoredResponseRow, 'rights' | 'needed'>,
): void {
  const { text, values } = last.statement;
  const own = [context.accountId, caller, key, inputHash, rights, needed, last.written];
  const types = ['int', 'text', 'text', 'text', 'int', 'int', 'jsonb'];
  const [written, ...others] = types
    .map((type, index) => `$${values.length + 1 + index}::${type}`)
    .reverse();
  // The key is stored even if the record no longer exists.
  const statement = {
    text: `WITH shown AS MATERIALIZED (${text}), kept AS (
        INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", rights, needed, answer, written)
        SELECT ${others.reverse().join(', ')}, CASE WHEN octet_length(body) <= ${maxStoredResponseBytes} THEN body END,
          ${written} || jsonb_build_object('version', version)
        FROM (SELECT 1) AS one LEFT JOIN shown ON true)
      SELECT body, version FROM shown`,
    values: [...values, ...own],
  };
  openTransactionOf(wholeWorkspaceClient(context)).sendWithCommit(statement, ([row]) => {
    last.record = row as SerializedRecord | undefined;
  });
}

/** Whether a response could not be stored because another request has stored one under the same key. */
export const isKeyConflict = (error: unknown): boolean => {
  const violation = constraintViolationOf(error);
  return violation?.kind === 'unique' && /KeptAnswer|caller/.test(violation.constraint);
};

/** Responses per statement, so that no statement takes long. */
const deleteBatchSize = 1_000;

/** Deletes the expired responses of all workspaces. Returns their number. One statement for each thousand. */
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

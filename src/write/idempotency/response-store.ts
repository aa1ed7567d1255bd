import type { Db } from '../../database/client/db.ts';
import { isCitusClient } from '../../database/statements/citus-statements.ts';
import type { SqlStatement } from '../../database/statements/sql-statement.ts';
import type { Transaction } from '../../database/transactions/transaction.ts';
import { requireTransaction } from '../../database/transactions/transactions.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import { callerIdOf } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import type { StoredResponseKey, StoredResponseRow } from '../../platform/context/write-state.ts';
import { constraintViolationOf } from '../../platform/records/constraint-errors.ts';
import type { SerializedRecord } from '../../query/serialized-record.ts';

export const responseRetentionDays = 7;

/** Longer responses are stored as the ids of their records. */
export const maxStoredResponseBytes = 1_048_576;

export interface StoredResponse {
  /** Null if it must not be stored. */
  answer: string | null;
  /** The records to read again if the response is not stored, as JSON. */
  written: string | null;
}

export type IdempotentResult = StoredResponse | { deferredRead: DeferredRead };

/** The storing statement reads this response itself, which saves a round trip. */
export interface DeferredRead {
  statement: SqlStatement;
  written: object;
  /** Set after the statement was sent. Undefined if the record no longer exists. */
  record?: SerializedRecord | undefined;
}

const wholeWorkspaceClient = ({ db }: Context): Db => unfilteredClient(db);

/** The lock ends with the transaction or the connection. */
const tryLockSql = ({ accountId }: Context, { caller, key }: StoredResponseKey) =>
  Prisma.sql`pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${caller} ${key}`}, 35))`;

/**
 * Sends a guard statement with BEGIN that locks the key. If the key has a stored response or another transaction has locked it, the next
 * statements fail with `error`.
 */
export function lockKeyWithBegin(
  context: Context,
  responseKey: StoredResponseKey,
  error: Error,
): ReturnType<Transaction['sendWithBegin']> {
  const guard = Prisma.sql`
    SELECT (CASE WHEN ${tryLockSql(context, responseKey)} AND NOT EXISTS (SELECT FROM "KeptAnswer" k
        WHERE k."accountId" = ${context.accountId} AND k.caller = ${responseKey.caller} AND k.key = ${responseKey.key})
      THEN '1' ELSE 'This idempotency key was used before, which is no fault.' END)::int`;
  return requireTransaction(wholeWorkspaceClient(context)).sendWithBegin(guard, error);
}

export async function findStoredResponse(
  context: Context,
  { caller, key }: StoredResponseKey,
): Promise<StoredResponseRow | undefined> {
  const [stored] = await wholeWorkspaceClient(context).$queryRaw<StoredResponseRow[]>`
    SELECT true AS "isFree", k."inputHash", k.answer, k.written, k.rights, k.needed FROM "KeptAnswer" k
    WHERE k."accountId" = ${context.accountId} AND k.caller = ${caller} AND k.key = ${key}`;
  return stored;
}

/** `isFree`: this transaction has locked the key. */
export async function findResponseOrLockKey(
  context: Context,
  responseKey: StoredResponseKey,
): Promise<StoredResponseRow> {
  const [stored] = await wholeWorkspaceClient(context).$queryRaw<[StoredResponseRow]>`
    SELECT l."isFree", k."inputHash", k.answer, k.written, k.rights, k.needed
    FROM (SELECT ${tryLockSql(context, responseKey)} AS "isFree") l
    LEFT JOIN "KeptAnswer" k ON k."accountId" = ${context.accountId} AND k.caller = ${responseKey.caller} AND k.key = ${responseKey.key}`;
  return stored;
}

/** Stores a response with COMMIT, but not the text of an invoice of an erased client. */
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
  const client = wholeWorkspaceClient(context);
  requireTransaction(client).sendWithCommit(row);
  // Without Citus, a trigger does this.
  if (isShort && isCitusClient(client)) {
    const values = [context.accountId, caller, key];
    const sql = 'SELECT "clear_response_of_erased_client"($1::int, $2, $3)';
    requireTransaction(client).sendWithCommit({ text: sql, values });
  }
}

/**
 * False in an outer transaction, which may write more, for callers with an access policy, and on Citus, where the record may be on
 * another server.
 */
export const canReadInStoringStatement = (context: Context): boolean =>
  context.root !== null &&
  wholeWorkspaceClient(context) === context.db &&
  !isCitusClient(context.root);

/** Sets `deferredRead.record` after COMMIT. */
export function readAndStoreResponse(
  context: Context,
  { caller, key, inputHash }: StoredResponseKey,
  deferredRead: DeferredRead,
  { rights, needed }: Pick<StoredResponseRow, 'rights' | 'needed'>,
): void {
  const { text, values } = deferredRead.statement;
  const storedValues = [
    context.accountId,
    caller,
    key,
    inputHash,
    rights,
    needed,
    deferredRead.written,
  ];
  const types = ['int', 'text', 'text', 'text', 'int', 'int', 'jsonb'];
  const [writtenPlaceholder, ...placeholders] = types
    .map((type, index) => `$${values.length + 1 + index}::${type}`)
    .reverse();
  // The key is stored even if the record no longer exists.
  const statement = {
    text: `WITH shown AS MATERIALIZED (${text}), kept AS (
        INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", rights, needed, answer, written)
        SELECT ${placeholders.reverse().join(', ')}, CASE WHEN octet_length(body) <= ${maxStoredResponseBytes} THEN body END,
          ${writtenPlaceholder} || jsonb_build_object('version', version)
        FROM (SELECT 1) AS one LEFT JOIN shown ON true)
      SELECT body, version FROM shown`,
    values: [...values, ...storedValues],
  };
  requireTransaction(wholeWorkspaceClient(context)).sendWithCommit(statement, ([row]) => {
    deferredRead.record = row as SerializedRecord | undefined;
  });
}

export const isKeyConflict = (error: unknown): boolean => {
  const violation = constraintViolationOf(error);
  return violation?.kind === 'unique' && /KeptAnswer|caller/.test(violation.constraint);
};

/** Forgets the response of a key whose caller repeats requests only for a short time. */
export async function expireStoredResponse(
  context: Context,
  key: string,
  maxAgeMs: number,
): Promise<void> {
  const { accountId, actor, db } = context;
  await unfilteredClient(db).$executeRaw`
    DELETE FROM "KeptAnswer" WHERE "accountId" = ${accountId} AND caller = ${callerIdOf(actor)} AND key = ${key}
      AND "createdAt" < now() - make_interval(secs => ${maxAgeMs / 1_000})`;
}

const deleteBatchSize = 1_000;

export async function deleteExpiredResponses(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - responseRetentionDays * 86_400_000);
  for (let deletedCount = 0; ; ) {
    const count = await db.$executeRaw`
      DELETE FROM "KeptAnswer" WHERE ("accountId", caller, key) IN (
        SELECT "accountId", caller, key FROM "KeptAnswer" WHERE "createdAt" < ${before} LIMIT ${deleteBatchSize})`;
    deletedCount += count;
    if (count < deleteBatchSize) return deletedCount;
  }
}

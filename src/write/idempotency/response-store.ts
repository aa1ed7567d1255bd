import { isSpread } from '../../database/statements/citus-statements.ts';
import { sendWithBegin, sendWithCommit } from '../../database/transactions/transactions.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context, Db } from '../../platform/context/context.ts';
import { constraintFault } from '../../platform/records/constraint-errors.ts';
import { flushedSql } from '../durable-reads.ts';
import type { KeepingByStatement } from './single-statement-store.ts';
import { unloggedDb } from '../audited-client.ts';
import { wholeDb } from '../../platform/access-policies/policy-client.ts';
import type { Rights } from '../../platform/permissions/permissions.ts';

/** The answers that are kept of what was done under a key: the statements that look for them, keep and sweep them (decision 35). */

/** How long answers are kept. */
export const keptDays = 7;

/** The longest answer that is kept, in bytes. Of longer ones it is kept which records they show. */
export const longestKept = 1_048_576;

/** What is kept of a write that was done. */
export interface Answered {
  /** Null where it must not be kept. */
  answer: string | null;
  /** Which records to read again where the answer is not kept; JSON. */
  written: string | null;
}

/** A write that was done: what is kept of it, or what is still to be read for that. */
export type DoneOnce = Answered | { last: ReadLast };

/** A statement and the values of its parameters. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** A record as JSON, and its version. */
export interface FoundRecord {
  body: string;
  version: number;
}

/** An answer that is still to be read: by the statement that keeps it, so that reading it costs no round trip. */
export interface ReadLast {
  statement: Statement;
  /** Which record it shows, to be read again where the answer is not kept. */
  written: object;
  /** What it answered, once it was sent; undefined where there is no such record any more. */
  found?: FoundRecord | undefined;
}

/** What is kept under a key, if anything. */
export interface KeptRow {
  isFree: boolean;
  inputHash: string | null;
  answer: string | null;
  written: object | null;
  rights: Rights;
  needed: Rights;
}

/** Under what an answer is kept, and for which input. */
export interface KeptKey {
  caller: string;
  key: string;
  inputHash: string;
}

/** Answers are no table that anybody sees less of than others. */
const whole = ({ db }: Context): Db => wholeDb(db);

/** The lock under which a key is worked on: held until the transaction ends, also where a process or a connection is lost. */
const lockOf = ({ accountId }: Context, { caller, key }: KeptKey) =>
  Prisma.sql`pg_try_advisory_xact_lock(hashtextextended(${`${accountId} ${caller} ${key}`}, 35))`;

/**
 * Has a statement sent with BEGIN that fails where something was kept under the key, or somebody is at work under it, and takes its
 * lock otherwise: a key costs no round trip then. Its words are for the database's log, `fault` is told to the work.
 */
export function guardWithBegin(
  context: Context,
  row: KeptKey,
  fault: Error,
): ReturnType<typeof sendWithBegin> {
  const guard = Prisma.sql`
    SELECT (CASE WHEN ${lockOf(context, row)} AND NOT EXISTS (SELECT FROM "KeptAnswer" k
        WHERE k."accountId" = ${context.accountId} AND k.caller = ${row.caller} AND k.key = ${row.key})
      THEN '1' ELSE 'This idempotency key was used before, which is no fault.' END)::int`;
  return sendWithBegin(unloggedDb(whole(context)), guard, fault);
}

/** What was kept under the key, and is on the disk; undefined where nothing was. Nothing is locked. One statement. */
export async function lookForKept(
  context: Context,
  { caller, key }: KeptKey,
): Promise<KeptRow | undefined> {
  const [kept] = await whole(context).$queryRaw<KeptRow[]>`
    SELECT true AS "isFree", k."inputHash", k.answer, k.written, k.rights, k.needed, ${flushedSql(context.db)} AS "isFlushed" FROM "KeptAnswer" k
    WHERE k."accountId" = ${context.accountId} AND k.caller = ${caller} AND k.key = ${key}`;
  return kept;
}

/**
 * What was kept under the key, and is on the disk once the transaction has ended; without it, whether nobody else is at work under it: its lock is taken then. One statement.
 */
export async function findKept(context: Context, row: KeptKey): Promise<KeptRow> {
  const [kept] = await whole(context).$queryRaw<[KeptRow]>`
    SELECT l."isFree", k."inputHash", k.answer, k.written, k.rights, k.needed,
      CASE WHEN k.key IS NOT NULL THEN ${flushedSql(context.db)} END AS "isFlushed"
    FROM (SELECT ${lockOf(context, row)} AS "isFree") l
    LEFT JOIN "KeptAnswer" k ON k."accountId" = ${context.accountId} AND k.caller = ${row.caller} AND k.key = ${row.key}`;
  return kept;
}

/**
 * Keeps what was done, by a statement that is sent with COMMIT. An answer that shows an invoice of who is erased is kept without its text
 * (decision 41): a retry reads the records again.
 */
export function keep(
  context: Context,
  { caller, key, inputHash }: KeptKey,
  { answer, written }: Answered,
  { rights, needed }: Pick<KeptRow, 'rights' | 'needed'>,
): void {
  const isShort = answer !== null && Buffer.byteLength(answer) <= longestKept;
  const row = Prisma.sql`
    INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", answer, written, rights, needed)
    VALUES (${context.accountId}, ${caller}, ${key}, ${inputHash}, ${isShort ? answer : null},
      ${written}::jsonb, ${rights}, ${needed})`;
  const opened = unloggedDb(whole(context));
  sendWithCommit(opened, row);
  // A trigger sees to it elsewhere.
  if (isShort && isSpread(opened)) {
    const values = [context.accountId, caller, key];
    const text = 'SELECT "blank_kept_of_erased"($1::int, $2, $3)';
    sendWithCommit(opened, { text, values });
  }
}

/**
 * Whether an answer may be read by the statement that keeps it: not inside another transaction, which writes more afterwards, for who
 * sees a part of the workspace, or where another server may have the record.
 */
export const mayReadLast = (context: Context): boolean =>
  context.root !== null && whole(context) === context.db && !isSpread(context.root);

/**
 * Reads what a write answers and keeps it, by one statement that is sent with COMMIT; `last.found` is what was read then. Which
 * record it was is kept with the version that was read.
 */
export function readAndKeep(
  context: Context,
  { caller, key, inputHash }: KeptKey,
  last: ReadLast,
  { rights, needed }: Pick<KeptRow, 'rights' | 'needed'>,
): void {
  const { text, values } = last.statement;
  const own = [context.accountId, caller, key, inputHash, rights, needed, last.written];
  const kept = keptSql(values.length + 1, {
    answer: 'body',
    written: `($${values.length + own.length}::jsonb || jsonb_build_object('version', version))`,
    // Without such a record, it is kept all the same that this was done.
    from: '(SELECT 1) AS one LEFT JOIN shown ON true',
  });
  const statement = {
    text: `WITH shown AS MATERIALIZED (${text}), kept AS (${kept}) SELECT body, version FROM shown`,
    values: [...values, ...own],
  };
  sendWithCommit(unloggedDb(whole(context)), statement, ([found]) => {
    last.found = found as FoundRecord | undefined;
  });
}

/**
 * A part of a statement that keeps the answer that its other parts make; its parameters, which are {@link keptValues}, begin with the
 * one given. What is logged beside it is logged after it. Where something was kept under the key, the statement fails and does nothing: see {@link isKeptMeanwhile}.
 */
export function keptSql(
  first: number,
  made: Record<'answer' | 'written' | 'from', string>,
): string {
  const columns = ['int', 'text', 'text', 'text', 'int', 'int'];
  const values = columns.map((type, index) => `$${first + index}::${type}`);
  return `INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", rights, needed, answer, written)
    SELECT ${values.join(', ')}, CASE WHEN octet_length(${made.answer}) <= ${longestKept} THEN ${made.answer} END, ${made.written}
    FROM ${made.from} RETURNING 1`;
}

/** The values of the parameters of {@link keptSql}. */
export const keptValues = ({ accountId }: Context, keeping: KeepingByStatement): unknown[] => {
  const { attempt, caller, inputHash, key, rights } = keeping;
  return [accountId, caller, key, inputHash, rights, attempt.needed];
};

/** Whether what was done could not be kept because somebody else did it meanwhile, with the same key. */
export const isKeptMeanwhile = (error: unknown): boolean => {
  const fault = constraintFault(error);
  return fault?.kind === 'unique' && /KeptAnswer|caller/.test(fault.constraint);
};

/** Answers that are removed by one statement, so that none takes long. */
const sweptAtOnce = 1_000;

/** Removes answers that were kept long enough, of all workspaces; answers how many. A statement for each thousand. */
export async function sweepKeptAnswers(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  for (let swept = 0; ; ) {
    const count = await db.$executeRaw`
      DELETE FROM "KeptAnswer" WHERE ("accountId", caller, key) IN (
        SELECT "accountId", caller, key FROM "KeptAnswer" WHERE "createdAt" < ${before} LIMIT ${sweptAtOnce})`;
    swept += count;
    if (count < sweptAtOnce) return swept;
  }
}

import { createHash } from 'node:crypto';
import type { Context, Db } from './context.ts';
import { callerOf, inTransaction, mayTouchOwners } from './context.ts';
import { constraintFault, UnexplainedFault } from './database-errors.ts';
import type { FieldError } from './errors.ts';
import { ActionError, invalidInput } from './errors.ts';
import { wholeDb } from './narrowed-db.ts';
import type { Rights } from './rights.ts';
import { beyond, narrowingKindOf, needs, refusalFor, rightsIn } from './rights.ts';

/**
 * Writes that are sent twice and done once. The answer is kept in the transaction of the work, so that both are there or
 * neither; who sends the same again under the same key is answered the same (decision 35).
 */

/** How long answers are kept. */
export const keptDays = 7;

/** The longest answer that is kept, in bytes. Of longer ones it is kept which records they show. */
export const longestKept = 1_048_576;

/** The header by which a caller names a write, so that it is done once however often it is sent. */
export const keyHeader = 'Idempotency-Key';

/** The header of an answer to what was done before. */
export const replayedHeader = 'Idempotency-Replayed';

export const longestKey = 255;
const keyText = /^[\x21-\x7e]+$/;

/** A key as it may be. @throws ActionError invalid_input, at the path where the caller wrote it */
export function checkedKey(key: string, path: string): string {
  const fault = (code: string, message: string): FieldError => ({ path, code, message });
  if (key === '') throw invalidInput([fault('required', 'must not be empty')]);
  if (key.length > longestKey) {
    throw invalidInput([fault('too_long', `must have at most ${longestKey} characters`)]);
  }
  if (keyText.test(key)) return key;
  const message = 'must be letters, digits and signs of ASCII without spaces, a UUID say';
  throw invalidInput([fault('invalid_format', message)]);
}

/** A write that is done once. */
export interface OnceRequest {
  /** What the caller calls it; see {@link checkedKey}. */
  key: string;
  /** What is to be done, and with what. Values of JSON. */
  input: unknown;
  /** The rights without which it is refused. */
  needed: Rights;
}

/** What is noted of a write while it is done. */
export interface Attempt {
  /** The rights that were asked for meanwhile. */
  needed: Rights;
  /** What it wrote, as the door that called it reads it again; undefined as long as nothing was done. */
  written?: object;
  /** Whether what it answers holds a secret, and must not be kept. */
  isSecret?: boolean;
  /** What was written the first time, of which only the answer is to be made again. */
  replayed?: object;
  /** Why it was refused, where that could be found out only afterwards. */
  refusal?: ActionError;
}

/** What is kept of a write that was done. */
export interface DoneOnce {
  /** Null where it must not be kept. */
  answer: string | null;
  /** Which records to read again where the answer is not kept; JSON. */
  written: string | null;
}

/** The answer of before; or, where it is not kept or may not be seen any more, what was written, to be read again. */
export type Replay = { answer: string } | { written: object };

interface KeptRow {
  isFree: boolean;
  inputHash: string | null;
  answer: string | null;
  written: object | null;
  rights: Rights;
  needed: Rights;
}

/** Beyond the rights of scopes and roles: owners of the workspace may be made and changed. */
const touchingOwners: Rights = 1 << 27;
const ownersArea = needs('people:write', 'keys:write');

/** Times that somebody else may have been quicker before a request is told to wait. */
const attempts = 3;

/**
 * Does the work in one transaction and keeps what it answers, or answers what was kept. What the work throws undoes it and
 * is kept nowhere, so that a retry does it anew.
 * @throws ActionError idempotency_key_reused, idempotency_key_in_use; missing_scope and not_for_role where what was done
 * then may not be done any more; whatever the work throws
 */
export async function once<D extends DoneOnce>(
  context: Context,
  request: OnceRequest,
  work: (context: Context & { attempt: Attempt }) => Promise<D>,
): Promise<{ done: D } | { replay: Replay }> {
  const row = { caller: callerOf(context.actor), key: request.key, inputHash: hashOf(request) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(context, async (tx) => {
        const kept = await findKept(tx, row);
        if (kept.inputHash !== null) return { replay: replayOf(context, request, row, kept) };
        if (!kept.isFree) throw inUse();
        const noted: Attempt = { needed: request.needed };
        const done = await work({ ...tx, attempt: noted });
        await keep(tx, row, done, noted.needed);
        return { done };
      });
    } catch (error) {
      // Whoever was quicker has committed between the look and the lock; its answer is there now.
      if (attempt < attempts && isTaken(error)) continue;
      if (error instanceof UnexplainedFault) throw await error.explained(context);
      throw error;
    }
  }
}

interface RowKey {
  caller: string;
  key: string;
  inputHash: string;
}

/**
 * What was kept under the key; without it, whether nobody else is at work under it: its lock is held until the transaction ends,
 * also where a process or a connection is lost. One statement.
 */
async function findKept(context: Context, { caller, key }: RowKey): Promise<KeptRow> {
  const { accountId } = context;
  const name = `${accountId} ${caller} ${key}`;
  const [row] = await whole(context).$queryRaw<[KeptRow]>`
    SELECT l."isFree", k."inputHash", k.answer, k.written, k.rights, k.needed
    FROM (SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 35)) AS "isFree") l
    LEFT JOIN "KeptAnswer" k ON k."accountId" = ${accountId} AND k.caller = ${caller} AND k.key = ${key}`;
  return row;
}

async function keep(
  context: Context,
  { caller, key, inputHash }: RowKey,
  { answer, written }: DoneOnce,
  needed: Rights,
): Promise<void> {
  const isShort = answer !== null && Buffer.byteLength(answer) <= longestKept;
  await whole(context).$executeRaw`
    INSERT INTO "KeptAnswer" ("accountId", caller, key, "inputHash", answer, written, rights, needed)
    VALUES (${context.accountId}, ${caller}, ${key}, ${inputHash}, ${isShort ? answer : null},
      ${written}::jsonb, ${standing(context)}, ${needed})`;
}

/** Answers are no table that anybody sees less of than others. */
const whole = ({ db }: Context): Db => wholeDb(db);

const isTaken = (error: unknown): boolean => {
  const fault = constraintFault(error);
  return fault?.kind === 'unique' && /KeptAnswer|caller/.test(fault.constraint);
};

/** What who acts may do, whether to touch owners included. */
const standing = ({ actor }: Context): Rights =>
  rightsIn({ actor }) | (mayTouchOwners(actor) ? touchingOwners : 0);

/** What is answered for what was kept, as far as who acts may still do and see it. */
function replayOf(context: Context, request: OnceRequest, row: RowKey, kept: KeptRow): Replay {
  if (kept.inputHash !== row.inputHash) {
    throw new ActionError(
      'idempotency_key_reused',
      `The idempotency key "${request.key}" was used for another request. Send a new key with what is new, and the old one only with the same input.`,
    );
  }
  const rights = rightsIn(context);
  const refusal = refusalFor(rights, kept.needed);
  if (refusal) throw refusal;
  const lost = kept.rights & ~standing(context);
  const touchedOwners = (kept.needed & ownersArea) !== 0 && (lost & touchingOwners) !== 0;
  if ((lost & (beyond.member | beyond.contact)) !== 0 || touchedOwners) throw roleLowered();
  // Of the workspace, who sees a part of it may see less by now, without any right lost.
  const isSeen = (lost & ~touchingOwners) === 0 && narrowingKindOf(context.actor) === undefined;
  const { answer, written } = kept;
  if (answer !== null && (isSeen || written === null)) return { answer };
  return { written: written ?? {} };
}

const roleLowered = () =>
  new ActionError(
    'not_for_role',
    'Your role no longer goes as far as it did when this was done; what it answered is not shown again.',
  );

const inUse = () =>
  new ActionError(
    'idempotency_key_in_use',
    'A request with this idempotency key is still being worked on. Send it again in a moment, with the same key, to get its answer.',
    { retryAfterSeconds: 1 },
  );

/** @throws ActionError invalid_input for an input that is nested too deeply to be compared */
function hashOf({ input }: OnceRequest): string {
  try {
    return createHash('sha256').update(canonical(input)).digest('hex');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'is nested too deeply to be sent with an idempotency key';
    throw invalidInput([{ path: '', code: 'too_deep', message }]);
  }
}

/** JSON in which the order of an object's fields makes no difference. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

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

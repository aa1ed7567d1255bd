import { callerIdOf, canManageOwners } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import type {
  StoredResponseKey,
  StoredResponseRow,
  WriteAttempt,
} from '../../platform/context/write-state.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import {
  callerPermissions,
  permissionErrorFor,
  requiredPermissions,
  restrictedAccessKindOf,
  unrestrictedPermissions,
} from '../../platform/permissions/permissions.ts';
import { UnexplainedConstraintError } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { hashInput } from './input-hash.ts';
import { NotSingleStatementError } from './not-single-statement-error.ts';
import { findRecentKey, runWithKey } from './recent-keys.ts';
import type { IdempotentResult } from './response-store.ts';
import {
  canReadInStoringStatement,
  findResponseOrLockKey,
  findStoredResponse,
  isKeyConflict,
  lockKeyWithBegin,
  readAndStoreResponse,
  storeResponse,
} from './response-store.ts';

/**
 * Writes that are sent twice and done once. The answer is kept in the transaction of the work, so that both are there or
 * neither; who sends the same again under the same key is answered the same (decision 35).
 */

/** The header by which a caller names a write, so that it is done once however often it is sent. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The header of an answer to what was done before. */
export const idempotencyReplayedHeader = 'Idempotency-Replayed';

export const maxIdempotencyKeyLength = 255;
const keyText = /^[\x21-\x7e]+$/;

/** A key as it may be. @throws ActionError invalid_input, at the path where the caller wrote it */
export function parseIdempotencyKey(key: string, path: string): string {
  const fieldError = (code: string, message: string): FieldError => ({ path, code, message });
  if (key === '') throw invalidInputError([fieldError('required', 'must not be empty')]);
  if (key.length > maxIdempotencyKeyLength) {
    throw invalidInputError([
      fieldError('too_long', `must have at most ${maxIdempotencyKeyLength} characters`),
    ]);
  }
  if (keyText.test(key)) return key;
  const message =
    'must be ASCII letters, digits and punctuation without spaces, for example a UUID';
  throw invalidInputError([fieldError('invalid_format', message)]);
}

/** A write that is done once. */
export interface IdempotentRequest {
  /** What the caller calls it; see {@link parseIdempotencyKey}. */
  key: string;
  /** What is to be done, and with what. Values of JSON. */
  input: unknown;
  /** The rights without which it is refused. */
  requiredPermissions: Permissions;
  /** Whether the work can, as a rule, be done by one statement that keeps its answer as well. */
  byStatement?: boolean | undefined;
  /** Whether its answer may be left to be read by the statement that keeps it. */
  readsLast?: boolean | undefined;
}

/** The answer of before; or, where it is not kept or may not be seen any more, what was written, to be read again. */
type Replay = { answer: string; written: object | null } | { written: object };

/** Beyond the rights of scopes and roles: owners of the workspace may be made and changed. */
const ownerManagementPermission: Permissions = 1 << 27;
const ownersArea = requiredPermissions('people:write', 'keys:write');

/** Times that somebody else may have been quicker before a request is told to wait. */
const maxAttempts = 3;

/** What was done, or what is answered for it. */
type IdempotentOutcome<D> = { done: D } | { replay: Replay };

/**
 * Does the work in one transaction and keeps what it answers, or answers what was kept. What the work throws undoes it and
 * is kept nowhere, so that a retry does it anew. The work begins before it is known whether it was done before: its first statement
 * is executed only if it was not, and what it throws until then is not told where it was.
 * @throws ActionError idempotency_key_reused, idempotency_key_in_use; missing_scope and not_for_role where what was done
 * then may not be done any more; whatever the work throws
 */
export async function runIdempotent<D extends IdempotentResult>(
  context: Context,
  request: IdempotentRequest,
  work: (context: Context & { attempt: WriteAttempt }) => Promise<D>,
): Promise<IdempotentOutcome<D>> {
  const responseKey = {
    caller: callerIdOf(context.actor),
    key: request.key,
    inputHash: hashInput(request.input),
  };
  const { root } = context;
  if (root === null) return attemptInTransaction(context, request, responseKey, work);
  const name = `${context.accountId} ${responseKey.caller} ${responseKey.key}`;
  const recentKey = findRecentKey(root, name);
  const storedResponse =
    recentKey && !recentKey.isRunning && (await findStoredResponse(context, responseKey));
  if (storedResponse) return { replay: replayOf(context, request, responseKey, storedResponse) };
  // Also where another one began meanwhile.
  if (findRecentKey(root, name)?.isRunning) throw keyInUseError();
  return runWithKey(
    root,
    name,
    async () =>
      (request.byStatement &&
        (await attemptInSingleStatement(context, request, responseKey, work))) ||
      attemptInTransaction(context, request, responseKey, work),
  );
}

/**
 * Does the work where one statement can do it and keep its answer, without a transaction around it: as many round trips as without a
 * key. Undefined where it cannot, or was refused, and nothing was done: then all of it is found out as always.
 */
async function attemptInSingleStatement<D extends IdempotentResult>(
  context: Context,
  request: IdempotentRequest,
  row: StoredResponseKey,
  work: (context: Context & { attempt: WriteAttempt }) => Promise<D>,
): Promise<IdempotentOutcome<D> | undefined> {
  const attempt: WriteAttempt = { requiredPermissions: request.requiredPermissions };
  const store = { ...row, rights: callerAndOwnerPermissions(context), attempt, isStored: false };
  try {
    const done = await work({ ...context, attempt, singleStatementStore: store });
    if (store.isStored) return { done };
  } catch (error) {
    if (isKeyConflict(error)) {
      const replay = await findReplay(context, request, row);
      return replay && { replay };
    }
    const isRejected = error instanceof ActionError || error instanceof UnexplainedConstraintError;
    if (isRejected || error instanceof NotSingleStatementError) return undefined;
    throw error;
  }
  throw new TypeError(
    'The work was done by something else than the statement that was to keep its answer.',
  );
}

/** Does the work, or finds out from the database that it was done, or that another process is at it. */
async function attemptInTransaction<D extends IdempotentResult>(
  context: Context,
  request: IdempotentRequest,
  row: StoredResponseKey,
  work: (context: Context & { attempt: WriteAttempt }) => Promise<D>,
): Promise<IdempotentOutcome<D>> {
  for (let attempt = 1; ; attempt += 1) {
    const sent: { guard?: ReturnType<typeof lockKeyWithBegin> } = {};
    try {
      return await inTransaction(context, async (tx) => {
        // Inside another transaction, a fault of the guard would take back more than its own.
        sent.guard = context.root ? lockKeyWithBegin(tx, row, keyInUseError()) : undefined;
        const replay = sent.guard ? undefined : await findReplay(tx, request, row);
        if (replay) return { replay };
        const writeAttempt: WriteAttempt = {
          requiredPermissions: request.requiredPermissions,
          readsLast: request.readsLast === true && canReadInStoringStatement(context),
        };
        const done = await work({ ...tx, attempt: writeAttempt });
        const { requiredPermissions } = writeAttempt;
        if ('last' in done)
          readAndStoreResponse(tx, row, done.last, {
            rights: callerAndOwnerPermissions(tx),
            needed: requiredPermissions,
          });
        else
          storeResponse(tx, row, done, {
            rights: callerAndOwnerPermissions(tx),
            needed: requiredPermissions,
          });
        return { done };
      });
    } catch (error) {
      const { guard } = sent;
      if (guard && guard.state !== 'sent') {
        const replay = await findReplay(context, request, row);
        if (replay) return { replay };
        // Who was at work under the key has given up.
        if (guard.state === 'failed' && attempt < maxAttempts) continue;
      }
      // Whoever was quicker has committed between the look and the lock; its answer is there now.
      if (attempt < maxAttempts && isKeyConflict(error)) continue;
      if (error instanceof UnexplainedConstraintError) throw await error.explained(context);
      throw error;
    }
  }
}

/**
 * What is answered for what was kept under the key; undefined where nothing was and nobody else is at work under it, whose lock is
 * taken then, where a transaction is open. One statement.
 * @throws ActionError idempotency_key_in_use, and what {@link replayOf} does
 */
async function findReplay(
  context: Context,
  request: IdempotentRequest,
  row: StoredResponseKey,
): Promise<Replay | undefined> {
  const storedResponse = await findResponseOrLockKey(context, row);
  if (storedResponse.inputHash !== null) return replayOf(context, request, row, storedResponse);
  if (!storedResponse.isFree) throw keyInUseError();
  return undefined;
}

/** What who acts may do, whether to touch owners included. */
const callerAndOwnerPermissions = ({ actor }: Context): Permissions =>
  callerPermissions({ actor }) | (canManageOwners(actor) ? ownerManagementPermission : 0);

/** What is answered for what was kept, as far as who acts may still do and see it. */
function replayOf(
  context: Context,
  request: IdempotentRequest,
  row: StoredResponseKey,
  storedResponse: StoredResponseRow,
): Replay {
  if (storedResponse.inputHash !== row.inputHash) {
    throw new ActionError(
      'idempotency_key_reused',
      `The idempotency key "${request.key}" was used for another request. Use a new key for a new request, and the same key only for the same input.`,
    );
  }
  const permissions = callerPermissions(context);
  const permissionError = permissionErrorFor(permissions, storedResponse.needed);
  if (permissionError) throw permissionError;
  const lostPermissions = storedResponse.rights & ~callerAndOwnerPermissions(context);
  const lostOwnerManagement =
    (storedResponse.needed & ownersArea) !== 0 &&
    (lostPermissions & ownerManagementPermission) !== 0;
  if (
    (lostPermissions & (unrestrictedPermissions.member | unrestrictedPermissions.contact)) !== 0 ||
    lostOwnerManagement
  )
    throw roleLoweredError();
  // Of the workspace, who sees a part of it may see less by now, without any right lost.
  const isFullyVisible =
    (lostPermissions & ~ownerManagementPermission) === 0 &&
    restrictedAccessKindOf(context.actor) === undefined;
  const { answer, written } = storedResponse;
  if (answer !== null && (isFullyVisible || written === null)) return { answer, written };
  return { written: written ?? {} };
}

const roleLoweredError = () =>
  new ActionError(
    'not_for_role',
    'Your role no longer has the permissions that this request needed, so its stored response is not returned.',
  );

const keyInUseError = () =>
  new ActionError(
    'idempotency_key_in_use',
    'A request with this idempotency key is still in progress. Repeat it with the same key in a moment to get its response.',
    { retryAfterSeconds: 1 },
  );

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
  ownerManagementPermission,
  permissionErrorFor,
  requiredPermissions,
  restrictedAccessKindOf,
  unrestrictedPermissions,
} from '../../platform/permissions/permissions.ts';
import { UnexplainedConstraintError } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { hashInput } from './input-hash.ts';
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

export const idempotencyKeyHeader = 'Idempotency-Key';

export const idempotencyReplayedHeader = 'Idempotency-Replayed';

export const maxIdempotencyKeyLength = 255;
const keyPattern = /^[\x21-\x7e]+$/;

/** @throws ActionError invalid_input at `path` */
export function parseIdempotencyKey(key: string, path: string): string {
  const fieldError = (code: string, message: string): FieldError => ({ path, code, message });
  if (key === '') throw invalidInputError([fieldError('required', 'must not be empty')]);
  if (key.length > maxIdempotencyKeyLength) {
    throw invalidInputError([
      fieldError('too_long', `must have at most ${maxIdempotencyKeyLength} characters`),
    ]);
  }
  if (keyPattern.test(key)) return key;
  const message =
    'must be ASCII letters, digits and punctuation without spaces, for example a UUID';
  throw invalidInputError([fieldError('invalid_format', message)]);
}

export interface IdempotentRequest {
  key: string;
  /** The operation and its input, as JSON values. */
  input: unknown;
  requiredPermissions: Permissions;
  canDeferRead?: boolean | undefined;
  /** The callback runs before the transaction that stores its response. */
  isExternal?: boolean | undefined;
}

/** `written`: records to read again if the response is not stored, or the caller may no longer see all. */
type Replay = { answer: string; written: object | null } | { written: object };

const ownersArea = requiredPermissions('people:write', 'keys:write');

const maxAttempts = 3;

type IdempotentOutcome<D> = { result: D } | { replay: Replay };

/**
 * Runs a callback and stores its response in the same transaction, or returns the stored response. Errors are not stored, so a retry
 * runs the callback again. The key is checked with its first statement. An error before that statement is ignored if there is a stored
 * response.
 * @throws ActionError idempotency_key_reused, idempotency_key_in_use; missing_scope and not_for_role if the caller has lost permissions;
 * errors of the callback
 */
export async function runIdempotent<D extends IdempotentResult>(
  context: Context,
  request: IdempotentRequest,
  callback: (context: Context & { attempt: WriteAttempt }) => Promise<D>,
): Promise<IdempotentOutcome<D>> {
  const responseKey = {
    caller: callerIdOf(context.actor),
    key: request.key,
    inputHash: hashInput(request.input),
  };
  const { root } = context;
  if (root === null) return attemptInTransaction(context, request, responseKey, callback);
  const name = `${context.accountId} ${responseKey.caller} ${responseKey.key}`;
  const recentKey = findRecentKey(root, name);
  const isStoredResponseLikely = request.isExternal || (recentKey && !recentKey.isRunning);
  const storedResponse = isStoredResponseLikely && (await findStoredResponse(context, responseKey));
  if (storedResponse) return { replay: replayOf(context, request, responseKey, storedResponse) };
  // Another request may have started during the read.
  if (findRecentKey(root, name)?.isRunning) throw keyInUseError();
  return runWithKey(root, name, async () => {
    if (!request.isExternal) return attemptInTransaction(context, request, responseKey, callback);
    const { requiredPermissions } = request;
    const attempt: WriteAttempt = { requiredPermissions };
    const result = await callback({ ...context, attempt });
    const stored = { ...request, requiredPermissions: attempt.requiredPermissions };
    return attemptInTransaction(context, stored, responseKey, async () => result);
  });
}

/** @throws ActionError idempotency_key_in_use */
async function attemptInTransaction<D extends IdempotentResult>(
  context: Context,
  request: IdempotentRequest,
  responseKey: StoredResponseKey,
  callback: (context: Context & { attempt: WriteAttempt }) => Promise<D>,
): Promise<IdempotentOutcome<D>> {
  for (let attempt = 1; ; attempt += 1) {
    const attemptState: { guard?: ReturnType<typeof lockKeyWithBegin> } = {};
    try {
      return await inTransaction(context, async (tx) => {
        // In another transaction, a failed guard would also undo the earlier changes.
        attemptState.guard = context.root
          ? lockKeyWithBegin(tx, responseKey, keyInUseError())
          : undefined;
        const replay = attemptState.guard ? undefined : await findReplay(tx, request, responseKey);
        if (replay) return { replay };
        const writeAttempt: WriteAttempt = {
          requiredPermissions: request.requiredPermissions,
          defersRead: request.canDeferRead === true && canReadInStoringStatement(context),
        };
        const result = await callback({ ...tx, attempt: writeAttempt });
        const { requiredPermissions } = writeAttempt;
        if ('deferredRead' in result)
          readAndStoreResponse(tx, responseKey, result.deferredRead, {
            rights: callerAndOwnerPermissions(tx),
            needed: requiredPermissions,
          });
        else
          storeResponse(tx, responseKey, result, {
            rights: callerAndOwnerPermissions(tx),
            needed: requiredPermissions,
          });
        return { result };
      });
    } catch (error) {
      const { guard } = attemptState;
      if (guard && guard.state !== 'sent') {
        const replay = await findReplay(context, request, responseKey);
        if (replay) return { replay };
        // The other request with the key has failed.
        if (guard.state === 'failed' && attempt < maxAttempts) continue;
      }
      // Another request stored its response after the look-up.
      if (attempt < maxAttempts && isKeyConflict(error)) continue;
      if (error instanceof UnexplainedConstraintError) throw await error.explained(context);
      throw error;
    }
  }
}

/**
 * Without a stored response, it returns undefined. In a transaction, it then locks the key.
 * @throws ActionError idempotency_key_in_use; errors of {@link replayOf}
 */
async function findReplay(
  context: Context,
  request: IdempotentRequest,
  responseKey: StoredResponseKey,
): Promise<Replay | undefined> {
  const storedResponse = await findResponseOrLockKey(context, responseKey);
  if (storedResponse.inputHash !== null)
    return replayOf(context, request, responseKey, storedResponse);
  if (!storedResponse.isFree) throw keyInUseError();
  return undefined;
}

const callerAndOwnerPermissions = ({ actor }: Context): Permissions =>
  callerPermissions({ actor }) | (canManageOwners(actor) ? ownerManagementPermission : 0);

/** @throws ActionError idempotency_key_reused, missing_scope, not_for_role */
function replayOf(
  context: Context,
  request: IdempotentRequest,
  responseKey: StoredResponseKey,
  storedResponse: StoredResponseRow,
): Replay {
  if (storedResponse.inputHash !== responseKey.inputHash) {
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
  // An access policy may show fewer records than before.
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

import type { ApiKey } from '../../generated/prisma/client.ts';
import { canManageOwners } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { integer } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, withDefault } from '../../platform/input/fields.ts';
import { canRead, requireScopes } from '../../platform/permissions/permissions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import type { IssuedApiKey } from './api-keys.ts';
import {
  actingUserId,
  insertApiKey,
  lockMakerKey,
  requirePermissionsOfKey,
  revokeKeyAndDescendants,
} from './api-keys.ts';
import { apiKeyState } from './authentication.ts';
import { withKeyCacheInvalidation } from './key-cache.ts';

/** Longest that a replaced key goes on working: thirty days. */
const mostOverlap = 30 * 24 * 60;

export const rotateApiKeyInput = inputObject('RotateApiKey', 'Which key to replace, and how.', {
  overlapMinutes: withDefault(
    integer({ min: 0, max: mostOverlap }),
    0,
    'Minutes for which the old key, and keys created with it, stay valid.',
  ),
});

/**
 * Replaces a key by a new one of the same name, scopes and expiry; the old one stops working with this answer, or after the
 * overlap that is asked for, and so do the keys that were made with it. A key that another one rotates ends with that one;
 * one that rotates itself with the one that made it. A key is replaced once.
 * @throws ActionError invalid_input; record_not_found; conflicting_state where it was replaced, revoked or expired already,
 * or the key that rotates it would end with it; otherwise as `createApiKey`
 */
export async function rotateApiKey(
  context: Context,
  id: string,
  input: InputOf<typeof rotateApiKeyInput> = {},
): Promise<IssuedApiKey> {
  const { overlapMinutes } = parseInput(rotateApiKeyInput, input);
  requireScopes(context, 'keys:write');
  return withKeyCacheInvalidation(context, () =>
    inTransaction(context, async (tx) => {
      const maker = await lockMakerKey(tx, await makerOfRotated(tx, id));
      const current = await lockRecord<ApiKey>(tx, 'ApiKey', id);
      requirePermissionsOfKey(tx, current);
      await requireReplaceable(tx, current);
      const ended = await revokeKeyAndDescendants(
        tx,
        id,
        new Date(tx.now.getTime() + overlapMinutes * 60_000),
      );
      if (maker && ended.some((key) => key.id === maker.id)) {
        throw conflict(
          'This key was created with the key to rotate, and would be revoked with it.',
        );
      }
      const { name, scopes: granted } = current;
      const [expiresAt = null] = [current.expiresAt, maker?.expiresAt]
        .filter((time) => time instanceof Date)
        .sort((one, other) => one.getTime() - other.getTime());
      const madeByUserId = makerOfReplacement(tx, current);
      const fields = { name, scopes: granted, expiresAt, madeByUserId };
      const issued = await insertApiKey(tx, fields, maker);
      await markReplaced(tx, id, issued.record.id);
      return issued;
    }),
  );
}

/**
 * That a key works and was not replaced yet. While it overlaps with its replacement, another one would get what is left of
 * the overlap for a life, and the first replacement go on beside it.
 * @throws ActionError conflicting_state, which names the replacement to who may read keys
 */
async function requireReplaceable(context: Context, current: ApiKey): Promise<void> {
  const { accountId, db, now } = context;
  const { replacedById } = current;
  if (replacedById === null) {
    const state = apiKeyState(current, now);
    if (state !== 'active') throw conflict(`The key is ${state}; create a new one instead.`);
    return;
  }
  if (!canRead(context, 'keys')) {
    throw conflict('The key was replaced already; rotate its replacement instead.');
  }
  const where = { accountId_id: { accountId, id: replacedById } };
  const replacement = await db.apiKey.findUniqueOrThrow({ where });
  const state = apiKeyState(replacement, now);
  const wayOut = state === 'active' ? 'rotate that one' : `that one is ${state}: create a new one`;
  throw conflict(`The key was replaced by ${replacedById} already; ${wayOut} instead.`);
}

const conflict = (message: string) => new ActionError('conflicting_state', message);

/** Whose a new key is: whoever is no owner gets no key by a rotation that goes beyond its own role; else whose the old one was. */
const makerOfReplacement = (context: Context, { madeByUserId }: ApiKey): number | null =>
  canManageOwners(context.actor) ? madeByUserId : actingUserId(context);

/** Notes beside an old key, which is locked, what it was replaced by. */
async function markReplaced(context: Context, id: string, replacedById: string): Promise<void> {
  const { accountId, db } = context;
  await db.apiKey.update({ where: { accountId_id: { accountId, id } }, data: { replacedById } });
}

/** The key that a rotated one ends with: that which rotates it, unless it does so itself or nobody but people does. */
async function makerOfRotated(context: Context, id: string): Promise<string | null> {
  const { accountId, actor, db } = context;
  if (actor.keyId !== null && actor.keyId !== id) return actor.keyId;
  const own = await db.apiKey.findFirst({ where: { accountId, id }, select: { madeById: true } });
  return own?.madeById ?? null;
}

import type { ApiKey } from '../../generated/prisma/client.ts';
import { canManageOwners } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { integer } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, withDefault } from '../../platform/input/fields.ts';
import { canRead, requireScopes } from '../../platform/permissions/permissions.ts';
import { write } from '../../write/write.ts';
import type { IssuedApiKey } from './api-keys.ts';
import {
  actingUserId,
  insertApiKey,
  lockCreatorKey,
  requirePermissionsOfKey,
  revokeKeyAndDescendants,
} from './api-keys.ts';
import { apiKeyState } from './authentication.ts';
import { forgetKeysAfterwards } from './key-cache.ts';

/** 30 days. */
const maxOverlapMinutes = 30 * 24 * 60;

export const rotateApiKeyInput = inputObject('RotateApiKey', 'Which key to replace, and how.', {
  overlapMinutes: withDefault(
    integer({ min: 0, max: maxOverlapMinutes }),
    0,
    'Minutes for which the old key, and keys created with it, stay valid.',
  ),
});

/**
 * The old key and its descendants end now, or after the overlap. A key is replaced once.
 * The new key ends with the calling key; if a key rotates itself, with the key that created it.
 * @throws ActionError invalid_input, record_not_found; conflicting_state if the key was replaced, revoked or expired,
 * or the calling key would end with it; otherwise as {@link createApiKey}
 */
export const rotateApiKey = (
  context: Context,
  id: string,
  input: InputOf<typeof rotateApiKeyInput> = {},
): Promise<IssuedApiKey> =>
  write(context, async (tx) => {
    const { overlapMinutes } = parseInput(rotateApiKeyInput, input);
    requireScopes(tx, 'keys:write');
    forgetKeysAfterwards(tx);
    const creatorKey = await lockCreatorKey(tx, await findCreatorKeyId(tx, id));
    const key = await tx.lock('ApiKey', id);
    requirePermissionsOfKey(tx, key);
    await requireReplaceable(tx, key);
    const end = new Date(tx.now.getTime() + overlapMinutes * 60_000);
    const ended = await revokeKeyAndDescendants(tx, key, end);
    if (creatorKey && ended.some((one) => one.id === creatorKey.id)) {
      throw conflict('This key was created with the key to rotate, and would be revoked with it.');
    }
    const [expiresAt = null] = [key.expiresAt, creatorKey?.expiresAt]
      .filter((time) => time instanceof Date)
      .sort((one, other) => one.getTime() - other.getTime());
    const { name, scopes } = key;
    const fields = { name, scopes, expiresAt, madeByUserId: creatorUserIdOf(tx, key) };
    const issued = await insertApiKey(tx, fields, creatorKey);
    tx.update('ApiKey', key, { replacedById: issued.record.id });
    return issued;
  });

/**
 * A second replacement would expire with the overlap.
 * @throws ActionError conflicting_state if the key is not active or was replaced; names the replacement for a caller
 * who may read keys
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
  const advice = state === 'active' ? 'rotate that one' : `that one is ${state}: create a new one`;
  throw conflict(`The key was replaced by ${replacedById} already; ${advice} instead.`);
}

const conflict = (message: string) => new ActionError('conflicting_state', message);

/** Otherwise the new key could have more permissions than the caller's role. */
const creatorUserIdOf = (context: Context, { madeByUserId }: ApiKey): number | null =>
  canManageOwners(context.actor) ? madeByUserId : actingUserId(context);

/** The new key is revoked together with this key. */
async function findCreatorKeyId(context: Context, id: string): Promise<string | null> {
  const { accountId, actor, db } = context;
  if (actor.keyId !== null && actor.keyId !== id) return actor.keyId;
  const own = await db.apiKey.findFirst({ where: { accountId, id }, select: { madeById: true } });
  return own?.madeById ?? null;
}

import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { enumOf, list } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import {
  allScopes,
  canRead,
  findMissingScopes,
  grantedPermissions,
  intersectScopes,
  requireScopes,
} from '../../platform/permissions/permissions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import type { ApiKeyRecord } from './api-keys.ts';
import { requirePermissionsOfKey } from './api-keys.ts';
import { apiKeyState } from './authentication.ts';
import { withKeyCacheInvalidation } from './key-cache.ts';

export const narrowApiKeyInput = inputObject('NarrowApiKey', 'The key and its remaining scopes.', {
  scopes: required(
    list(enumOf('Scope', allScopes), { min: 1 }),
    'The remaining scopes, all of which the key has now.',
  ),
});

/**
 * Takes from a key what it need not do; it stays the same key. It never gets more. The keys that were made with it, or with
 * one of those, lose what it may do no more; one that would be left with nothing is revoked. The next request with any of
 * them is held to it.
 * @throws ActionError invalid_input, also where the key lacks a right that it is to keep; record_not_found; conflicting_state
 * where it is revoked or expired; missing_scope where it may do more than the key that narrows it
 */
export async function narrowApiKey(
  context: Context,
  id: string,
  input: InputOf<typeof narrowApiKeyInput>,
): Promise<ApiKeyRecord> {
  const { scopes: kept } = parseInput(narrowApiKeyInput, input);
  requireScopes(context, 'keys:write');
  return withKeyCacheInvalidation(context, () =>
    inTransaction(context, async (tx) => {
      const current = await lockRecord<ApiKey>(tx, 'ApiKey', id);
      requirePermissionsOfKey(tx, current);
      const state = apiKeyState(current, tx.now);
      if (state !== 'active') throw new ActionError('conflicting_state', `The key is ${state}.`);
      requireHeld(tx, current, grantedPermissions(kept));
      const narrowed = await setScopes(tx, id, kept);
      await narrowMade(tx, id, grantedPermissions(kept));
      return narrowed;
    }),
  );
}

/** @throws ActionError invalid_input where a key lacks what it is to keep; only who may read keys is told what it lacks */
function requireHeld(context: Context, { scopes: held }: ApiKey, kept: Permissions): void {
  const missing = findMissingScopes(grantedPermissions(held), kept);
  if (missing.length === 0) return;
  const lacks = canRead(context, 'keys') ? `; it lacks ${missing.join(', ')}` : '';
  const message = `must be a scope that the key already has${lacks}`;
  throw invalidInputError([{ path: 'scopes', code: 'too_wide', message }]);
}

function setScopes(context: Context, id: string, kept: readonly string[]): Promise<ApiKeyRecord> {
  const { accountId, db, now } = context;
  return db.apiKey.update({
    where: { accountId_id: { accountId, id } },
    data: kept.length > 0 ? { scopes: [...kept] } : { revokedAt: now },
    omit: { hash: true },
  });
}

/** Takes from the keys that were made with one, which is locked, what is beyond its rights, and so on from each of those. */
async function narrowMade(context: Context, id: string, within: Permissions): Promise<void> {
  const { accountId, db } = context;
  let ids = [id];
  while (ids.length > 0) {
    const made = await db.$queryRaw<Pick<ApiKey, 'id' | 'scopes' | 'revokedAt'>[]>`
      SELECT id, scopes, "revokedAt" FROM "ApiKey"
      WHERE "accountId" = ${accountId} AND "madeById" = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`;
    for (const key of made) {
      const isWider = (grantedPermissions(key.scopes) & ~within) !== 0;
      if (isWider && key.revokedAt === null) {
        await setScopes(context, key.id, intersectScopes(key.scopes, within));
      }
    }
    ids = made.map((key) => key.id);
  }
}

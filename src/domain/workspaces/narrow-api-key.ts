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
  mcpWriteScope,
  requireScopes,
} from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { ApiKeyRecord } from './api-keys.ts';
import { lockCreatedKeys, requirePermissionsOfKey } from './api-keys.ts';
import { apiKeyState } from './authentication.ts';
import { forgetKeysAfterwards } from './key-cache.ts';

export const narrowApiKeyInput = inputObject('NarrowApiKey', 'The key and its remaining scopes.', {
  scopes: required(
    list(enumOf('Scope', allScopes), { min: 1 }),
    'The remaining scopes, all of which the key has now.',
  ),
});

/**
 * Includes descendants. One without a scope left is revoked.
 * @throws ActionError invalid_input, record_not_found, missing_scope; conflicting_state if it is revoked or expired
 */
export const narrowApiKey = (
  context: Context,
  id: string,
  input: InputOf<typeof narrowApiKeyInput>,
): Promise<ApiKeyRecord> =>
  write(context, async (tx) => {
    const { scopes } = parseInput(narrowApiKeyInput, input);
    requireScopes(tx, 'keys:write');
    forgetKeysAfterwards(tx);
    const key = await tx.lock('ApiKey', id);
    requirePermissionsOfKey(tx, key);
    const state = apiKeyState(key, tx.now);
    if (state !== 'active') throw new ActionError('conflicting_state', `The key is ${state}.`);
    const permissions = grantedPermissions(scopes);
    requireHeld(tx, key, scopes);
    const { hash: _, ...narrowed } = tx.update('ApiKey', key, { scopes });
    await narrowDescendants(tx, key, permissions);
    return narrowed;
  });

/** @throws ActionError invalid_input */
function requireHeld(
  context: Context,
  { scopes: heldScopes }: ApiKey,
  remaining: readonly string[],
): void {
  const missing: string[] = [
    ...findMissingScopes(grantedPermissions(heldScopes), grantedPermissions(remaining)),
    ...[mcpWriteScope].filter((scope) => remaining.includes(scope) && !heldScopes.includes(scope)),
  ];
  if (missing.length === 0) return;
  const missingText = canRead(context, 'keys') ? `; it lacks ${missing.join(', ')}` : '';
  const message = `must be a scope that the key already has${missingText}`;
  throw invalidInputError([{ path: 'scopes', code: 'too_wide', message }]);
}

async function narrowDescendants(
  tx: WriteContext,
  key: ApiKey,
  within: Permissions,
): Promise<void> {
  for (let keys = [key]; keys.length > 0; ) {
    keys = await lockCreatedKeys(tx, keys);
    for (const wider of keys) {
      if ((grantedPermissions(wider.scopes) & ~within) === 0 || wider.revokedAt !== null) continue;
      const scopes = intersectScopes(wider.scopes, within);
      tx.update('ApiKey', wider, scopes.length > 0 ? { scopes } : { revokedAt: tx.now });
    }
  }
}

import { randomBytes } from 'node:crypto';
import { type ApiKey, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { dateTime, enumOf, list, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  withDefault,
} from '../../platform/input/fields.ts';
import {
  allScopes,
  callerPermissions,
  canRead,
  grantedPermissions,
  requirePermissions,
  requireScopes,
} from '../../platform/permissions/permissions.ts';
import type { Row, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { apiKeyState, invalidApiKeyError, sha256 } from './authentication.ts';
import { forgetKeysAfterwards } from './key-cache.ts';

export type ApiKeyRecord = Omit<ApiKey, 'hash'>;

export const createApiKeyInput = inputObject('CreateApiKey', 'A new API key.', {
  name: required(text(), 'Name of the key, for example "Website form".'),
  scopes: withDefault(
    list(enumOf('Scope', allScopes), { min: 1 }),
    ['read', 'write'],
    'Scopes of the key.',
  ),
  expiresAt: nullable(
    dateTime,
    'When the key expires. Default: never, or together with the key that creates it.',
  ),
});

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** 5 bits per character. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
}

/**
 * Only the result contains the key. The database stores its SHA-256. A key can create keys with at most its own scopes.
 * These end at the latest when it ends. A key of a person has the permissions of the person's current role at most, and
 * none while the person is inactive.
 * @throws ActionError invalid_input, missing_scope, invalid_api_key
 */
export const createApiKey = (
  context: Context,
  input: InputOf<typeof createApiKeyInput>,
): Promise<IssuedApiKey> =>
  write(context, async (tx) => {
    const { name, scopes, expiresAt } = parseInput(createApiKeyInput, input);
    if (expiresAt !== null && expiresAt <= tx.now) throw invalidExpiry('past', 'in the future');
    requireScopes(tx, 'keys:write');
    requirePermissions(callerPermissions(tx), grantedPermissions(scopes));
    const creatorKey = await lockCreatorKey(tx, tx.actor.keyId);
    const madeByUserId = actingUserId(tx);
    const fields = { name, scopes, expiresAt: limitExpiry(creatorKey, expiresAt), madeByUserId };
    return insertApiKey(tx, fields, creatorKey);
  });

/** @throws ActionError missing_scope */
export function requirePermissionsOfKey(
  context: Context,
  { scopes: granted }: Pick<ApiKey, 'scopes'>,
): void {
  const needed = grantedPermissions(granted);
  if ((needed & ~callerPermissions(context)) === 0) return;
  if (!canRead(context, 'keys')) {
    throw new ActionError('missing_scope', 'That key has more permissions than this one.');
  }
  requirePermissions(callerPermissions(context), needed);
}

/** Null for the CLI and its keys. */
export const actingUserId = ({ actor: { keyCreator, person } }: Context): number | null =>
  (person ?? keyCreator)?.userId ?? null;

export interface IssuedApiKey {
  key: string;
  record: ApiKeyRecord;
}

const invalidExpiry = (code: string, message: string) =>
  invalidInputError([{ path: 'expiresAt', code, message: `must be ${message}` }]);

/**
 * Locks the creating key. Null for the CLI.
 * @throws ActionError invalid_api_key if it is not active
 */
export async function lockCreatorKey(
  tx: WriteContext,
  id: string | null,
): Promise<Row<'ApiKey'> | null> {
  if (id === null) return null;
  const creatorKey = await tx.lock('ApiKey', id);
  if (apiKeyState(creatorKey, tx.now) !== 'active') throw invalidApiKeyError();
  return creatorKey;
}

/**
 * At most the expiry of the creating key.
 * @throws ActionError invalid_input
 */
function limitExpiry(creatorKey: ApiKey | null, expiresAt: Date | null): Date | null {
  const latest = creatorKey?.expiresAt;
  if (!latest || (expiresAt && expiresAt <= latest)) return expiresAt;
  if (expiresAt === null) return latest;
  const until = `${latest.toISOString()} at the latest, when the key that creates it expires`;
  throw invalidExpiry('too_late', until);
}

/** @throws ActionError missing_scope */
export async function insertApiKey(
  tx: WriteContext,
  fields: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt' | 'madeByUserId'>,
  creatorKey: ApiKey | null,
): Promise<IssuedApiKey> {
  if (creatorKey)
    requirePermissions(grantedPermissions(creatorKey.scopes), grantedPermissions(fields.scopes));
  const prefix = randomText(10);
  const key = `ag_${tx.accountId}_${prefix}_${randomText(40)}`;
  const { hash: _, ...record } = await tx.insertReturning('ApiKey', {
    ...fields,
    madeById: creatorKey?.id ?? null,
    id: newId('ApiKey'),
    prefix,
    hash: sha256(key).toString('hex'),
  });
  return { key, record };
}

/** Including revoked keys, oldest first. */
export async function listApiKeys(context: Context): Promise<ApiKeyRecord[]> {
  return context.db.apiKey.findMany({
    where: { accountId: context.accountId },
    omit: { hash: true },
    orderBy: { id: 'asc' },
  });
}

/**
 * A key cannot revoke one with more permissions.
 * @throws ActionError record_not_found, missing_scope
 */
export const revokeApiKey = (
  context: Context,
  id: string,
): Promise<ApiKeyRecord & { alsoRevoked: number }> =>
  write(context, async (tx) => {
    requireScopes(tx, 'keys:write');
    forgetKeysAfterwards(tx);
    const key = await tx.lock('ApiKey', id);
    requirePermissionsOfKey(tx, key);
    const ended = key.revokedAt === null ? await revokeKeyAndDescendants(tx, key) : [];
    const { hash: _, ...revoked } = ended.find((one) => one.id === id) ?? key;
    return { ...revoked, alsoRevoked: Math.max(0, ended.length - 1) };
  });

/**
 * Callers that create keys with a key wait for its lock.
 * @returns the keys that end earlier than before
 */
export async function revokeKeyAndDescendants(
  tx: WriteContext,
  key: Row<'ApiKey'>,
  at: Date = tx.now,
): Promise<Row<'ApiKey'>[]> {
  const isLater = at > tx.now;
  const endsLater = ({ expiresAt, revokedAt }: ApiKey) =>
    revokedAt === null && !(isLater && expiresAt && expiresAt <= at);
  const ended: Row<'ApiKey'>[] = [];
  for (let keys = [key]; keys.length > 0; keys = await lockCreatedKeys(tx, keys)) {
    const change = isLater ? { expiresAt: at } : { revokedAt: tx.now };
    ended.push(...tx.updateAll('ApiKey', keys.filter(endsLater), change));
  }
  return ended;
}

export const lockCreatedKeys = (
  tx: WriteContext,
  keys: readonly ApiKey[],
): Promise<Row<'ApiKey'>[]> =>
  tx.lockAll('ApiKey', Prisma.sql`"madeById" = ANY (${keys.map(({ id }) => id)}::text[])`);

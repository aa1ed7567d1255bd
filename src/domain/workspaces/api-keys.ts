import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../../generated/prisma/client.ts';
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
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { apiKeyState, invalidApiKeyError, sha256 } from './authentication.ts';
import { withKeyCacheInvalidation } from './key-cache.ts';

/** A key's record without what could be used to guess it. */
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

/** Random letters and digits that read well; 5 bits each. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('');
}

/**
 * Makes a key. The key itself is in this answer only; the database keeps its SHA-256. Nobody gives away more than they
 * have: a key makes keys of its own scopes, which end when it ends. What a person makes, and what is made with that, never does
 * more than the person's role by then, and nothing once the person is inactive.
 * @throws ActionError invalid_input, also for an expiry that has passed already or is later than that of the key which
 * makes it; missing_scope; invalid_api_key where the key which makes it was revoked meanwhile
 */
export async function createApiKey(
  context: Context,
  input: InputOf<typeof createApiKeyInput>,
): Promise<IssuedApiKey> {
  const { name, scopes: asked, expiresAt } = parseInput(createApiKeyInput, input);
  if (expiresAt !== null && expiresAt <= context.now) throw invalidExpiry('past', 'in the future');
  requireScopes(context, 'keys:write');
  requirePermissions(callerPermissions(context), grantedPermissions(asked));
  const fields = { name, scopes: asked };
  return inTransaction(context, async (tx) => {
    const maker = await lockMakerKey(tx, tx.actor.keyId);
    const expiry = lifeWithin(maker, expiresAt);
    const madeByUserId = actingUserId(tx);
    return insertApiKey(tx, { ...fields, expiresAt: expiry, madeByUserId }, maker);
  });
}

/**
 * That who acts may do all that a key may do; who may not read keys is not told what that is.
 * @throws ActionError missing_scope
 */
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

/** The user who signed in, or who made the key that acts; null for the administration and its keys. */
export const actingUserId = ({ actor: { maker, person } }: Context): number | null =>
  (person ?? maker)?.userId ?? null;

export interface IssuedApiKey {
  key: string;
  record: ApiKeyRecord;
}

const invalidExpiry = (code: string, message: string) =>
  invalidInputError([{ path: 'expiresAt', code, message: `must be ${message}` }]);

/**
 * The key with which a new one ends, locked so that it cannot be revoked meanwhile; null for the administration.
 * @throws ActionError invalid_api_key where it works no more
 */
export async function lockMakerKey(context: Context, id: string | null): Promise<ApiKey | null> {
  if (id === null) return null;
  const maker = await lockRecord<ApiKey>(context, 'ApiKey', id);
  if (apiKeyState(maker, context.now) !== 'active') throw invalidApiKeyError();
  return maker;
}

/** When a key ends that another makes: with that one, unless it says earlier. @throws ActionError invalid_input */
function lifeWithin(maker: ApiKey | null, expiresAt: Date | null): Date | null {
  const latest = maker?.expiresAt;
  if (!latest || (expiresAt && expiresAt <= latest)) return expiresAt;
  if (expiresAt === null) return latest;
  const until = `${latest.toISOString()} at the latest, when the key that creates it expires`;
  throw invalidExpiry('too_late', until);
}

/**
 * Writes a new key.
 * @throws ActionError missing_scope where the key with which it ends was narrowed meanwhile, and may do less
 */
export async function insertApiKey(
  context: Context,
  fields: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt' | 'madeByUserId'>,
  maker: ApiKey | null,
): Promise<IssuedApiKey> {
  if (maker)
    requirePermissions(grantedPermissions(maker.scopes), grantedPermissions(fields.scopes));
  const prefix = randomText(10);
  const key = `ag_${context.accountId}_${prefix}_${randomText(40)}`;
  const { hash: _, ...record } = await context.db.apiKey.create({
    data: {
      ...fields,
      madeById: maker?.id ?? null,
      accountId: context.accountId,
      id: newId('ApiKey'),
      prefix,
      hash: sha256(key).toString('hex'),
    },
  });
  return { key, record };
}

/** Every key of the workspace, revoked ones too, oldest first. */
export async function listApiKeys(context: Context): Promise<ApiKeyRecord[]> {
  return context.db.apiKey.findMany({
    where: { accountId: context.accountId },
    omit: { hash: true },
    orderBy: { id: 'asc' },
  });
}

/**
 * Revokes a key for good, and with it every key that was made with it, or with one of those; the next request with any
 * of them is refused. Revoking again changes nothing. A key revokes none that may do more than itself.
 * @throws ActionError record_not_found, missing_scope
 */
export async function revokeApiKey(
  context: Context,
  id: string,
): Promise<ApiKeyRecord & { alsoRevoked: number }> {
  requireScopes(context, 'keys:write');
  return withKeyCacheInvalidation(context, () =>
    inTransaction(context, async (tx) => {
      const { hash: _, ...current } = await lockRecord<ApiKey>(tx, 'ApiKey', id);
      requirePermissionsOfKey(tx, current);
      if (current.revokedAt !== null) return { ...current, alsoRevoked: 0 };
      const ended = await revokeKeyAndDescendants(tx, id);
      const revoked = ended.find((key) => key.id === id) ?? current;
      return { ...revoked, alsoRevoked: ended.length - 1 };
    }),
  );
}

/**
 * Ends a key that is locked and those that end with it, now or at a later moment at the latest; a key that another is just
 * making waits for its lock.
 */
export async function revokeKeyAndDescendants(
  context: Context,
  id: string,
  at?: Date,
): Promise<ApiKeyRecord[]> {
  const { accountId, db, now } = context;
  const isLater = at !== undefined && at > now;
  const lasting = isLater ? { OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] } : {};
  let ids = [id];
  const ended: ApiKeyRecord[] = [];
  while (ids.length > 0) {
    const made = { accountId, madeById: { in: ids } };
    ended.push(
      ...(await db.apiKey.updateManyAndReturn({
        where: { accountId, id: { in: ids }, revokedAt: null, ...lasting },
        data: isLater ? { expiresAt: at } : { revokedAt: now },
        omit: { hash: true },
      })),
    );
    ids = (await db.apiKey.findMany({ where: made, select: { id: true } })).map((key) => key.id);
  }
  return ended;
}

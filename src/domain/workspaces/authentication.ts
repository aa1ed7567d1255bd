import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiKey, PrismaClient } from '../../generated/prisma/client.ts';
import type { KeyCreator } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Scope } from '../../platform/permissions/permissions.ts';
import { unrestrictedPermissions } from '../../platform/permissions/permissions.ts';
import { permissionsOfRole } from '../../platform/permissions/roles.ts';
import type { KeyCache, KeyRow } from './key-cache.ts';
import type { KeyName } from './key-lookup.ts';
import { findKey, findKeyInTurn, limitToCreatorRole, selectKeys } from './key-lookup.ts';

export interface AuthenticatedKey {
  accountId: number;
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
  keyCreator?: KeyCreator;
  workspace: WorkspaceSettings;
}

const keyShape = /^ag_([1-9]\d{0,9})_([a-z2-7]{10})_([a-z2-7]{40})$/;

/** The database stores this hash. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

export function apiKeyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** A key reads everything in its scopes, so members cannot have keys. */
const canHaveKeys = ({ active, role }: NonNullable<KeyRow['keyCreator']>): boolean =>
  active && (permissionsOfRole(role) & unrestrictedPermissions.member) !== 0;

function authenticated(
  { accountId, id, keyName, expiresAt, revokedAt, scopes: granted, keyCreator, ...others }: KeyRow,
  now: Date,
): AuthenticatedKey | undefined {
  if (apiKeyState({ expiresAt, revokedAt }, now) !== 'active') return undefined;
  const { hash: _, ...workspace } = others;
  const found = { accountId, keyId: id, keyName, scopes: granted, workspace };
  if (keyCreator === null) return found;
  const { role, userId } = keyCreator;
  return canHaveKeys(keyCreator) ? { ...found, keyCreator: { role, userId } } : undefined;
}

/** Brute-force protection: unknown keys of the caller's network are counted. Valid keys always work. */
export interface UnknownKeyThrottle {
  isExceeded(): Promise<boolean>;
  /** @throws ActionError too_many_requests */
  countUnknownKey(): Promise<void>;
}

/**
 * Without a cache hit it takes one statement, so a revocation takes effect at once.
 * All invalid keys get the same error (spec part 5). Only unknown keys count for the throttle, after the lookup, so a
 * valid key always works.
 * @throws ActionError invalid_api_key, too_many_requests
 */
export async function authenticateKey(
  db: PrismaClient,
  key: string | undefined,
  now: Date,
  cache?: KeyCache,
  throttle?: UnknownKeyThrottle,
): Promise<AuthenticatedKey> {
  const text = key?.trim() ?? '';
  const name = parseKeyName(text);
  if (name === undefined) throw invalidApiKeyError();
  const row = await findCachedOrStoredKey(db, name, cache, throttle);
  if (row === undefined || !isOf(row, text)) {
    await throttle?.countUnknownKey();
    throw invalidApiKeyError();
  }
  const found = authenticated(row, now);
  if (found) return found;
  throw invalidApiKeyError();
}

/** The readable part of a well-formed key. */
function parseKeyName(key: string): KeyName | undefined {
  const [, account, prefix] = keyShape.exec(key) ?? [];
  const accountId = Number(account);
  return prefix === undefined || accountId > 2_147_483_647 ? undefined : { accountId, prefix };
}

async function findCachedOrStoredKey(
  db: PrismaClient,
  name: KeyName,
  cache: KeyCache | undefined,
  throttle: UnknownKeyThrottle | undefined,
): Promise<KeyRow | undefined> {
  const cached = cache?.find(name.accountId, name.prefix);
  if (cached) return cached;
  const addToCache = cache?.prepareAdd();
  const row = (await throttle?.isExceeded())
    ? await findKeyInTurn(db, name)
    : await findKey(db, name);
  if (row) addToCache?.(name.prefix, row);
  return row;
}

/** {@link authenticateKey} for cached keys, without waiting. Undefined for invalid and uncached keys. */
export function authenticateCachedKey(
  key: string,
  now: Date,
  cache: KeyCache,
): AuthenticatedKey | undefined {
  const name = parseKeyName(key);
  const row = name && cache.find(name.accountId, name.prefix);
  return row && isOf(row, key) ? authenticated(row, now) : undefined;
}

const hashes = new WeakMap<KeyRow, Buffer>();

function isOf(row: KeyRow, key: string): boolean {
  const hash = hashes.get(row) ?? Buffer.from(row.hash, 'hex');
  hashes.set(row, hash);
  return timingSafeEqual(sha256(key), hash);
}

/** The current keys of open streams, by id. Invalid keys are missing. */
export async function reauthenticateKeys(
  db: PrismaClient,
  keys: readonly Pick<AuthenticatedKey, 'accountId' | 'keyId'>[],
  now: Date,
): Promise<Map<string, AuthenticatedKey>> {
  const accountIds = keys.map(({ accountId }) => accountId);
  const keyIds = keys.map(({ keyId }) => keyId);
  const rows = await db.$queryRaw<KeyRow[]>`
    ${selectKeys}
    WHERE (k."accountId", k.id) IN (SELECT * FROM unnest(${accountIds}::int[], ${keyIds}::text[]))`;
  return new Map(
    rows.flatMap((row) => {
      const found = authenticated(limitToCreatorRole(row), now);
      return found ? [[found.keyId, found]] : [];
    }),
  );
}

/** The same error for every invalid key. */
export function invalidApiKeyError(): ActionError {
  return new ActionError('invalid_api_key', 'Invalid X-API-KEY specified.');
}

const lastUsedMinutes = new Map<string, number>();

type UsedKey = Pick<AuthenticatedKey, 'accountId' | 'keyId'>;

/** Only the first use in each minute is recorded. */
export function isFirstUseInMinute({ accountId, keyId }: UsedKey, now: Date): boolean {
  const minute = Math.floor(now.getTime() / 60_000);
  const usageKey = `${accountId}/${keyId}`;
  if (lastUsedMinutes.get(usageKey) === minute) return false;
  if (lastUsedMinutes.size > 10_000) lastUsedMinutes.clear();
  lastUsedMinutes.set(usageKey, minute);
  return true;
}

/** Runs outside of requests. */
export async function recordKeyUse(
  db: PrismaClient,
  { accountId, keyId }: UsedKey,
  now: Date,
  address: string | null = null,
): Promise<void> {
  await db.$executeRaw`
    UPDATE "ApiKey" SET "lastUsedAt" = ${now}, "lastUsedAddress" = ${address}
    WHERE "accountId" = ${accountId} AND id = ${keyId}`;
}

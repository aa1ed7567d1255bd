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
import { findKey, findKeyInTurn, selectKeys, withinMaker } from './key-lookup.ts';

/** Who a request acts for, as its key says. */
export interface AuthenticatedKey {
  accountId: number;
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
  /** The user who made it, where one did. */
  maker?: KeyCreator;
  workspace: WorkspaceSettings;
}

const keyShape = /^ag_([1-9]\d{0,9})_([a-z2-7]{10})_([a-z2-7]{40})$/;

/** What the database keeps of a key. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Whether a key still works at a moment, and why not. */
export function apiKeyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** Whether the user who made a key can still have one. A key sees all that its scopes name, which a member does not. */
const canHaveKeys = ({ active, role }: NonNullable<KeyRow['maker']>): boolean =>
  active && (permissionsOfRole(role) & unrestrictedPermissions.member) !== 0;

function authenticated(
  { accountId, id, keyName, expiresAt, revokedAt, scopes: granted, maker, ...others }: KeyRow,
  now: Date,
): AuthenticatedKey | undefined {
  if (apiKeyState({ expiresAt, revokedAt }, now) !== 'active') return undefined;
  const { hash: _, ...workspace } = others;
  const found = { accountId, keyId: id, keyName, scopes: granted, workspace };
  if (maker === null) return found;
  const { role, userId } = maker;
  return canHaveKeys(maker) ? { ...found, maker: { role, userId } } : undefined;
}

/** Brute-force protection: unknown keys of the caller's network are counted. Valid keys always work. */
export interface UnknownKeyThrottle {
  /** Whether the network has sent too many unknown keys. */
  isExceeded(): Promise<boolean>;
  /** Counts an unknown key. @throws ActionError too_many_requests if the network has sent too many */
  countUnknownKey(): Promise<void>;
}

/**
 * The workspace that a key stands for, with what verbs need to know of it: one statement for every request, so that a
 * revocation bites at once, or none where a memory is given that hears of every change. Missing, malformed, unknown, revoked and expired keys get one answer (spec part 5;
 * decisions, "Missing, unknown, revoked or expired key").
 * A key is unknown only after it was looked up, so a valid key works however many unknown keys its network sends. Malformed keys
 * are not counted, because they cost no statement. Nor are rotated keys, because nobody guessed them.
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
  const cached = cache?.recall(name.accountId, name.prefix);
  if (cached) return cached;
  const remember = cache?.asking();
  const row = (await throttle?.isExceeded())
    ? await findKeyInTurn(db, name)
    : await findKey(db, name);
  if (row) remember?.(name.prefix, row);
  return row;
}

/** {@link authenticateKey} for a key that is remembered, at once; undefined for all others, and for those that do not count. */
export function authenticateCachedKey(
  key: string,
  now: Date,
  memory: KeyCache,
): AuthenticatedKey | undefined {
  const name = parseKeyName(key);
  const row = name && memory.recall(name.accountId, name.prefix);
  return row && isOf(row, key) ? authenticated(row, now) : undefined;
}

const hashes = new WeakMap<KeyRow, Buffer>();

/** Whether a key is the one of a row. */
function isOf(row: KeyRow, key: string): boolean {
  const hash = hashes.get(row) ?? Buffer.from(row.hash, 'hex');
  hashes.set(row, hash);
  return timingSafeEqual(sha256(key), hash);
}

/** What keys that were let in stand for by now, by their ids; those that no longer work are missing. One statement. */
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
      const found = authenticated(withinMaker(row), now);
      return found ? [[found.keyId, found]] : [];
    }),
  );
}

/** The one answer to every key that does not count. */
export function invalidApiKeyError(): ActionError {
  return new ActionError('invalid_api_key', 'Invalid X-API-KEY specified.');
}

const usesNoted = new Map<string, number>();

type UsedKey = Pick<AuthenticatedKey, 'accountId' | 'keyId'>;

/** Whether a use of a key is to be noted: the first in each minute; the next ones are not from then on. */
export function isFirstUseInMinute({ accountId, keyId }: UsedKey, now: Date): boolean {
  const minute = Math.floor(now.getTime() / 60_000);
  const mark = `${accountId}/${keyId}`;
  if (usesNoted.get(mark) === minute) return false;
  if (usesNoted.size > 10_000) usesNoted.clear();
  usesNoted.set(mark, minute);
  return true;
}

/** Notes a key's use, and from where; never in a request's way, and nothing depends on it. */
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

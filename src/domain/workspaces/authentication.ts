import { hash, timingSafeEqual } from 'node:crypto';
import { setImmediate as afterThisTurn } from 'node:timers/promises';
import type { ApiKey, PrismaClient } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { KeyCreator } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Scope } from '../../platform/permissions/permissions.ts';
import {
  intersectScopes,
  unrestrictedPermissions,
} from '../../platform/permissions/permissions.ts';
import { permissionsOfRole } from '../../platform/permissions/roles.ts';
import type { KeyCache, KeyRow } from './key-cache.ts';

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

const selectKeys = Prisma.sql`
  SELECT k."accountId", k.id, k.name AS "keyName", k.hash, k.scopes, k."expiresAt", k."revokedAt", w.name, w.currency, w."timeZone", w.language,
    (SELECT u.id FROM "User" u WHERE u."accountId" = k."accountId" AND u.role = 'OWNER'
     ORDER BY u.active DESC, u.id LIMIT 1) AS "ownerId",
    CASE WHEN m.id IS NOT NULL THEN json_build_object('userId', m.id, 'role', m.role, 'active', m.active) END AS maker
  FROM "ApiKey" k JOIN "Workspace" w ON w."accountId" = k."accountId" AND w."deletedAt" IS NULL
    LEFT JOIN "User" m ON m."accountId" = k."accountId" AND m.id = k."madeByUserId"`;

/** A key as it counts now: never for more than the present role of the user who made it. */
function withinMaker(row: KeyRow): KeyRow {
  if (row.maker === null) return row;
  return { ...row, scopes: intersectScopes(row.scopes, permissionsOfRole(row.maker.role)) };
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

const asked = new WeakMap<PrismaClient, Map<string, Promise<KeyRow | undefined>>>();

/** Looks a key up. Requests that come in at the same moment share one statement, sent after all of them came. */
function findKey(db: PrismaClient, accountId: number, prefix: string): Promise<KeyRow | undefined> {
  const waiting = asked.get(db) ?? new Map<string, Promise<KeyRow | undefined>>();
  asked.set(db, waiting);
  const name = `${accountId} ${prefix}`;
  const known = waiting.get(name);
  if (known) return known;
  const row = afterThisTurn().then(async () => {
    waiting.delete(name);
    const [found] = await db.$queryRaw<KeyRow[]>`
      ${selectKeys} WHERE k."accountId" = ${accountId} AND k.prefix = ${prefix}`;
    return found && withinMaker(found);
  });
  waiting.set(name, row);
  return row;
}

/** What is counted of keys that nobody has. */
export interface UnknownKeyThrottle {
  /** Called before a statement is sent. @throws where none is to be */
  requireFew(): Promise<void>;
  /** Called for a key that nobody has. */
  note(): Promise<void>;
}

/**
 * The workspace that a key stands for, with what verbs need to know of it: one statement for every request, so that a
 * revocation bites at once, or none where a memory is given that hears of every change. Missing, malformed, unknown, revoked and expired keys get one answer (spec part 5;
 * decisions, "Missing, unknown, revoked or expired key").
 * A key that somebody had is told the same when it ended, and is remembered too: who sends one that was rotated guesses nothing.
 * @throws ActionError invalid_api_key
 */
export async function authenticateKey(
  db: PrismaClient,
  key: string | undefined,
  now: Date,
  memory?: KeyCache,
  guesses?: UnknownKeyThrottle,
): Promise<AuthenticatedKey> {
  if (key === undefined) throw invalidApiKeyError();
  const text = key.trim();
  const row = await rowOf(db, text, memory, guesses);
  const found = row && authenticated(row, now);
  if (found) return found;
  if (row === undefined) await guesses?.note();
  throw invalidApiKeyError();
}

/** The row of a key, whether or not it still works; undefined of one that nobody has. */
async function rowOf(
  db: PrismaClient,
  key: string,
  memory: KeyCache | undefined,
  guesses: UnknownKeyThrottle | undefined,
): Promise<KeyRow | undefined> {
  const [, account, prefix] = keyShape.exec(key) ?? [];
  const accountId = Number(account);
  if (prefix === undefined || accountId > 2_147_483_647) return undefined;
  const known = memory?.recall(accountId, prefix);
  if (!known) await guesses?.requireFew();
  const remember = known ? undefined : memory?.asking();
  const row = known ?? (await findKey(db, accountId, prefix));
  if (row === undefined || !isOf(row, key)) return undefined;
  remember?.(prefix, row);
  return row;
}

/** {@link authenticateKey} for a key that is remembered, at once; undefined for all others, and for those that do not count. */
export function authenticateCachedKey(
  key: string,
  now: Date,
  memory: KeyCache,
): AuthenticatedKey | undefined {
  const [, account, prefix] = keyShape.exec(key) ?? [];
  const row = prefix === undefined ? undefined : memory.recall(Number(account), prefix);
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

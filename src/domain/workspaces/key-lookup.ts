import { setImmediate as afterThisTurn } from 'node:timers/promises';
import { SerialQueue } from '../../database/pool/serial-queue.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { intersectScopes } from '../../platform/permissions/permissions.ts';
import { permissionsOfRole } from '../../platform/permissions/roles.ts';
import type { KeyRow } from './key-cache.ts';

export interface KeyName {
  accountId: number;
  prefix: string;
}

/** A new key never gets the prefix of an earlier one, but a restored database can contain one that was absent. */
const absentMs = 5_000;
const maxAbsentPrefixes = 10_000;

const nameOf = ({ accountId, prefix }: KeyName): string => `${accountId} ${prefix}`;

export const selectKeys = Prisma.sql`
  SELECT k."accountId", k.id, k.name AS "keyName", k.hash, k.scopes, k."expiresAt", k."revokedAt", w.name, w.currency, w."timeZone", w.language,
    (SELECT u.id FROM "User" u WHERE u."accountId" = k."accountId" AND u.role = 'OWNER'
     ORDER BY u.active DESC, u.id LIMIT 1) AS "ownerId",
    CASE WHEN m.id IS NOT NULL THEN json_build_object('userId', m.id, 'role', m.role, 'active', m.active) END AS "keyCreator"
  FROM "ApiKey" k JOIN "Workspace" w ON w."accountId" = k."accountId" AND w."deletedAt" IS NULL
    LEFT JOIN "User" m ON m."accountId" = k."accountId" AND m.id = k."madeByUserId"`;

/** Limits the scopes to the current role of the creator. */
export function limitToCreatorRole(row: KeyRow): KeyRow {
  if (row.keyCreator === null) return row;
  return { ...row, scopes: intersectScopes(row.scopes, permissionsOfRole(row.keyCreator.role)) };
}

class KeyLookup {
  readonly #db: PrismaClient;
  readonly #pending = new Map<string, Promise<KeyRow | undefined>>();
  /** Oldest first. */
  readonly #absentSince = new Map<string, number>();
  readonly #queue = new SerialQueue();

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  find(name: KeyName): Promise<KeyRow | undefined> {
    const pending = this.#pending.get(nameOf(name));
    if (pending !== undefined) return pending;
    const lookup = afterThisTurn().then(() => {
      this.#pending.delete(nameOf(name));
      return this.#query(name);
    });
    this.#pending.set(nameOf(name), lookup);
    return lookup;
  }

  async findInTurn(name: KeyName): Promise<KeyRow | undefined> {
    const absentSince = this.#absentSince.get(nameOf(name)) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - absentSince < absentMs) return undefined;
    return this.#queue.take(() => this.#query(name));
  }

  async #query(name: KeyName): Promise<KeyRow | undefined> {
    const [row] = await this.#db.$queryRaw<KeyRow[]>`
      ${selectKeys} WHERE k."accountId" = ${name.accountId} AND k.prefix = ${name.prefix}`;
    if (row) return limitToCreatorRole(row);
    this.#rememberAbsent(nameOf(name));
    return undefined;
  }

  #rememberAbsent(name: string): void {
    const [oldest] = this.#absentSince.keys();
    this.#absentSince.delete(name);
    if (this.#absentSince.size >= maxAbsentPrefixes && oldest !== undefined)
      this.#absentSince.delete(oldest);
    this.#absentSince.set(name, performance.now());
  }
}

const lookups = new WeakMap<PrismaClient, KeyLookup>();

function lookupOf(db: PrismaClient): KeyLookup {
  const lookup = lookups.get(db) ?? new KeyLookup(db);
  lookups.set(db, lookup);
  return lookup;
}

/** Concurrent requests with the same key share one statement. */
export const findKey = (db: PrismaClient, name: KeyName): Promise<KeyRow | undefined> =>
  lookupOf(db).find(name);

/**
 * Networks that send many unknown keys share one connection. Prefixes that were absent recently are skipped. Admission
 * control keeps the queue short.
 */
export const findKeyInTurn = (db: PrismaClient, name: KeyName): Promise<KeyRow | undefined> =>
  lookupOf(db).findInTurn(name);

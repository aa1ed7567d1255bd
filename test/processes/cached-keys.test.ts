import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import type { KeyCache } from '../../src/domain/workspaces/key-cache.ts';
import { createKeyCache } from '../../src/domain/workspaces/key-cache.ts';
import { createTestApp } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { patientBeats } from '../support/key-caches.ts';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const patience = { timeout: 120_000, interval: 20 };

const ours = useKeyedDatabase();
let keyCache: KeyCache;

beforeAll(async () => {
  const { listener, prisma } = ours.home.database;
  keyCache = createKeyCache({
    db: prisma,
    connect: listener,
    log: () => undefined,
    ...patientBeats,
  });
});
afterAll(async () => {
  await keyCache.close();
});

const client = (withKey = ours.key): RequestInit => ({
  method: 'POST',
  headers: { 'x-api-key': withKey, 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ __typename }' }),
});

test('a key that is cached has its rate limit and the date of its last use, and costs no statement', async () => {
  const app = createTestApp(ours.home.database, { keyCache, requestsPerMinute: 1_000_000 });
  const ask = () => recordStatements(async () => (await app.request('/graphql', client())).status);
  await vi.waitFor(
    async () => expect(await ask()).toEqual({ result: 200, roundTrips: 0, statements: [] }),
    patience,
  );

  const later = new Date(Date.now() + 3_600_000);
  vi.useFakeTimers({ toFake: ['Date'], now: later });
  expect(await ask()).toEqual({ result: 200, roundTrips: 0, statements: [] });
  vi.useRealTimers();
  const lastUsed = () =>
    ours.home.database.prisma.apiKey.findFirst({ where: { accountId: ours.accountId } });
  await vi.waitFor(
    async () =>
      expect((await lastUsed())?.lastUsedAt?.getTime()).toBeGreaterThanOrEqual(later.getTime()),
    patience,
  );
  const settings = { name: 'Limited', ownerEmail: 'owner@limited.example' };
  const { key: another } = await createWorkspace(ours.home.database.prisma, settings, new Date());
  holdClock();
  const limited = createTestApp(ours.home.database, { keyCache, requestsPerMinute: 1 });
  expect((await limited.request('/graphql', client(another))).status).toBe(200);
  expect((await limited.request('/graphql', client(another))).status).toBe(429);
});

test('a revocation on the command line bites in every process that remembers the key', async () => {
  const settings = { DATABASE_URL: ours.home.url };
  const services = await Promise.all([folder.serve(settings), folder.serve(settings)]);
  const guard = new pg.Client(ours.home.url);
  await guard.connect();
  /** Sends a request while no process can read keys, so that only a cache can accept it. */
  const answersByHeart = async (url: string) => {
    await guard.query('BEGIN; LOCK TABLE "ApiKey" IN ACCESS EXCLUSIVE MODE');
    try {
      const signal = AbortSignal.timeout(2_000);
      return (await fetch(`${url}/graphql`, { ...client(), signal })).status === 200;
    } catch {
      return false;
    } finally {
      await guard.query('ROLLBACK');
    }
  };
  for (const { url } of services) {
    await vi.waitFor(async () => {
      expect((await fetch(`${url}/graphql`, client())).status).toBe(200);
      expect(await answersByHeart(url)).toBe(true);
    }, patience);
  }
  const [{ id = '' } = {}] = await ours.home.database.prisma.apiKey.findMany({
    where: { accountId: ours.accountId },
  });
  const outcome = await folder.runHere(
    ['keys', 'revoke', id, '--workspace', String(ours.accountId)],
    settings,
  );
  expect(outcome.code).toBe(0);
  for (const { url } of services) {
    await vi.waitFor(
      async () => expect((await fetch(`${url}/graphql`, client())).status).toBe(401),
      patience,
    );
  }
  await guard.end();
  for (const service of services) expect((await service.end('SIGTERM')).code).toBe(0);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVersion } from '../../src/config/version.ts';
import { readMigrations } from '../../src/database/migrations/migration-files.ts';
import { recordBackup } from '../../src/observability/last-backup.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { openTestDatabase } from '../support/database.ts';

const api = useTestApi();
let dataDir: string;
let app: ReturnType<typeof createTestApp>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'actiongraph-health-'));
  app = createTestApp(api.database, { dataDir });
});
afterAll(() => rm(dataDir, { recursive: true }));

async function health(key?: string, of = app) {
  const response = await of.request('/health', { headers: key ? { 'x-api-key': key } : {} });
  return { status: response.status, body: await response.json() };
}

const plain = { status: 200, body: { status: 'ok' } };

test('returns details to a key that may read settings', async () => {
  const newest = (await readMigrations()).at(-1)?.name;
  const { body } = await health(api.ours.key);
  expect(body).toEqual({
    status: 'ok',
    version: readVersion(),
    schema: newest,
    uptimeSeconds: expect.any(Number),
    disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
    pool: {
      most: api.database.pool.options.max,
      used: expect.any(Number),
      waiting: expect.any(Number),
    },
    jobs: { waiting: 0, oldestSeconds: 0 },
    lastBackup: null,
  });
  expect(body.disk.freeBytes).toBeLessThanOrEqual(body.disk.totalBytes);
  const recorded = { takenAt: '2026-03-02T10:00:00.000Z', bytes: 4_711 };
  await recordBackup(dataDir, recorded);
  expect((await health(api.ours.key)).body.lastBackup).toEqual(recorded);
});

test('returns pending jobs and their age', async () => {
  await api.owner.query(
    `SELECT graphile_worker.add_job('nothing', '{}'::json, run_at => now() + interval '1 hour')`,
  );
  await api.owner.query(
    `UPDATE graphile_worker._private_jobs SET created_at = now() - interval '90 seconds'`,
  );
  const { jobs } = (await health(api.ours.key)).body;
  expect(jobs.waiting).toBe(1);
  expect(jobs.oldestSeconds).toBeGreaterThanOrEqual(90);
});

test('returns to all others only that the process is alive', async () => {
  const { key } = await makeKey(api.ours.context, ['clients:read', 'clients:write']);
  const foreign = `${api.ours.key.slice(0, -1)}${api.ours.key.endsWith('a') ? 'b' : 'a'}`;
  for (const displayed of [undefined, 'nonsense', foreign, key]) {
    expect([displayed, await health(displayed)]).toEqual([displayed, plain]);
  }
});

test('returns that the process is alive without a database, also with a key', async () => {
  const away = openTestDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(await health(api.ours.key, createTestApp(away, { dataDir }))).toEqual(plain);
  await away.close();
});

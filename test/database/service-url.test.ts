import { afterAll, beforeAll, expect, test } from 'vitest';
import { findServiceUrl, holdServiceLock } from '../../src/database/client/service-lock.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();
let lock: Awaited<ReturnType<typeof holdServiceLock>>;

beforeAll(async () => {
  lock = await holdServiceLock(api.database, () => undefined);
});
afterAll(() => lock?.close());

const found = () => findServiceUrl(api.database.prisma);

test('a running service announces its URL, if PostgreSQL keeps all of it', async () => {
  expect(await found()).toBeUndefined();
  await lock.announceUrl(`https://${'long'.repeat(20)}.example`);
  expect(await found()).toBeUndefined();
  await lock.announceUrl('https://café.example');
  expect(await found()).toBeUndefined();
  await lock.announceUrl('https://books.studio.example');
  expect(await found()).toBe('https://books.studio.example');
});

test('the URL is announced again after a lost connection', async () => {
  const { rowCount } = await api.owner.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'actiongraph service %'`,
  );
  expect(rowCount).toBe(1);
  await expect.poll(found).toBe('https://books.studio.example');
});

test('of several services, one that other machines reach is found', async () => {
  const other = await holdServiceLock(api.database, () => undefined);
  for (const url of ['http://localhost:4000', 'https://z.studio.example']) {
    await other.announceUrl(url);
    expect(await found()).toBe('https://books.studio.example');
  }
  await lock.announceUrl('http://localhost:4000');
  expect(await found()).toBe('https://z.studio.example');
  await other.close();
  expect(await found()).toBe('http://localhost:4000');
});

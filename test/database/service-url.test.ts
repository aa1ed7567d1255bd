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

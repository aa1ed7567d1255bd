import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWorkspace } from '../../src/domain/workspaces/index.ts';
import type { TestDatabase } from '../support/database.ts';
import { createTestDatabase } from '../support/database.ts';
import { killProcess } from '../support/kill.ts';
import { startLoad } from '../support/request-load.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const patience = { timeout: 300_000, interval: 50 };

let home: TestDatabase;
let key: string;

beforeAll(async () => {
  home = await createTestDatabase();
  const settings = { name: 'Ours', ownerEmail: 'owner@ours.example' };
  ({ key } = await createWorkspace(home.database.prisma, settings, new Date()));
});
afterAll(() => home.drop());

const serve = () => folder.serve({ DATABASE_URL: home.url, WORKERS: '3', LOG_LEVEL: 'info' });
const repliesTo = (text: string, said: string) => said.split(text).length - 1;

test('twenty times told to replace its workers, it loses no request', async () => {
  const service = await serve();
  const { stop, load } = startLoad(service.url, key);
  for (let round = 1; round <= 20; round += 1) {
    const before = load.answered;
    await vi.waitFor(() => expect(load.answered).toBeGreaterThan(before + 10), patience);
    killProcess(service.pid, 'SIGHUP');
    await vi.waitFor(
      () => expect(repliesTo('workers were replaced', service.stderr())).toBe(round),
      patience,
    );
  }
  expect((await stop()).lost).toEqual([]);
  expect((await service.end('SIGTERM')).code).toBe(0);
});

test('twenty times told to stop, it answers on every connection that it accepted', async () => {
  for (let round = 1; round <= 20; round += 1) {
    const service = await serve();
    const { ended, load } = startLoad(service.url, key);
    await vi.waitFor(() => expect(load.answered).toBeGreaterThan(10), patience);
    expect((await service.end('SIGTERM')).code).toBe(0);
    expect({ round, lost: (await ended).lost }).toEqual({ round, lost: [] });
  }
});

import { expect, test, vi } from 'vitest';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { killProcess } from '../support/kill.ts';
import { startLoad } from '../support/request-load.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const ours = useKeyedDatabase();
const patience = { timeout: 300_000, interval: 50 };

test('twenty times told to replace its workers, it loses no request', async () => {
  const settings = { DATABASE_URL: ours.home.url, WORKERS: '2', LOG_LEVEL: 'info' };
  const service = await folder.serve(settings);
  const replaced = () => service.stderr().split('workers were replaced').length - 1;
  const { stop, load } = startLoad(service.url, ours.key);
  for (let round = 1; round <= 20; round += 1) {
    const before = load.answered;
    await vi.waitFor(() => expect(load.answered).toBeGreaterThan(before + 10), patience);
    killProcess(service.pid, 'SIGHUP');
    await vi.waitFor(() => expect(replaced()).toBe(round), patience);
  }
  expect((await stop()).lost).toEqual([]);
  expect((await service.end('SIGTERM')).code).toBe(0);
});

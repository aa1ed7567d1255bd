import { expect, test, vi } from 'vitest';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { startLoad } from '../support/request-load.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const ours = useKeyedDatabase();
const patience = { timeout: 300_000, interval: 50 };

test('a response is sent on every accepted connection in twenty shutdowns', async () => {
  for (let round = 1; round <= 20; round += 1) {
    const service = await folder.serve({ DATABASE_URL: ours.home.url, WORKERS: '2' });
    const { ended, load } = startLoad(service.url, ours.key);
    await vi.waitFor(() => expect(load.answered).toBeGreaterThan(10), patience);
    expect((await service.end('SIGTERM')).code).toBe(0);
    expect({ round, lost: (await ended).lost }).toEqual({ round, lost: [] });
  }
});

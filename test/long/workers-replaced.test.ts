import { expect, test, vi } from 'vitest';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { killProcess } from '../support/kill.ts';
import { clientsMadeBehind, followCut } from '../support/raw-streams.ts';
import { startLoad } from '../support/request-load.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const ours = useKeyedDatabase();
const patience = { timeout: 300_000, interval: 50 };

test('twenty replacements of its workers lose no request, and no stream misses an event', async () => {
  const settings = { DATABASE_URL: ours.home.url, WORKERS: '2', LOG_LEVEL: 'info' };
  const service = await folder.serve(settings);
  const replaced = () => service.stderr().split('workers were replaced').length - 1;
  const ask = async (query: string) =>
    (
      await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'x-api-key': ours.key, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
    ).json();
  const from = (await ask('{ events(after: "now") { place } }')).data.events.place as string;
  let count: (awaited: number) => void = () => undefined;
  const awaited = new Promise<number>((resolve) => {
    count = resolve;
  });
  const query = 'subscription { recordChanged(types: [CLIENT]) { id kind } }';
  // Cut by nothing but the end of a worker.
  const streams = Array.from({ length: 10 }, () =>
    followCut(
      () => [service],
      { key: ours.key, query },
      { awaited, from, mostTold: 100_000_000, random: Math.random },
    ),
  );
  const { stop, load } = startLoad(service.url, ours.key);
  for (let round = 1; round <= 20; round += 1) {
    const before = load.answered;
    await vi.waitFor(() => expect(load.answered).toBeGreaterThan(before + 10), patience);
    killProcess(service.pid, 'SIGHUP');
    await vi.waitFor(() => expect(replaced()).toBe(round), patience);
  }
  expect((await stop()).lost).toEqual([]);
  const made = await clientsMadeBehind(ask, from);
  expect(made.length).toBeGreaterThanOrEqual(load.answered);
  count(made.length);
  for (const reported of await Promise.all(streams)) {
    if (reported.join() !== made.join()) expect(reported).toEqual(made);
  }
  expect((await service.end('SIGTERM')).code).toBe(0);
});

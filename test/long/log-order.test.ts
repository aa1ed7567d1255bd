import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { raceLog } from '../support/log-races.ts';

const api = useTestApi();

test('a reader misses none of 1,000 writes that overlap, fail or are slow', async () => {
  const { kept, seen } = await raceLog(api, { writes: 1_000, atOnce: 12 });
  expect(kept.length).toBeGreaterThan(800);
  expect([...seen.names].sort()).toEqual([...kept].sort());
});

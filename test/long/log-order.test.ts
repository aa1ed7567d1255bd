import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { raceLog } from '../support/log-races.ts';

const api = useTestApi();

test('of 1,000 writes that cross one another, fail or take their time, who polls misses none', async () => {
  const { kept, seen } = await raceLog(api, { writes: 1_000, atOnce: 12 });
  expect(kept.length).toBeGreaterThan(800);
  expect([...seen.names].sort()).toEqual([...kept].sort());
});

import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { oneWins, raceForVersion } from '../support/version-races.ts';

const api = useTestApi();

test('one of several callers with the same expected version succeeds, in 300 races', async () => {
  for (let race = 0; race < 300; race += 1) {
    expect(await raceForVersion(api.ours, 8)).toEqual(oneWins(8));
  }
});

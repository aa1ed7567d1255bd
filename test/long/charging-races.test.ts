import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { expectSingleInvoice, raceForAllWork, raceForWork } from '../support/charging-races.ts';

const api = useTestApi();

test('the same work billed by two hundred callers at once is billed once, five times over', async () => {
  for (let race = 0; race < 5; race += 1) {
    expect(await raceForWork(api, api.ours, 200)).toEqual(expectSingleInvoice(200));
  }
});

test('two hundred callers who bill all work, or named work, create one invoice, five times over', async () => {
  for (let race = 0; race < 5; race += 1) {
    expect(await raceForAllWork(api, api.ours, 200)).toEqual(expectSingleInvoice(200));
  }
});

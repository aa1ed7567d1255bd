import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { creditByAmount } from '../support/credited-by-amount.ts';
import { creditInParts } from '../support/credited-in-parts.ts';

const api = useTestApi();

test('1,000 invoices with every feature, credited in any parts, are the sum of their credit notes', async () => {
  expect(await creditInParts(api, api.ours, 1_000)).toBeGreaterThan(500);
}, 1_800_000);

test('2,000 invoices, credited by quantity and amount, are those of an independent model', async () => {
  const counts = await creditByAmount(api, await api.addWorkspace(), 2_000);
  for (const kind of ['amount', 'amount alone', 'quantity', 'quantity alone', 'whole alone'])
    expect(counts[kind], kind).toBeGreaterThan(50);
}, 1_800_000);

import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { creditInParts } from '../support/credited-in-parts.ts';

const api = useTestApi();

test('1,000 invoices with every feature, credited in any parts, are the sum of their credit notes', async () => {
  expect(await creditInParts(api, api.ours, 1_000)).toBeGreaterThan(500);
}, 1_800_000);

import { expect, inject, test } from 'vitest';
import { loadOfficialRules } from '../../scripts/official-rules.ts';
import { useTestApi } from '../support/api.ts';
import {
  checkExampleEInvoices,
  checkRandomEInvoices,
  findBrokenRules,
} from '../support/checked-e-invoices.ts';

const api = useTestApi();

const { rules, runs, seed } = inject('longRun');

async function findFatalRules() {
  if (rules === null) return findBrokenRules;
  const { check, sources } = await loadOfficialRules(rules);
  expect(sources).toHaveLength(6);
  return async (xml: string) =>
    (await check(xml)).flatMap(({ flag, id }) => (flag === 'fatal' ? [id] : []));
}

test('random invoices and credit notes break no rule, or are rejected with the rule', async () => {
  const counts = await checkRandomEInvoices(api, await findFatalRules(), {
    numRuns: Math.min(runs, 1_000),
    ...(seed !== null && { seed }),
    endOnFailure: rules !== null,
  });
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.valid).toBeGreaterThan(counts.invoices + counts.creditNotes);
});

test('the published examples, issued as invoices, break no rule, or are rejected with the rule', async () => {
  const counts = await checkExampleEInvoices(api, await findFatalRules());
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.invoices).toBeGreaterThan(120);
  expect(counts.valid).toBeGreaterThan(counts.invoices);
});

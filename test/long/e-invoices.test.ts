import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { loadOfficialRules } from '../../scripts/official-rules.ts';
import { packageRoot } from '../../src/config/package-root.ts';
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

/** Test files that issue invoices as callers do. */
const scenarios = [
  ...['rest/invoice', 'rest/credit', 'rest/deposits', 'rest/payments', 'rest/issue-dates'],
  ...['schema/invoice-lifecycle', 'schema/deposit-to-credit', 'schema/hours-to-refund'],
  ...['schema/reversals', 'domain/invoices', 'domain/accounting', 'exhaustive/domain-model'],
];

/** A currency of three decimals breaks one of the rules BR-DEC for each amount. The fault names the first. */
const isFault = (rule: string, faults: readonly string[]) =>
  faults.includes(rule) || (rule.startsWith('BR-DEC-') && faults.includes('BR-DEC-14'));

test('the invoices of the scenario tests break no rule, or are rejected with the rule', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'e-invoices-'));
  const vitest = ['npx', 'vitest', 'run', '--maxWorkers=2'];
  const tests = scenarios.map((path) => `test/${path}`);
  execFileSync('env', [`E_INVOICES=${folder}`, ...vitest, ...tests], { cwd: packageRoot });
  const findFatal = await findFatalRules();
  const counts = { valid: 0, rejected: 0 };
  for (const name of readdirSync(folder)) {
    const broken = await findFatal(readFileSync(join(folder, name), 'utf8'));
    const [, rules = ''] = /\.([^.]*)\.xml$/.exec(name) ?? [];
    const faults = rules === 'valid' ? [] : rules.split('+');
    const isNamed = broken.length === 0 || broken.some((rule) => isFault(rule, faults));
    expect({ name, broken, isNamed }).toMatchObject({ isNamed: true });
    counts[faults.length === 0 ? 'valid' : 'rejected'] += 1;
  }
  rmSync(folder, { recursive: true });
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.valid).toBeGreaterThan(500);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { useTestApi } from '../support/api.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';

const api = useTestApi();
let service: TestProcess;
beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service?.close());

async function run(settings: Record<string, string>) {
  const program = spawn(process.execPath, [join(packageRoot, 'examples/rest-integration.mjs')], {
    env: { ACTIONGRAPH_URL: service.url, ...settings },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  return { code, stdout, stderr };
}

test('the integration logs time, bills it, records the payment, and prints the message of an error', async () => {
  const { code, stdout, stderr } = await run({ ACTIONGRAPH_KEY: api.ours.key });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    'Logged 2026-11-20T09:00:00.000Z to 2026-11-20T11:30:00.000Z for "Cover".',
    'Billed 2.5 h of "Cover": INV-00001, 357 USD.',
    'The same hours once more: 409 conflicting_state: There is nothing to charge in USD: all of this work is charged already, or none of it is to be charged.',
    'Recorded the payment: INV-00001 is PAID, 0 USD due.',
    'The same payment once more: 409 invoice_closed: Invoice INV-00001 is PAID and takes no payment.',
    '',
  ]);
  const { body: clients } = await api.ours.get('clients/list');
  expect(clients).toMatchObject([{ name: 'Northwind Books' }]);
  expect((await api.ours.get('payableInvoices/search')).body).toEqual([]);
  // The hours that were logged are those that were billed.
  const [{ id: invoiceId }] = (await api.ours.get('invoices/search')).body;
  expect((await api.ours.get('timeWorked/search')).body).toMatchObject([{ invoiceId }]);
  expect((await api.ours.get('unbilledWork/search')).body).toEqual([]);
});

test('the integration can be run again: it finds its records by name', async () => {
  const { code, stdout } = await run({ ACTIONGRAPH_KEY: api.ours.key });
  expect(code).toBe(0);
  expect(stdout).toContain('is PAID, 0 USD due');
  expect((await api.ours.get('clients/list')).body).toHaveLength(1);
});

test('the integration ends with 1 and one sentence if the key is wrong', async () => {
  expect(await run({ ACTIONGRAPH_KEY: 'ag_1_nonsense' })).toEqual({
    code: 1,
    stdout: '',
    stderr: '401 invalid_api_key: Invalid X-API-KEY specified.\n',
  });
});

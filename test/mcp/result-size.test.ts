import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addContact, invoiceOf } from '../support/invoices.ts';
import type { McpClient } from '../support/mcp.ts';
import { connectMcp, mcpKey } from '../support/mcp.ts';

const api = useTestApi({
  sendsMail: true,
  mcp: { writesPerMinute: 0, hasGraphQL: true, toolTimeoutMs: 50_000 },
});

const maxBytes = 25_000;

const long = (length: number) => 'ü"'.repeat(length / 2);

const clientName = 'Lovelace Analytics';

let mcp: McpClient;
let clientId: string;
let invoice: string;
let invoiceNumber: string;

const lines = Array.from({ length: 100 }, (_, index) => ({
  ...{ description: `${index} ${long(900)}`, quantity: 1, unitPrice: 10, taxRate: 19 },
}));

async function openInvoice() {
  const created = await api.ours.post('invoices/create', {
    ...{ clientName, notes: long(10_000) },
    items: lines.map(({ description }) => ({ description, quantity: 1, rate: 10, taxRate: 19 })),
  });
  expect(created.status, created.text).toBe(200);
  await api.ours.post('invoices/markSent', { id: created.body.id });
  return created.body;
}

async function addWork(hour: number): Promise<void> {
  const day = new Date(Date.UTC(2026, 0, 1, hour));
  const { status } = await api.ours.post('timeWorked/create', {
    ...{
      clientName,
      projectName: `${hour} ${long(200)}`,
      createProject: true,
      timerStart: day,
      timerEnd: new Date(day.getTime() + 3_600_000),
    },
    ...{ hourlyAmount: 80, notes: `${hour} ${long(900)}` },
  });
  expect(status).toBe(200);
}

beforeAll(async () => {
  await api.signIn.signer.sign('');
  mcp = await connectMcp(api, await mcpKey(api.ours));
  const { body } = await api.ours.post('clients/create', {
    ...{ name: clientName, notes: long(20_000) },
  });
  clientId = body.id;
  await addContact(api, api.ours, clientId, {
    ...{ firstName: 'Ada', email: 'ada@lovelace.example', invoiceContact: true },
  });
  for (let index = 0; index < 60; index += 1)
    await api.ours.post('clients/create', {
      name: `Big ${index} ${long(240)}`,
      notes: long(5_000),
    });
  for (let hour = 0; hour < 60; hour += 1) await addWork(hour);
  for (let index = 0; index < 12; index += 1)
    await api.ours.patch('clients/update', { id: clientId, notes: `${index} ${long(5_000)}` });
  ({ id: invoice, invoiceNumberFormatted: invoiceNumber } = await openInvoice());
});

const credit = () => ({ invoice, action: 'credit', excess: 'CREDIT' });

/** Inputs whose results are larger than the limit. */
const inputs: Record<string, () => Record<string, unknown> | Promise<Record<string, unknown>>> = {
  find: () => ({ text: 'Big', limit: 100 }),
  get_record: () => ({ type: 'Invoice', id: invoice }),
  list_records: () => ({ type: 'Client', limit: 100 }),
  report: () => ({ kind: 'time_by_project', from: '2026-01-01', to: '2026-12-31' }),
  recent_changes: () => ({ types: ['client'], limit: 100 }),
  describe_type: () => ({ type: 'Invoice' }),
  create_record: () => ({ type: 'Vendor', data: { name: 'Adobe', notes: long(20_000) } }),
  update_record: () => ({
    ...{ type: 'Client', id: clientName, changes: { notes: `x${long(19_998)}` } },
  }),
  delete_record: () => ({ type: 'Client', id: clientName }),
  log_time: () => ({ clientName, start: '2026-03-02T09:00:00Z', hours: 1, notes: long(20_000) }),
  create_invoice: () => ({ client: clientName, lines, notes: long(20_000) }),
  send_document: () => ({ invoice }),
  record_payment: () => ({ invoiceNumber, amount: 1 }),
  correct_invoice: () => ({ ...credit(), reason: long(1_000) }),
  bill_work: () => ({
    ...{ client: clientName, groupBy: 'ENTRY', hourlyAmount: 80, dryRun: true },
  }),
  graphql_query: () => ({ query: '{ clients(first: 60) { nodes { id notes } } }' }),
};

test('every tool has an input', async () => {
  const names = (await mcp.tools()).map(({ name }) => name);
  expect(Object.keys(inputs).sort()).toEqual(names.sort());
});

/** Their results are below the limit. */
const small = new Set(['describe_type']);

describe.each(Object.keys(inputs))('%s', (tool) => {
  test('marks a large result as cut', async () => {
    const result = await mcp.call(tool, (await inputs[tool]?.()) ?? {});
    expect(result.isError, result.text).toBe(false);
    expect(result.bytes).toBeLessThanOrEqual(maxBytes);
    if (small.has(tool)) return;
    expect(result).toMatchObject({ truncated: true, hint: expect.any(String) });
    expect(result.text).toContain(result.hint);
  });

  test('marks a large error as cut', async () => {
    const unknown = Array.from({ length: 200 }, (_, index) => [`${long(150)}${index}`, index]);
    const result = await mcp.call(tool, Object.fromEntries(unknown));
    expect(result).toMatchObject({ isError: true, code: 'invalid_input', truncated: true });
    expect(result.errors.length).toBeGreaterThan(5);
    expect(result.bytes).toBeLessThanOrEqual(maxBytes);
  });
});

test('a write that is cut has the record and the confirmation', async () => {
  const input = { ...credit(), reason: 'Agreed' };
  const preview = await mcp.call('correct_invoice', input);
  expect(preview).toMatchObject({ truncated: true, dryRun: true });
  const { confirmation } = preview;
  const done = await mcp.call('correct_invoice', { ...input, confirmation });
  expect(done).toMatchObject({ isError: false, result: { type: 'CreditNote' } });
});

test('errors of 200 lines are cut', async () => {
  const faulty = Array.from({ length: 200 }, () => ({ quantity: long(2_000), unitPrice: 'x' }));
  const result = await mcp.call('create_invoice', { client: clientName, lines: faulty });
  expect(result).toMatchObject({ isError: true, code: 'invalid_input', truncated: true });
  expect(result.bytes).toBeLessThanOrEqual(maxBytes);
});

test('a message has a limited length', async () => {
  const body = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: long(500_000), arguments: {} },
  };
  const response = await api.app.request('/mcp', {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-api-key': api.ours.key },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });
  expect((await response.text()).length).toBeLessThan(1_000);
});

test('a list continues after a record that is cut', async () => {
  const { records, nextCursor } = await mcp.call('list_records', { type: 'Client', limit: 100 });
  const next = await mcp.call('list_records', { type: 'Client', limit: 1, after: nextCursor });
  expect(records.map(({ id }: { id: string }) => id)).not.toContain(next.records[0].id);
  expect(await invoiceOf(api.ours, clientName, 10)).toMatchObject({ id: expect.any(String) });
});

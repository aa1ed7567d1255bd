import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addContact, invoiceOf } from '../support/invoices.ts';
import type { McpClient, ToolAnswer } from '../support/mcp.ts';
import { connectMcp, mcpKey } from '../support/mcp.ts';

const api = useTestApi({ sendsMail: true, mcp: { writesPerMinute: 0, hasGraphQL: true } });

let mcp: McpClient;
let key: string;
let theirs: { clientId: string; invoiceId: string };

async function openInvoice(workspace = api.ours) {
  const { id, invoiceNumberFormatted: number } = await invoiceOf(workspace, 'Ada', 100);
  await workspace.post('invoices/markSent', { id });
  return { id: id as string, number: number as string };
}

beforeAll(async () => {
  await api.signIn.signer.sign('');
  key = await mcpKey(api.ours);
  mcp = await connectMcp(api, key);
  const { body: ada } = await api.ours.post('clients/create', { name: 'Ada' });
  const contact = { firstName: 'Ada', email: 'ada@lovelace.example', invoiceContact: true };
  await addContact(api, api.ours, ada.id, contact);
  const { body } = await api.theirs.post('clients/create', { name: 'Ada' });
  theirs = { clientId: body.id, invoiceId: (await openInvoice(api.theirs)).id };
});

test('ids of another workspace give the error of unknown ids', async () => {
  const unknown = { clientId: `cli_${'0'.repeat(32)}`, invoiceId: `inv_${'0'.repeat(32)}` };
  const callsWith = ({ clientId, invoiceId }: typeof theirs) => [
    () => mcp.call('get_record', { type: 'Client', id: clientId }),
    () => mcp.call('update_record', { type: 'Client', id: clientId, changes: { city: 'X' } }),
    () => mcp.call('delete_record', { type: 'Client', id: clientId }),
    () => mcp.call('report', { kind: 'statement', client: clientId }),
    () => mcp.call('create_invoice', { client: clientId, lines: [{ unitPrice: 5 }] }),
    () => mcp.call('bill_work', { client: clientId }),
    () => mcp.call('send_document', { invoice: invoiceId }),
    () => mcp.call('correct_invoice', { invoice: invoiceId, action: 'void', reason: 'X' }),
  ];
  const inTurn = async (calls: (() => Promise<ToolAnswer>)[]) => {
    const results: ToolAnswer[] = [];
    for (const call of calls) results.push(await call());
    return results;
  };
  const known = await inTurn(callsWith(theirs));
  const others = await inTurn(callsWith(unknown));
  const comparable = (results: typeof known) =>
    results.map((result) =>
      JSON.stringify([result.isError, result.text]).replaceAll(/(cli|inv)_\w{32}/g, 'id'),
    );
  expect(comparable(known)).toEqual(comparable(others));
  expect(known.every(({ isError }) => isError)).toBe(true);
});

describe('a confirmed call that is sent again acts once', () => {
  const corrections: Record<string, object> = {
    void: { action: 'void' },
    write_off: { action: 'write_off' },
    credit: { action: 'credit', lines: 'half' },
    refund_payment: { action: 'refund_payment', amount: 10 },
    reverse_payment: { action: 'reverse_payment' },
  };
  test.each(Object.keys(corrections))('%s', async (action) => {
    const { id, number } = await openInvoice();
    if (/payment/.test(action))
      await mcp.call('record_payment', { invoiceNumber: number, amount: 60 });
    const { lines, ...input }: { lines?: string; action?: string } = corrections[action] ?? {};
    const line = await api.database.prisma.invoiceLine.findFirst({ where: { invoiceId: id } });
    const call = {
      ...{ invoice: number, reason: 'Agreed', ...input },
      ...(lines && { lines: [{ lineId: line?.id, quantity: 0.5 }] }),
    };
    const { confirmation, text } = await mcp.call('correct_invoice', call);
    expect(confirmation, text).toEqual(expect.any(String));
    const done = await mcp.call('correct_invoice', { ...call, confirmation });
    expect(done.isError, done.text).toBe(false);
    const again = await mcp.call('correct_invoice', { ...call, confirmation });
    expect(again.isError, again.text).toBe(true);
  });
});

test.each([`${'['.repeat(12_000)}${']'.repeat(12_000)}`, `[${'{},'.repeat(12_000)}{}]`])(
  'very deep and very many arguments are rejected',
  async (where) => {
    for (const input of [
      `"list_records","arguments":{"type":"Client","where":${where}}`,
      `"create_record","arguments":{"type":"Client","data":{"name":"X","contacts":${where}}}`,
      `"graphql_query","arguments":{"query":"{ workspace { name } }","variables":{"a":${where}}}`,
      `"no_arguments","arguments":${where}`,
    ]) {
      const response = await api.app.request('/mcp', {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', authorization: `Bearer ${key}` },
          accept: 'application/json, text/event-stream',
        },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${input}}}`,
      });
      const text = await response.text();
      expect(text).toMatch(/invalid_operation|Invalid|invalid/);
      expect(text.length).toBeLessThan(10_000);
    }
  },
);

test('the same requestId for another tool or other arguments is rejected', async () => {
  const { number } = await openInvoice();
  const requestId = 'once';
  const first = { invoiceNumber: number, amount: 10, requestId };
  const answers = await Promise.all([
    mcp.call('record_payment', first),
    mcp.call('record_payment', { ...first, amount: 20 }),
    mcp.call('log_time', { clientName: 'Ada', start: '2026-03-02T09:00Z', hours: 1, requestId }),
  ]);
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
  for (const { code = 'done' } of answers)
    expect(code).toMatch(/^(done|idempotency_key_reused|idempotency_key_in_use)$/);
});

test('a key for time reads and writes nothing of invoices', async () => {
  const { id } = await openInvoice();
  const timeKey = await mcpKey(api.ours, ['time:read', 'time:write', 'mcp:write']);
  const narrow = await connectMcp(api, timeKey);
  const names = (await narrow.tools()).map(({ name }) => name);
  expect(names).not.toContain('send_document');
  for (const [tool, input] of [
    ['get_record', { type: 'Invoice', id }],
    ['report', { kind: 'receivables' }],
    ['describe_type', { type: 'Invoice' }],
    ['graphql_query', { query: `{ invoice(id: "${id}") { total } }` }],
    ['create_record', { type: 'Client', data: { name: 'New' } }],
    ['delete_record', { type: 'Client', id: 'Ada' }],
  ] as const) {
    const answer = await narrow.call(tool, input);
    expect([tool, answer.isError]).toEqual([tool, true]);
    expect(answer.text).not.toContain('100');
  }
  const logged = { clientName: 'Evil', start: '2026-03-02T09:00Z', hours: 1, create: true };
  expect(await narrow.call('log_time', { ...logged, projectName: 'X' })).toMatchObject({
    isError: true,
  });
});

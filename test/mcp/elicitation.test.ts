import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { invoiceOf } from '../support/invoices.ts';
import { mcpKey } from '../support/mcp.ts';
import { callTool } from '../support/mcp-client.ts';

const api = useTestApi();

type Answer = { action: 'accept' | 'decline'; content?: { confirm: boolean } };

let client: Client;
let answer: Answer;
let forms: string[];

beforeAll(async () => {
  await api.ours.post('clients/create', { name: 'Ada' });
  client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    forms.push(params.message);
    return answer;
  });
  const key = await mcpKey(api.ours);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${testPublicUrl}/mcp`), {
      fetch: async (url, init) => api.app.request(String(url), init as RequestInit),
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
});

beforeEach(() => {
  forms = [];
});

async function voidInvoice(extra: object = {}) {
  const { id, invoiceNumberFormatted: invoice } = await invoiceOf(api.ours, 'Ada', 100);
  await api.ours.post('invoices/markSent', { id });
  const result = await callTool(client, 'correct_invoice', {
    ...{ invoice, action: 'void', reason: 'Ordered twice' },
    ...extra,
  });
  const { status } = await api.database.prisma.invoice.findFirstOrThrow({ where: { id } });
  return { ...result, status };
}

test('the user confirms in a form with the preview', async () => {
  answer = { action: 'accept', content: { confirm: true } };
  const { data, isError, status } = await voidInvoice();
  expect({ isError, status }).toEqual({ isError: false, status: 'VOIDED' });
  expect(data).toMatchObject({ result: { type: 'Invoice', status: 'VOIDED' } });
  expect(forms).toEqual([expect.stringMatching(/^Correct an invoice\?\n.*VOIDED/s)]);
  expect(forms[0]).not.toContain('confirmation');
});

test.each<Answer>([{ action: 'decline' }, { action: 'accept', content: { confirm: false } }])(
  'nothing is done without the consent of the user: %o',
  async (given) => {
    answer = given;
    const { status, text } = await voidInvoice();
    expect(status).toBe('SENT');
    expect(text).toContain('declined');
  },
);

test('a dry run shows no form', async () => {
  const { data, status } = await voidInvoice({ dryRun: true });
  expect(data).toMatchObject({ dryRun: true, confirmation: expect.any(String) });
  expect([status, ...forms]).toEqual(['SENT']);
});

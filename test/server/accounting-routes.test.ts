import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { hostileTexts, textOfPdf } from '../support/documents.ts';
import { created, invoiceOf } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { arranger } from '../support/report-totals.ts';

const api = useTestApi();
const [hostile = ''] = hostileTexts;
let clientId: string;
let statement: string;

beforeAll(async () => {
  const { client, invoice, payment } = arranger(api, api.ours);
  clientId = await client({ name: hostile, city: 'Porto' });
  const issued = { invoiceNumberFormatted: 'RE-1', dateCreated: new Date('2026-02-03') };
  await payment(await invoice(clientId, 1_190, '2026-03-03', issued), 190, '2026-02-20');
  statement = `/books/statement?clientId=${clientId}&from=2026-02-01&to=2026-02-28`;
});

const withKey = (path: string, key = api.ours.key) =>
  api.request(path, { headers: { 'x-api-key': key } });

const asPdf = (path: string) => path.replace('statement?', 'statement.pdf?');

test('a statement is a page on which every text is a text, and nothing runs or loads', async () => {
  const { body, headers, status } = await withKey(statement);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(body).not.toContain(hostile);
  for (const text of ['&lt;script&gt;', 'Invoice RE-1', '€1,190.00', '−€190.00', '€1,000.00']) {
    expect(body).toContain(text);
  }
});

test('and a PDF with the same text', async () => {
  const response = await api.app.request(asPdf(statement), {
    headers: { 'x-api-key': api.ours.key },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const text = (await textOfPdf(new Uint8Array(await response.arrayBuffer()))).join('\n');
  for (const part of ['Statement of account', 'Porto', 'Payment of invoice RE-1', '€1,000.00']) {
    expect(text).toContain(part);
  }
});

test('the links in GraphQL lead there, for the signed-in user', async () => {
  const { email } = await addPerson(api, [[api.ours, 'ACCOUNTANT']]);
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  const { body } = await browser.gql(
    `query ($id: ID!) { statementOfAccount(clientId: $id, from: "2026-02-01", to: "2026-02-28") {
       client { city } pageUrl pdfUrl accounts { currency closing entries { kind amount invoice { total } } } } }`,
    { id: clientId },
  );
  const { accounts, client, pageUrl, pdfUrl } = body.data.statementOfAccount;
  expect(client).toEqual({ city: 'Porto' });
  expect(accounts).toMatchObject([
    {
      currency: 'EUR',
      closing: '1000',
      entries: [
        { kind: 'INVOICE', amount: '1190', invoice: { total: '1190' } },
        { kind: 'PAYMENT', amount: '-190', invoice: { total: '1190' } },
      ],
    },
  ]);
  for (const url of [pageUrl, pdfUrl]) {
    expect((await browser.get(url.replace('http://actiongraph.test', ''))).status).toBe(200);
  }
});

test('callers without read permission for all amounts of clients get nothing', async () => {
  expect((await api.request(statement)).status).toBe(401);
  expect((await withKey(statement, api.theirs.key)).status).toBe(404);
  const { key } = await createApiKey(api.ours.context, {
    name: 'Half',
    scopes: ['clients:read', 'time:read'],
  });
  const { email } = await addPerson(api, [[api.ours, 'MEMBER']]);
  const member = new TestBrowser(api);
  await member.signIn(email);
  for (const path of [statement, asPdf(statement)]) {
    const { body, status } = await withKey(path, key);
    expect([status, body.code]).toEqual([403, 'missing_scope']);
    expect((await member.get(path)).status).toBe(403);
  }
  const requested = await workspaceOf(api, api.ours.context, key).gql(
    `{ statementOfAccount(clientId: "${clientId}") { accounts { closing } } }`,
  );
  expect(JSON.stringify(requested.body)).toContain('missing_scope');
  expect(JSON.stringify(requested.body)).not.toContain('1000');
});

test('invalid days are reported as elsewhere', async () => {
  const { body, status } = await withKey(statement.replace('2026-02-28', '2026-01-28'));
  expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', 'to']);
  expect(body.path).toBe('/books/statement');
});

test('the numbers of a year are a page to print, in the workspace’s language, on which every text is a text', async () => {
  const workspace = await api.addWorkspace({ name: hostile });
  await mutated(workspace, 'updateWorkspace', { input: { language: 'de' } });
  await created(workspace, 'clients/create', { name: 'Ada' });
  const invoice = await invoiceOf(workspace, 'Ada', 5);
  await mutated(workspace, 'markInvoiceSent', { id: invoice.id });
  await mutated(workspace, 'voidInvoice', { id: invoice.id, reason: hostile });
  const year = new Date(invoice.dateCreated).getUTCFullYear();
  const { body, headers, status } = await withKey(`/books/numbers?year=${year}`, workspace.key);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(body).not.toContain(hostile);
  for (const text of ['lang="de"', 'Belegnummern', 'Es fehlt keine Nummer', '&lt;script&gt;']) {
    expect(body).toContain(text);
  }
  expect(body.split(invoice.invoiceNumberFormatted)).toHaveLength(4);
  const other = await withKey(`/books/numbers?year=${year - 1}`, workspace.key);
  expect(other.body).toContain('Kein Beleg dieses Jahres');
  expect((await api.request('/books/numbers')).status).toBe(401);
  expect((await withKey('/books/numbers?year=x', workspace.key)).status).toBe(400);
});

test('another method gets a 405 with the allowed one, for every path', async () => {
  const addresses = {
    statement: 'GET',
    'statement.pdf': 'GET',
    numbers: 'GET',
    'csv/clients.csv': 'GET',
  };
  for (const [path, method] of Object.entries({ ...addresses, 'datev.csv': 'POST' })) {
    const wrong = method === 'GET' ? 'POST' : 'GET';
    const { body, headers, status } = await api.request(`/books/${path}`, { method: wrong });
    expect([status, body.code, headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      method === 'GET' ? 'GET, HEAD' : 'POST',
    ]);
    expect(body.message).toContain(`use ${method}`);
  }
});

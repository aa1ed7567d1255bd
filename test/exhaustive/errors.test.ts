import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { authenticateKey } from '../../src/domain/workspaces/authentication.ts';
import { errorCatalogue } from '../../src/platform/errors/error-catalogue.ts';
import type { RestErrorCode } from '../../src/rest/core/error-samples.ts';
import { httpProtocolErrorCodes, restErrorCodes } from '../../src/rest/core/error-samples.ts';
import type { Answer } from '../support/api.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';
import { withPattern } from '../support/invoices.ts';
import { personDoors } from '../support/people.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { ublFile } from '../support/received-files.ts';
import { errorsInBody } from '../support/routes.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const api = useTestApi({
  bodyLimitBytes: 4_096,
  tokenIssuer: { issuer: 'http://localhost:1', audience: 'x' },
});
const hurried = useTestApi({ requestsPerMinute: 1 });
const broken = useTestApi();

beforeAll(async () => {
  const { ours } = api;
  await ours.post('clients/create', { name: 'Lovelace Analytics' });
  for (const invoiceNumber of ['INV-A-7', 'INV-B-7', 'INV-1000', 'INV-2000']) {
    const body = { clientName: 'Lovelace Analytics', invoiceNumber, amount: 100 };
    const pattern = invoiceNumber.replace(/\d+$/, '#');
    const make = () => ours.post('invoices/create', body);
    expect((await withPattern(api, ours, pattern, make)).status).toBe(200);
  }
  await broken.owner.query('ALTER TABLE "Vendor" RENAME TO "Vanished"');
});

const payment = (invoiceNumber: string, amount = 100) =>
  api.ours.post('payment/create', { invoiceNumber, amount });

const single = (key: string, idempotencyKey: string, body: object) =>
  api.request('/public/action/clients/create', {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  });

/** What HTTP itself rejects comes to no operation; `test/server/protocol-errors.test.ts` meets it on connections. */
type HttpCode = (typeof httpProtocolErrorCodes)[number];

const isMetHere = (code: RestErrorCode): code is Exclude<RestErrorCode, HttpCode> =>
  !(httpProtocolErrorCodes as readonly string[]).includes(code);

/** How each error is met. */
const meet: Record<Exclude<RestErrorCode, HttpCode>, () => Promise<Answer>> = {
  malformed_json: () =>
    api.request('/public/action/clients/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: '{',
    }),
  invalid_input: () => api.ours.post('clients/create', {}),
  invalid_api_key: () => api.request('/public/action/clients/list'),
  not_for_role: () =>
    personDoors(api)({ contact: { contactId: 'con_1', clientId: 'cli_1' } }).get('clients/list'),
  not_signed_in: () =>
    api.request('/public/action/clients/list', { headers: { authorization: 'Bearer x.y.z' } }),
  issuer_unavailable: async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const headers = { alg: 'RS256', kid: 'x' };
    const token = `${part(headers)}.${part({ iss: 'http://localhost:1', sub: 'x' })}.x`;
    return api.request('/public/action/clients/list', {
      headers: { authorization: `Bearer ${token}` },
    });
  },
  origin_not_allowed: async () => {
    const { email } = await addPerson(api, [[api.ours, 'ADMIN']]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    browser.origin = 'https://evil.example';
    return browser.post('/public/action/clients/create', { name: 'X' });
  },
  workspace_required: async () => {
    const { email } = await addPerson(api, [
      [api.ours, 'VIEWER'],
      [api.theirs, 'VIEWER'],
    ]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    return browser.get('/public/action/clients/list');
  },
  wrong_workspace: () => api.ours.get(`account/${api.theirs.accountId}`),
  missing_scope: async () => {
    const { key } = await createApiKey(api.ours.context, { name: 'Reader', scopes: ['read'] });
    return api.request('/public/action/clients/create', {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
  },
  route_not_found: () => api.ours.get('clients/dance'),
  record_not_found: () => api.ours.patch('clients/update', { id: 'cli_unknown' }),
  name_not_found: () => api.ours.post('projects/create', { name: 'Site', clientName: 'Lovelac' }),
  method_not_allowed: () => api.ours.get('clients/create'),
  name_taken: () => api.ours.post('clients/create', { name: 'Lovelace Analytics' }),
  id_taken: async () => {
    const newId = `cli_${'0'.repeat(32)}`;
    await api.ours.post('clients/create', { name: 'Identified', newId });
    return api.ours.post('clients/create', { name: 'Another', newId });
  },
  external_id_taken: async () => {
    const called = { externalId: '42', source: 'hubspot' };
    await api.ours.post('clients/create', { name: 'Called', ...called });
    return api.ours.post('clients/create', { name: 'Called otherwise', ...called });
  },
  number_taken: () =>
    api.ours.post('invoices/create', {
      clientName: 'Lovelace Analytics',
      invoiceNumber: 'INV-1000',
      amount: 1,
    }),
  number_ambiguous: () => payment('7'),
  duplicate_payment: async () => {
    const body = { invoiceNumber: 'INV-1000', amount: 1, referenceNumber: 'BANK-77' };
    expect((await api.ours.post('payment/create', body)).status).toBe(200);
    return api.ours.post('payment/create', body);
  },
  duplicate_bill: async () => {
    const upload = () =>
      api.request('/public/action/expenses/createFromFile', {
        method: 'POST',
        headers: { 'x-api-key': api.ours.key, 'content-type': 'application/xml' },
        body: ublFile(),
      });
    expect((await upload()).status).toBe(200);
    return upload();
  },
  invoice_closed: async () => {
    expect((await payment('INV-2000')).status).toBe(200);
    return payment('INV-2000');
  },
  payment_exceeds_amount_due: () => payment('INV-1000', 100.01),
  duplicate_refund: async () => {
    const { body: invoice } = await payment('INV-1000', 1);
    const { id } = invoice.payments.at(-1);
    const body = { id, amount: 0.01, referenceNumber: 'Once' };
    await api.ours.post('payment/refund', body);
    return api.ours.post('payment/refund', body);
  },
  refund_exceeds_payment: async () => {
    const { body: invoice } = await payment('INV-1000', 1);
    const { id } = invoice.payments.at(-1);
    return api.ours.post('payment/refund', { id, amount: 1.01 });
  },
  e_invoice_incomplete: async () => {
    const { body: invoice } = await api.ours.post('invoices/create', {
      clientName: 'Lovelace Analytics',
      amount: 1,
    });
    return api.ours.get('invoices/eInvoice', { invoiceId: invoice.id, format: 'PEPPOL_UBL' });
  },
  credit_exceeded: async () => {
    const { body: invoice } = await payment('INV-1000', 1);
    return api.ours.post('invoices/applyCredit', { id: invoice.id, amount: 1 });
  },
  events_expired: () => api.ours.get('events/list', { after: '999999-abc' }),
  secret_not_kept: async () => {
    const send = () =>
      api.request('/public/action/webhooks/create', {
        method: 'POST',
        headers: {
          ...{ 'x-api-key': api.ours.key, 'content-type': 'application/json' },
          'idempotency-key': 'issued-secret',
        },
        body: JSON.stringify({ url: 'https://receiver.example/', types: ['client'] }),
      });
    await send();
    return send();
  },
  idempotency_key_in_use: async () => {
    const { accountId, key } = api.ours;
    const { keyId } = await authenticateKey(api.database.prisma, key, new Date());
    const holder = await api.database.pool.connect();
    const name = `${accountId} ${keyId} busy`;
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 35))', [name]);
    const answer = await single(key, 'busy', { name: 'Busy' });
    await holder.query('ROLLBACK');
    holder.release();
    return answer;
  },
  idempotency_key_reused: async () => {
    expect((await single(api.ours.key, 'used', { name: 'First' })).status).toBe(200);
    return single(api.ours.key, 'used', { name: 'Second' });
  },
  conflicting_state: async () => {
    const { accountId } = api.ours;
    const user = { accountId, email: 'gone@ours.example', active: false };
    await api.database.prisma.user.create({ data: user });
    return api.ours.post('calendar/createOrUpdate', {
      startTime: '2026-04-02T14:00:00Z',
      endTime: '2026-04-02T15:00:00Z',
      userEmail: user.email,
    });
  },
  id_missing: () => api.ours.patch('clients/update', { name: 'Nameless' }),
  version_mismatch: async () => {
    const { body } = await api.ours.post('clients/create', { name: 'Twice changed' });
    return api.request('/public/action/clients/update', {
      method: 'PATCH',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json', 'if-match': '"7"' },
      body: JSON.stringify({ id: body.id, phone: '1' }),
    });
  },
  body_too_large: () => api.ours.post('clients/create', { name: 'x'.repeat(5_000) }),
  unsupported_media_type: () =>
    api.request('/public/action/clients/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'text/plain' },
      body: 'name',
    }),
  too_many_requests: async () => {
    // No minute ends between the two.
    vi.useFakeTimers({ toFake: ['Date'] });
    await hurried.ours.get('clients/list');
    return hurried.ours.get('clients/list').finally(() => vi.useRealTimers());
  },
  internal_error: () => broken.ours.get('vendors/list'),
  outcome_unknown: async () => {
    const { port, user, password, database: name } = api.database.pool.options;
    const proxy = await startTcpProxy(Number(port));
    const url = `postgresql://${user}:${password}@127.0.0.1:${proxy.port}/${name}`;
    const database = openTestDatabase({ url });
    proxy.loseAnswerTo('commit');
    const response = await createTestApp(database).request('/public/action/clients/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Stored, and nobody told' }),
    });
    await database.close();
    await proxy.close();
    expect(response.headers.get('retry-after')).toBeNull();
    return { status: response.status, headers: response.headers, body: await response.json() };
  },
  read_only: async () => {
    const database = openTestDatabase({
      url: `${api.databaseUrl}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`,
    });
    const response = await createTestApp(database).request('/public/action/clients/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Nobody' }),
    });
    await database.close();
    return { status: response.status, headers: response.headers, body: await response.json() };
  },
  database_unavailable: async () => {
    // A port that was just freed could be given to another test.
    const database = openTestDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
    const app = createTestApp(database);
    const headers = { 'x-api-key': api.ours.key };
    const response = await app.request('/public/action/clients/list', { headers });
    await database.close();
    return { status: response.status, headers: response.headers, body: await response.json() };
  },
};

describe.each(restErrorCodes.filter(isMetHere))('%s', (code) => {
  test('is returned with its status, in the form of every error', async () => {
    const answer = await meet[code]();
    const { status, title } = errorCatalogue[code];
    expect(answer).toMatchObject({ status, body: { code, error: title } });
    expect(errorsInBody(answer)).toEqual([]);
    const retry = Number(answer.headers.get('retry-after'));
    if (status === 429 || status === 503) expect(retry).toBeGreaterThan(0);
  });
});

test('a defect reveals no internals', async () => {
  const { body } = await broken.ours.get('vendors/list');
  expect(JSON.stringify(body)).not.toMatch(/vendor"|relation|prisma|select/i);
  expect(body.message).toContain(body.requestId);
});

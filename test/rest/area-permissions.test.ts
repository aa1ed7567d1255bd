import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

async function keyWith(...scopes: Scope[]): Promise<string> {
  return (await createApiKey(api.ours.context, { name: 'Key', scopes })).key;
}

async function call(scopes: Scope[], method: string, path: string, body?: object): Promise<Answer> {
  const key = await keyWith(...scopes);
  return api.request(path.startsWith('/') ? path : `/public/action/${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const secret =
  /12 Secret Street|VAT 17|Pay to the secret account|Ada Secretary|owner@|Secret project/;
const client = {
  name: 'Lovelace',
  address1: '12 Secret Street',
  payInstructions: 'Pay to the secret account',
};
const invoice = { clientName: 'Lovelace', items: [{ description: 'Work', quantity: 1, rate: 10 }] };
const time = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

let projectId: string;

beforeAll(async () => {
  const { ours, database } = api;
  const where = { accountId: ours.accountId };
  await database.prisma.user.updateMany({
    where,
    data: { firstName: 'Ada', lastName: 'Secretary' },
  });
  expect((await ours.post('clients/create', client)).status).toBe(200);
  const project = await ours.post('projects/create', {
    name: 'Secret project',
    clientName: 'Lovelace',
  });
  projectId = project.body.id;
  await ours.gql(
    `mutation { createTaxRule(input: { name: "VAT 17", components: [{ name: "VAT 17", rate: 17, order: 1 }] }) { ... on CreateTaxRuleSuccess { taxRule { id } } } }`,
  );
});

describe('a key for one area', () => {
  test('allows all of its operations, and every other operation names the missing scope', async () => {
    expect((await call(['clients:read'], 'GET', 'clients/list')).status).toBe(200);
    expect((await call(['clients:read'], 'GET', 'contacts/search')).status).toBe(200);
    expect((await call(['expenses:read'], 'GET', 'vendors/list')).status).toBe(200);
    for (const [path, scope] of [
      ['payableInvoices/search', 'invoices:read'],
      ['users/list', 'people:read'],
      ['invoiceTemplates/list', 'settings:read'],
      ['formNames/list', 'sales:read'],
    ]) {
      const answer = await call(['clients:read', 'clients:write'], 'GET', String(path));
      expect(answer).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
      expect(answer.body.message).toContain(`"${scope}"`);
    }
    const rejection = await call(['clients:read'], 'POST', 'clients/create', { name: 'No' });
    expect(rejection.status).toBe(403);
    expect(rejection.body.message).toContain('"clients:write"');
  });

  test('that only reads or only writes changes no existing record', async () => {
    const { body } = await api.ours.get('clients/search', { query: 'Lovelace' });
    const change = { id: body[0].id, name: 'Changed' };
    for (const scope of ['clients:read', 'clients:write'] as const) {
      expect((await call([scope], 'PATCH', 'clients/update', change)).status).toBe(403);
    }
    const both: Scope[] = ['clients:read', 'clients:write'];
    expect(
      (await call(both, 'PATCH', 'clients/update', { ...change, name: 'Lovelace' })).status,
    ).toBe(200);
  });

  test('gets null for the parts of another area, and the rest of the record', async () => {
    await api.ours.post('tasks/create', { name: 'Draw', projectId });
    for (const path of ['tasks/list', 'projects/search']) {
      const own = await call(['projects:read'], 'GET', path);
      expect(own.body[0]).toMatchObject({
        id: expect.any(String),
        client: null,
        clientId: expect.any(String),
      });
      expect(JSON.stringify(own.body)).not.toContain('Lovelace');
      const whole = await call(['projects:read', 'clients:read'], 'GET', path);
      expect(whole.body[0].client.name).toBe('Lovelace');
    }
  });

  test('can read its owner, and the name of the workspace if it may read that', async () => {
    const any = await call(['time:write'], 'GET', '/public/api/auth');
    expect(any).toMatchObject({
      status: 200,
      body: { accountId: api.ours.accountId, accountName: null },
    });
    expect((await call(['read'], 'GET', '/public/api/auth')).body.accountName).toBe('Ours');
  });

  test('does not search invoices by a client that it may not see', async () => {
    const path = 'payableInvoices/search';
    expect((await call(['invoices:read'], 'GET', path)).status).toBe(200);
    const denied = await call(['invoices:read'], 'GET', `${path}?query=Lovelace`);
    expect(denied.status).toBe(403);
    expect(denied.body.message).toContain('"clients:read"');
  });
});

describe('the response of a write', () => {
  test.each([[['write']], [['time:write']], [['time:write', 'time:read']]] as [Scope[]][])(
    'of time with %j contains the entry, and no name but those of the input',
    async (scopes) => {
      const entry = { ...time, clientName: 'Lovelace', projectId };
      const { status, body } = await call(scopes, 'POST', 'timeWorked/create', {
        ...entry,
        clientName: undefined,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...{ id: expect.stringMatching(/^tim_/), duration: 3600, projectId },
        ...{ clientName: null, projectName: null, userFullName: null },
      });
      expect(JSON.stringify(body)).not.toMatch(secret);
    },
  );

  test.each([[['write']], [['invoices:write']]] as [Scope[]][])(
    'of an invoice with %j contains its own values, and none that were copied from others',
    async (scopes) => {
      const items = [{ ...invoice.items[0], projectId }];
      const taxed = { clientName: 'Lovelace', amount: 10, taxRate: 17 };
      for (const body of [{ ...invoice, items }, taxed]) {
        const answer = await call(scopes, 'POST', 'invoices/create', body);
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({
          ...{ id: expect.stringMatching(/^inv_/), status: 'DRAFT' },
          ...{ clientInfo: null, viewOnlineUrl: null, taxBreakdown: null },
        });
        expect(JSON.stringify(answer.body)).not.toMatch(secret);
      }
      const whole = await api.ours.post('invoices/create', { ...invoice, items });
      expect(JSON.stringify(whole.body)).toMatch(secret);
    },
  );

  test('contains no names of records in an area without read permission', async () => {
    const vendor = await api.ours.post('expenses/create', { amount: 1, vendor: 'Secret vendor' });
    const lead = await api.ours.post('formSubmissions/create', {
      formName: 'Secret form',
      email: 'x@y.example',
    });
    const forms = await api.database.prisma.form.findFirstOrThrow({
      where: { name: 'Secret form' },
    });
    expect([vendor.status, lead.status]).toEqual([200, 200]);
    for (const [path, body] of [
      ['tasks/create', { name: 'Task by a key', projectId }],
      ['expenses/create', { amount: 1, vendorId: vendor.body.vendorId }],
      ['opportunities/create', { name: 'Deal' }],
      ['formSubmissions/create', { formId: forms.id, email: 'x@y.example' }],
    ] as const) {
      const answer = await call(['write'], 'POST', path, body);
      expect(answer.status, path).toBe(200);
      expect(JSON.stringify(answer.body)).not.toMatch(/Secret|"To do"|"Lead"/);
      const whole = await call(['write', 'read'], 'POST', path, { ...body, name: `${path} again` });
      expect(JSON.stringify(whole.body)).toMatch(/Secret|"To do"|"Lead"/);
    }
  });

  test('of a lead requires write permission for clients, which it creates', async () => {
    const lead = { email: 'a@b.example', businessName: 'New business' };
    const failed = await call(['sales:write'], 'POST', 'formSubmissions/create', lead);
    expect(failed.body.message).toContain('"clients:write"');
    const taken = await call(
      ['sales:write', 'clients:write'],
      'POST',
      'formSubmissions/create',
      lead,
    );
    expect(taken.status).toBe(200);
  });

  test('with a flag requires write permission for the created records', async () => {
    for (const clientName of ['Lovelace', 'Unheard of']) {
      const body = { ...time, clientName, createClient: true };
      const refused = await call(['time:write'], 'POST', 'timeWorked/create', body);
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain('"clients:write"');
    }
  });

  test('reports for a taken name only that it was rejected', async () => {
    const { status, body } = await call(['clients:write'], 'POST', 'clients/create', client);
    expect([status, body.code]).toEqual([409, 'conflicting_state']);
    expect(JSON.stringify(body)).not.toMatch(/Lovelace|taken/);
  });

  test('names no client and no contact of an invoice that cannot be sent', async () => {
    const { body: list } = await api.ours.get('clients/search', { query: 'Lovelace' });
    const sent = { clientId: list[0].id, items: invoice.items, sendTo: { send: true } };
    const untold = await call(['invoices:write'], 'POST', 'invoices/create', sent);
    expect(untold.status).toBe(400);
    expect(JSON.stringify(untold.body)).not.toContain('Lovelace');
    const whole = await call(['invoices:write', 'clients:read'], 'POST', 'invoices/create', sent);
    expect(JSON.stringify(whole.body)).toContain('Lovelace');
  });
});

test('a key with read and write has all operations from before there were areas', async () => {
  const before = { ...invoice, items: [{ ...invoice.items[0], projectName: 'Secret project' }] };
  const key: Scope[] = ['read', 'write'];
  const made = await call(key, 'POST', 'invoices/create', before);
  expect(made.body.clientInfo.name).toBe('Lovelace');
  const entry = { ...time, clientName: 'Lovelace', projectName: 'Secret project' };
  const worked = await call(key, 'POST', 'timeWorked/create', {
    ...entry,
    deliverableName: 'D',
    createDeliverable: true,
  });
  expect(worked.body).toMatchObject({ clientName: 'Lovelace', userFullName: 'Ada Secretary' });
  const fields = { name: 'With values', customValues: { 'A new field': 'x' } };
  const valued = await call(key, 'POST', 'clients/create', fields);
  expect(valued.body.customValues[0]).toMatchObject({ fieldName: 'A new field', value: 'x' });
});

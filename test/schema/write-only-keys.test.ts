import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { createUser, deactivateUser } from '../../src/domain/workspaces/users.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

let writer: string;

beforeAll(async () => {
  writer = await keyWith(['write', 'keys:write']);
});

async function keyWith(scopes: Scope[]): Promise<string> {
  return (await createApiKey(api.ours.context, { name: 'Key', scopes })).key;
}

const headers = (key: string) => ({ 'x-api-key': key, 'content-type': 'application/json' });

const gql = (key: string, query: string): Promise<Answer> =>
  api.request('/graphql', {
    method: 'POST',
    headers: headers(key),
    body: JSON.stringify({ query }),
  });

const call = (key: string, method: string, path: string, body: object): Promise<Answer> =>
  api.request(`/public/action/${path}`, {
    method,
    headers: headers(key),
    body: JSON.stringify(body),
  });

const clients = async () => (await api.ours.get('clients/list')).body.length;

describe('a key with write and without read permission', () => {
  test.each([
    [
      'the record itself',
      'createClient(input: { name: "C" }) { ... on CreateClientSuccess { client { name } } }',
    ],
    [
      'what is related to it',
      'createFormSubmission(input: { formName: "F", email: "a@b.example" }) { ... on CreateFormSubmissionSuccess { formSubmission { client { id invoices { totalCount } } } } }',
    ],
    ['a named fragment', 'createClient(input: { name: "C" }) { ...F }'],
    ['an inline fragment in another', 'createClient(input: { name: "C" }) { ... { ...G } }'],
    [
      'a record of a bulk',
      'createContacts(input: { items: [{ firstName: "A" }] }) { ... on CreateContactsSuccess { results { ... on CreateContactSuccess { contact { id email } } } } }',
    ],
    [
      'a key that it makes',
      'createApiKey(input: { name: "K", scopes: [WRITE] }) { ... on CreateApiKeySuccess { key apiKey { name } } }',
    ],
    [
      'a list beside what it may see',
      'createClient(input: { name: "C" }) { ... on CreateClientSuccess { client { id contacts { edges { node { id } } } } } }',
    ],
  ])('selects no stored values, before anything is written: %s', async (_, field) => {
    const before = await clients();
    const fragments = {
      F: 'on CreateClientSuccess { client { notes } }',
      G: 'on CreateClientSuccess { client { ... on Node { ... on Client { notes } } } }',
    };
    const used = Object.entries(fragments).filter(([name]) => field.includes(`...${name}`));
    const { body } = await gql(
      writer,
      `mutation { ${field} } ${used.map(([name, on]) => `fragment ${name} ${on}`).join(' ')}`,
    );
    const [name = ''] = field.split('(');
    expect(body.data).toEqual({ [name]: null });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].extensions.code).toBe('missing_scope');
    expect(body.errors[0].message).toMatch(/"[a-z]+:read"/);
    expect(body.errors[0].path[0]).toBe(name);
    expect(await clients()).toBe(before);
  });

  test('gets the missing read scope, not the advice to get all of them', async () => {
    const { body } = await gql(writer, '{ clients { nodes { id } } }');
    expect(body.errors[0].message).toContain(
      'lacks the scope of this area: it cannot read anything',
    );
  });

  test.each(['voidInvoice', 'sendInvoice', 'markInvoiceSent', 'deleteInvoice', 'writeOffInvoice'])(
    'gets neither number nor state of an invoice: %s',
    async (mutation) => {
      const clientName = `Paid ${mutation}`;
      await api.ours.post('clients/create', { name: clientName });
      const { body: invoice } = await api.ours.post('invoices/create', {
        clientName,
        items: [{ description: 'Work', quantity: 1, rate: 10 }],
      });
      const { invoiceNumberFormatted: number } = invoice;
      await api.ours.post('payment/create', { invoiceNumber: number, amount: invoice.amountDue });
      const input =
        mutation === 'sendInvoice' ? `id: "${invoice.id}", contacts: []` : `id: "${invoice.id}"`;
      const source = `mutation { it: ${mutation}(input: { ${input} }) { __typename ... on ExpectedError { message } } }`;
      const whole = JSON.stringify((await gql(api.ours.key, source)).body);
      const { body } = await gql(writer, source);
      if (whole.includes('ConflictError')) expect(whole).toContain(number);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${number}|PAID|SENT|DUPLICATE`));
    },
  );

  test('selects ids, and the effects of the operation itself', async () => {
    const { body } = await gql(
      writer,
      `mutation {
        made: createClient(input: { name: "Lovelace" }) { __typename ... on CreateClientSuccess { client { id ... on Node { id } } } ... on ExpectedError { code } }
        again: createClient(input: { name: "Lovelace" }) { __typename ... on ConflictError { code message errors { path code } } }
        bulk: createContacts(input: { items: [{ firstName: "A" }, { email: "no" }], partial: true }) {
          ... on CreateContactsSuccess {
            made refused results {
              __typename ... on CreateContactSuccess { contact { id } } ... on ExpectedError { code message }
            }
          }
        }
        key: createApiKey(input: { name: "K", scopes: [WRITE] }) { ... on CreateApiKeySuccess { key apiKey { id } } }
      }`,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data).toMatchObject({
      made: { __typename: 'CreateClientSuccess', client: { id: expect.any(String) } },
      again: { __typename: 'ConflictError', code: 'conflicting_state', errors: [] },
      bulk: { made: 1, refused: 1, results: [{ contact: {} }, { code: 'invalid_input' }] },
      key: { key: expect.any(String), apiKey: { id: expect.any(String) } },
    });
  });

  test('gets no near matches', async () => {
    await api.ours.post('clients/create', { name: 'Babbage Engines' });
    const input = { name: 'P', clientName: 'Babage Engines' };
    const own = await call(writer, 'POST', 'projects/create', input);
    const whole = await api.ours.post('projects/create', input);
    expect(JSON.stringify(whole.body)).toContain('Babbage');
    expect(own.status).toBe(404);
    expect(JSON.stringify(own.body)).not.toContain('Babbage');
  });

  test('learns nothing from errors of the invoices that it pays', async () => {
    const items = [{ itemName: 'Work', rate: 1234.5 }];
    await api.ours.post('clients/create', { name: 'Turing' });
    const invoice = async (fields: object) => {
      const made = await api.ours.post('invoices/create', {
        clientName: 'Turing',
        items,
        ...fields,
      });
      expect(made.status).toBe(200);
      return made.body;
    };
    const { invoiceNumberFormatted, invoiceNumber } = await invoice({});
    const closed = await invoice({});
    const payment = { invoiceNumber: closed.invoiceNumberFormatted, amount: 1234.5 };
    expect((await api.ours.post('payment/create', payment)).status).toBe(200);
    const pay = async (key: string, number: number, amount: number) => {
      const input = `{ invoiceNumber: "${number}", amount: ${amount} }`;
      const { body } = await gql(
        key,
        `mutation { recordPayment(input: ${input}) { ... on ExpectedError { code message errors { message } } } }`,
      );
      return body.data.recordPayment;
    };
    const reported = JSON.stringify(await pay(api.ours.key, invoiceNumber, 9_999));
    expect(reported).toContain('1234.5');
    expect(reported).toContain(invoiceNumberFormatted);
    const rejected = await pay(writer, invoiceNumber, 9_999);
    expect(rejected.code).toBe('payment_exceeds_amount_due');
    expect(JSON.stringify(rejected)).not.toMatch(/1234|USD|INV/);
    const late = await pay(writer, closed.invoiceNumber, 1);
    expect(late.code).toBe('invoice_closed');
    expect(JSON.stringify(late)).not.toMatch(/PAID|INV/);
  });

  test('gets no addresses of users in errors', async () => {
    const gone = await createUser(api.ours.context, { email: 'gone@lovelace.example' });
    const userId = gone.id;
    await deactivateUser(api.ours.context, { id: userId });
    await api.ours.post('clients/create', { name: 'Church' });
    await api.ours.post('projects/create', { name: 'Lambda', clientName: 'Church' });
    const work = { clientName: 'Church', projectName: 'Lambda' };
    const task = { ...work, name: 'T', assignedToList: [userId] };
    const whole = await api.ours.post('tasks/create', task);
    expect(whole.body.message).toContain('gone@lovelace.example is inactive');
    const own = await call(writer, 'POST', 'tasks/create', task);
    expect(own.body.message).toContain('is inactive');
    expect(JSON.stringify(own.body)).not.toContain('gone@');
  });

  test('creates over REST, and neither changes nor sees existing records', async () => {
    const made = await call(writer, 'POST', 'clients/create', { name: 'Hopper' });
    expect(made).toMatchObject({ status: 200, body: { name: 'Hopper' } });
    const { id } = made.body;
    const change = { id, name: 'Changed' };
    const [event] = [{ eventId: 'x', startTime: '2026-01-01T10:00:00Z', summary: 'S' }];
    for (const [method, path, body] of [
      ['PATCH', 'clients/update', change],
      ['PUT', 'clients/update', change],
      ['POST', 'payment/create', { invoiceNumber: 'INV-1', amount: 1 }],
      ['POST', 'calendar/createOrUpdate', event],
    ] as const) {
      const answer = await call(writer, method, path, body);
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
    }
    const { body } = await api.ours.get('clients/search', { id });
    expect(body[0].name).toBe('Hopper');
    const { eventId: _, ...fresh } = event;
    expect((await call(writer, 'POST', 'calendar/createOrUpdate', fresh)).status).toBe(200);
  });
});

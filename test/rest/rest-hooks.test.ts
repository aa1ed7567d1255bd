import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import type { HookTypeName } from '../../src/domain/webhooks/hook-types.ts';
import { hookTypeNames } from '../../src/domain/webhooks/hook-types.ts';
import { rotateWebhookSecret } from '../../src/domain/webhooks/rotate-secret.ts';
import { createApiKey, revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { deleteRecord } from '../../src/write/delete-record.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { publishStaged } from '../support/log-ends.ts';
import { mutated } from '../support/mutations.ts';
import type { ReceivedRequest } from '../support/webhooks.ts';
import { startDelivery, useReceiver } from '../support/webhooks.ts';

const api = useTestApi();

type Body = Record<string, unknown>;

const call = (
  path: string,
  body: unknown,
  { base = '/public/api', key = api.ours.key, headers = {} }: Record<string, unknown> = {},
) =>
  api.request(`${base}/${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': String(key),
      'content-type': 'application/json',
      ...(headers as object),
    },
    body: JSON.stringify(body),
  });

const until = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 10 });

const clientName = 'Lovelace Analytics';
const projectName = 'Website';

async function done(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { body, status } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const post = (path: string, body: object) => done(api.ours.post(path, body));
const patch = (path: string, body: object) => done(api.ours.patch(path, body));

async function subscribe(type: string, hookUrl: string, more: object = {}): Promise<string> {
  const { body, status } = await call('subscribe', { type, hookUrl, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

beforeAll(async () => {
  await post('clients/create', { name: clientName });
  await post('contacts/create', { first: 'Ada', email: 'ada@lovelace.example', clientName });
  await post('projects/create', { name: projectName, clientName });
});

const name = () => `Name ${randomUUID()}`;
const newClient = () => post('clients/create', { name: name() });
const newProject = () => post('projects/create', { name: name(), clientName });
const newTask = () => post('tasks/create', { name: name(), clientName, projectName });
const newOpportunity = () => post('opportunities/create', { name: name(), clientName });
const newTime = () =>
  post('timeWorked/create', {
    ...{ clientName, projectName },
    ...{ timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' },
  });
const newMeeting = (more: object = {}) =>
  post('calendar/createOrUpdate', {
    ...{ summary: name(), eventId: randomUUID() },
    ...{ startTime: '2026-04-02T14:00:00Z', endTime: '2026-04-02T15:00:00Z', ...more },
  });
const newInvoice = (more: object = {}) =>
  post('invoices/create', {
    ...{ clientName, items: [{ description: 'Work', quantity: 2, rate: 50 }], ...more },
  });
const newTicket = async () => {
  const body = { userEmail: 'ada@lovelace.example', ticketType: 'Support', subject: name() };
  return (await post('tickets/create', body)).ticket as Body;
};
const sentInvoice = async () => post('invoices/send', await onlyId(newInvoice()));
const onlyId = async (record: Promise<Body>) => ({ id: (await record).id });
const mutate = (operation: string, input: object) => mutated(api.ours, operation, { input });

interface Case {
  /** Makes the record that changes. */
  arrange?: () => Promise<Body>;
  /** Returns the expected fields of the body, or the changed record. */
  change: (record: Body) => Promise<Body>;
  /** Fields of the body. */
  has?: Body;
}

const client = { id: expect.any(String), name: clientName };
const related = { client, project: { id: expect.any(String), name: projectName } };
const invoice = {
  clientInfo: expect.objectContaining({ name: clientName }),
  lineItems: [expect.objectContaining({ description: 'Work', quantity: 2, unitPrice: 50 })],
  invoiceNumberFormatted: expect.any(String),
  dateDue: expect.any(String),
};

/** A change of a record through the API for each type of hook. */
const cases: Record<HookTypeName, Case> = {
  ClientCreate: { change: newClient, has: { contacts: [] } },
  ClientUpdate: {
    arrange: newClient,
    change: ({ id }) => patch('clients/update', { id, archive: true }),
    has: { archive: true },
  },
  ClientDelete: {
    arrange: newClient,
    change: async ({ id, name }) => {
      await post('clients/merge', { keep: clientName, merge: id });
      return { id, name, clientType: 'Client', archive: false };
    },
  },
  ProjectCreate: { change: newProject, has: { client } },
  ProjectUpdate: {
    arrange: newProject,
    change: ({ id }) => patch('projects/update', { id, description: 'New' }),
    has: { client, description: 'New' },
  },
  ProjectComplete: {
    arrange: newProject,
    change: ({ id }) => patch('projects/update', { id, active: false }),
    has: { client, active: false },
  },
  DeliverableCreate: { change: newTask, has: { ...related, status: 'To do' } },
  DeliverableUpdate: {
    arrange: newTask,
    change: ({ id }) => patch('tasks/update', { id, priority: 3 }),
    has: { ...related, priority: 3, statusId: expect.any(String) },
  },
  DeliverableDelete: {
    arrange: newTask,
    change: async ({ id, name }) => {
      await mutate('deleteDeliverable', { id });
      return { id, name, ...related, status: 'To do', archived: false };
    },
  },
  DeliverableApproval: {
    arrange: newTask,
    change: ({ name }) =>
      post('deliverable/approve', { clientName, projectName, deliverableName: name }),
    has: { ...related, status: 'Complete' },
  },
  TimerCreate: { change: newTime, has: { clientName, duration: 3_600, billable: true } },
  TimerUpdate: {
    arrange: newTime,
    change: async ({ id }) => {
      await mutate('updateTimeEntry', { id, notes: 'Longer' });
      return { id, notes: 'Longer', projectName };
    },
  },
  TimerDelete: {
    arrange: newTime,
    change: async ({ id }) => {
      await mutate('deleteTimeEntry', { id });
      return { id, clientName, timerStart: '2026-03-02T09:00:00.000Z', duration: 3_600 };
    },
  },
  OpportunityCreate: { change: newOpportunity, has: { statusLabel: 'Lead' } },
  OpportunityUpdate: {
    arrange: newOpportunity,
    change: ({ id }) => patch('opportunities/update', { id, value: 1_200.5 }),
    has: { value: 1_200.5 },
  },
  OpportunityDelete: {
    arrange: newOpportunity,
    change: async ({ id, name }) => {
      // No operation of the APIs deletes an opportunity.
      await deleteRecord(api.ours.context, 'Opportunity', String(id));
      return { id, name, statusLabel: 'Lead' };
    },
  },
  FormCompleted: {
    change: () => post('formSubmissions/create', { formName: 'Contact us', lastName: 'Hopper' }),
    has: { formName: 'Contact us' },
  },
  MeetingScheduled: { change: () => newMeeting(), has: { timezone: 'UTC' } },
  MeetingUpdated: {
    arrange: () => newMeeting(),
    change: ({ id }) => newMeeting({ eventId: id, summary: 'Later' }),
    has: { summary: 'Later' },
  },
  MeetingCancelled: {
    arrange: () => newMeeting(),
    change: async ({ id, summary, externalId }) => {
      expect((await api.ours.delete(`calendar/${id}`)).status).toBe(200);
      return { id, summary, externalId, startDate: '2026-04-02', startTime: '14:00:00' };
    },
  },
  InvoiceSent: {
    change: () => newInvoice({ sendTo: { send: true, contacts: ['ada@lovelace.example'] } }),
    has: { ...invoice, status: 'SENT', dateSent: expect.any(String) },
  },
  InvoiceVoided: {
    arrange: sentInvoice,
    change: ({ id }) => post('invoices/void', { id }),
    has: { ...invoice, status: 'VOIDED' },
  },
  InvoiceWriteOff: {
    arrange: sentInvoice,
    change: ({ id }) => post('invoices/writeOff', { id }),
    has: { ...invoice, status: 'WRITE_OFF' },
  },
  PaymentReceived: {
    arrange: sentInvoice,
    change: ({ invoiceNumberFormatted: invoiceNumber }) =>
      post('payment/create', { invoiceNumber, amount: 40 }),
    has: { ...invoice, payments: [expect.objectContaining({ amount: 40 })], amountDue: 60 },
  },
  TicketCreate: { change: newTicket, has: { comments: [], status: 'New' } },
  TicketUpdate: {
    arrange: newTicket,
    change: ({ id }) => patch('tickets/status', { id, status: 'In progress' }),
    has: { status: 'In Progress', client },
  },
  TicketDelete: {
    arrange: newTicket,
    change: async ({ id, subject, ticketNumber }) => {
      await mutate('deleteTicket', { id });
      return { id, subject, ticketNumber, open: true, client };
    },
  },
  TicketClose: {
    arrange: newTicket,
    change: ({ id }) => patch('tickets/status', { id, status: 'Closed' }),
    has: { open: false },
  },
  TicketComment: {
    arrange: newTicket,
    change: async ({ id, ticketNumber }) => {
      const author = { userEmail: 'ada@lovelace.example', ticketNumber };
      await post('tickets/comments/create', { ...author, comment: 'Any news?' });
      return { id, ticketNumber, lastComment: 'Any news?' };
    },
    has: {
      comments: [expect.objectContaining({ comment: 'Any news?', commentType: 'PUBLIC' })],
    },
  },
};

const hookTypesOf = (requests: readonly ReceivedRequest[]) =>
  requests.map(({ headers }) => headers['x-event-type']).sort();

describe('deliveries', () => {
  test.each(hookTypeNames.map((type) => [type, cases[type]] as const))(
    '%s',
    async (type, { arrange, change, has }) => {
      const record = (await arrange?.()) ?? {};
      await publishStaged(api.database.pool);
      const receiver = await useReceiver();
      const id = await subscribe(type, receiver.url);
      const { secret } = await rotateWebhookSecret(api.ours.context, { id, overlapMinutes: 0 });
      const changed = await change(record);
      startDelivery(api);
      await until(() => expect(receiver.requests).toHaveLength(1));
      const [{ body, headers, text }] = receiver.requests as [ReceivedRequest];
      expect(body).toMatchObject({ accountId: api.ours.accountId, ...changed, ...has });
      expect(headers['x-event-type']).toBe(type);
      expect(headers).not.toHaveProperty('x-event-origin');
      expect(new Webhook(secret).verify(text, headers as never)).toEqual(body);
      expect((await call('unsubscribe', { id })).status).toBe(200);
    },
  );

  test('an approval, a completion and a first sending are updates too', async () => {
    const { id: projectId } = await newProject();
    const { name: deliverableName } = await newTask();
    const { id: invoiceId } = await newInvoice();
    await publishStaged(api.database.pool);
    const receiver = await useReceiver();
    const types = ['ProjectUpdate', 'ProjectComplete', 'DeliverableUpdate', 'DeliverableApproval'];
    const ids = await Promise.all(
      [...types, 'InvoiceSent'].map((type) => subscribe(type, receiver.url)),
    );
    await patch('projects/update', { id: projectId, description: 'Still active' });
    await patch('projects/update', { id: projectId, active: false });
    await patch('projects/update', { id: projectId, description: 'Inactive' });
    await post('deliverable/approve', { clientName, projectName, deliverableName });
    for (const path of ['invoices/send', 'invoices/send']) await post(path, { id: invoiceId });
    startDelivery(api);
    const expected = [...types, 'ProjectUpdate', 'ProjectUpdate', 'InvoiceSent'].sort();
    await until(() => expect(hookTypesOf(receiver.requests)).toEqual(expected));
    for (const id of ids) await call('unsubscribe', { id });
  });
});

test('the documentation lists all types', () => {
  const page = readFileSync(join(packageRoot, 'docs/webhooks.md'), 'utf8');
  const [section = ''] = page.split('\n## REST hooks\n')[1]?.split('\n## ') ?? [];
  const rows = section.split('\n').filter((line) => /^\| \w[\w ]+\| `/.test(line));
  expect(
    rows
      .join()
      .match(/(?<=`)\w+(?=`)/g)
      ?.sort(),
  ).toEqual([...hookTypeNames].sort());
});

describe('subscriptions', () => {
  const hookUrl = 'https://receiver.example/hooks/1';
  const hookOf = (id: string) =>
    api.database.prisma.webhookEndpoint.findUnique({
      where: { accountId_id: { accountId: api.ours.accountId, id } },
    });
  const count = () => api.database.prisma.webhookEndpoint.count();

  test('each call makes a hook, and its id is a JSON string', async () => {
    const answers = [
      await call('subscribe', { type: 'ClientCreate', hookUrl }),
      await call('subscribe', { type: 'client-create', hookUrl }, { base: '/api/public/api' }),
    ];
    const ids: string[] = answers.map(({ text }) => JSON.parse(String(text)));
    expect(ids).toEqual([expect.stringMatching(/^whe_/), expect.stringMatching(/^whe_/)]);
    expect(new Set(ids).size).toBe(2);
    const [first = '', second = ''] = ids;
    expect(await hookOf(second)).toMatchObject({
      ...{ url: hookUrl, payload: 'REST_HOOK', hookType: 'ClientCreate', state: 'ACTIVE' },
      ...{ types: ['client.created'], where: null },
    });
    expect((await call('unsubscribe', { type: 'ClientCreate', hookUrl })).body).toMatch(/^whe_/);
    expect(await Promise.all(ids.map(hookOf))).toEqual([null, null]);
    expect((await call('unsubscribe', { type: 'ClientCreate', hookUrl })).status).toBe(404);
    expect((await call('unsubscribe', { id: first, type: 'ClientCreate', hookUrl })).status).toBe(
      404,
    );
  });

  test('with an id, the hook is changed', async () => {
    const id = await subscribe('ClientCreate', hookUrl, { enabled: false });
    expect(await hookOf(id)).toMatchObject({ state: 'DISABLED', stateReason: 'MANUAL' });
    const { id: clientId } = await newClient();
    const filters = { clientId };
    const change = { type: 'InvoiceSent', hookUrl: `${hookUrl}?changed`, filters };
    expect((await call('subscribe', { id, ...change })).body).toBe(id);
    expect(await hookOf(id)).toMatchObject({
      ...{ hookType: 'InvoiceSent', url: change.hookUrl, state: 'ACTIVE', stateReason: null },
      ...{ types: ['invoice.created', 'invoice.updated'] },
      where: { invoice: { clientId: { equals: clientId } } },
    });
    await call('subscribe', { id, type: 'InvoiceSent', hookUrl, enabled: false });
    expect(await hookOf(id)).toMatchObject({ url: hookUrl, state: 'DISABLED', where: null });
    expect((await call('unsubscribe', { id })).body).toBe(id);
  });

  test('an update of its endpoint keeps the types of events that the hook knows', async () => {
    const id = await subscribe('InvoiceSent', hookUrl);
    const known = ['invoice.created', 'invoice.updated'];
    for (const types of [['invoice.paid'], ['invoice.created', 'client'], ['*']]) {
      const { body, status } = await api.ours.patch('webhooks/update', { id, types });
      expect([status, body.errors]).toEqual([
        400,
        [
          {
            path: `types.${types.length - 1}`,
            code: 'invalid_choice',
            message: expect.stringContaining(known.join(', ')),
          },
        ],
      ]);
    }
    expect(await hookOf(id)).toMatchObject({ hookType: 'InvoiceSent', types: known });
    const narrowed = await api.ours.put('webhooks/update', {
      ...{ id, url: `${hookUrl}?narrowed`, types: ['invoice.updated'] },
    });
    expect(narrowed.body).toMatchObject({ types: ['invoice.updated'] });
    await call('unsubscribe', { id });
  });

  test('a webhook endpoint is no hook, and a hook of another workspace does not exist', async () => {
    const { id } = await post('webhooks/create', { url: hookUrl, types: ['client'] });
    const { key } = api.theirs;
    const theirs = await call('subscribe', { type: 'ClientCreate', hookUrl }, { key });
    for (const other of [id, theirs.body, 'whe_unknown']) {
      for (const path of ['subscribe', 'unsubscribe']) {
        const answer = await call(path, { id: other, type: 'ClientCreate', hookUrl });
        expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found']);
      }
    }
    const before = await count();
    expect((await call('unsubscribe', { type: 'ClientCreate', hookUrl })).status).toBe(404);
    expect(await count()).toBe(before);
    await call('unsubscribe', { id: theirs.body }, { key });
  });

  test.each([
    [{ type: 'AgreementSigned' }, 'type', 'invalid_choice'],
    [{ type: 'ProposalSent' }, 'type', 'invalid_choice'],
    [{ type: undefined }, 'type', 'required'],
    [{ hookUrl: 'http://receiver.example/' }, 'hookUrl', 'invalid_url'],
    [{ hookUrl: 'https://10.0.0.1/' }, 'hookUrl', 'invalid_url'],
    [{ hookUrl: 'https://localhost/' }, 'hookUrl', 'invalid_url'],
    [{ hookUrl: 'receiver' }, 'hookUrl', 'invalid_url'],
    [{ hookUrl: undefined }, 'hookUrl', 'required'],
    [{ filters: { projectId: 'prj_1' } }, 'filters.projectId', 'unknown_field'],
    [{ filters: 'all' }, 'filters', 'invalid_type'],
    [
      { type: 'MeetingUpdated', filters: { clientId: 'cli_unknown' } },
      'filters.clientId',
      'not_allowed',
    ],
    [{ enabled: 'perhaps' }, 'enabled', 'invalid_type'],
  ])('%j is rejected, and nothing is stored', async (fields, path, code) => {
    const before = await count();
    const answer = await call('subscribe', { type: 'ClientCreate', hookUrl, ...fields });
    expect([answer.status, answer.body.errors[0]]).toMatchObject([400, { path, code }]);
    if (code === 'invalid_choice')
      for (const type of hookTypeNames) expect(answer.body.message).toContain(type);
    expect(await count()).toBe(before);
  });

  test('one response lists all invalid fields', async () => {
    const { body } = await call('subscribe', {
      ...{ type: 'MeetingUpdated', hookUrl: 'https://private.example/' },
      filters: { clientId: 'cli_unknown' },
    });
    const paths = body.errors.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['filters.clientId', 'hookUrl']);
  });

  test('an unknown client or one of another workspace is not found', async () => {
    const { body: client } = await api.theirs.post('clients/create', { name: 'Theirs' });
    for (const clientId of [client.id, 'cli_unknown']) {
      const filters = { clientId };
      const answer = await call('subscribe', { type: 'ClientUpdate', hookUrl, filters });
      expect([answer.status, answer.body.errors[0]?.path]).toEqual([404, 'filters.clientId']);
    }
  });

  test('a retry with an idempotency key makes no second hook', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { type: 'ClientCreate', hookUrl };
    const first = await call('subscribe', body, { headers });
    const second = await call('subscribe', body, { headers });
    expect([second.status, second.text]).toEqual([200, first.text]);
    await call('unsubscribe', body);
  });

  test('a workspace has at most 500 hooks', async () => {
    const full = await api.addWorkspace();
    const { accountId } = full;
    await api.database.prisma.webhookEndpoint.createMany({
      data: Array.from({ length: 500 }, (_, index) => ({
        ...{ accountId, id: `whe_${index}`, url: hookUrl, types: ['client.created'], scopes: [] },
        ...{ payload: 'REST_HOOK' as const, hookType: 'ClientCreate' },
      })),
    });
    const body = { type: 'ClientCreate', hookUrl };
    const more = await call('subscribe', body, { key: full.key });
    expect([more.status, more.body.code]).toEqual([409, 'conflicting_state']);
    expect((await call('unsubscribe', body, { key: full.key })).status).toBe(200);
    expect((await call('subscribe', body, { key: full.key })).status).toBe(200);
  });
});

describe('permissions and filters', () => {
  const keyWith = async (...scopes: string[]) =>
    createApiKey(api.ours.context, { name: name(), scopes });

  test('a key needs the scope of the records', async () => {
    const { key } = await keyWith('webhooks:read', 'webhooks:write', 'clients:read');
    const url = 'https://receiver.example/';
    const codeOf = async (type: string) => {
      const answer = await call('subscribe', { type, hookUrl: url }, { key });
      return answer.body.code ?? answer.status;
    };
    expect(await codeOf('InvoiceSent')).toBe('missing_scope');
    expect(await codeOf('ClientUpdate')).toBe(200);
    await call('unsubscribe', { type: 'ClientUpdate', hookUrl: url });
    const { key: reader } = await keyWith('read');
    const refused = await call(
      'subscribe',
      { type: 'ClientUpdate', hookUrl: url },
      { key: reader },
    );
    expect([refused.status, refused.body.code]).toEqual([403, 'missing_scope']);
  });

  test('a delivery contains only what the key may read, and a revoked key gets nothing', async () => {
    const receiver = await useReceiver();
    const { key, record } = await keyWith('webhooks:write', 'projects:read');
    const { body: id } = await call(
      'subscribe',
      { type: 'ProjectCreate', hookUrl: receiver.url },
      { key },
    );
    startDelivery(api);
    const { id: first } = await newProject();
    await until(() => expect(receiver.requests).toHaveLength(1));
    expect(receiver.requests[0]?.body).toMatchObject({ id: first, client: null });
    await revokeApiKey(api.ours.context, record.id);
    await newProject();
    await until(async () =>
      expect(await api.database.prisma.webhookEndpoint.findFirst({ where: { id } })).toMatchObject({
        state: 'DISABLED',
        stateReason: 'KEY_REVOKED',
      }),
    );
    expect(receiver.requests).toHaveLength(1);
    await call('unsubscribe', { id });
  });

  test('a filter selects the records of a client', async () => {
    const mine = await newClient();
    const receiver = await useReceiver();
    const filters = { clientId: mine.id };
    const types = ['ClientUpdate', 'ProjectCreate', 'DeliverableCreate', 'PaymentReceived'];
    const ids: string[] = [];
    for (const type of [...types, 'TimerCreate'])
      ids.push(await subscribe(type, receiver.url, { filters }));
    for (const owner of [clientName, String(mine.name)]) {
      const project = name();
      await post('projects/create', { name: project, clientName: owner });
      const work = { clientName: owner, projectName: project };
      await post('tasks/create', { name: name(), ...work });
      const times = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
      await post('timeWorked/create', { ...work, ...times });
      const { invoiceNumberFormatted } = await newInvoice({ clientName: owner });
      await post('payment/create', { invoiceNumber: invoiceNumberFormatted, amount: 1 });
      const clientId = owner === clientName ? (await newClient()).id : mine.id;
      await patch('clients/update', { id: clientId, notes: 'Changed' });
    }
    startDelivery(api);
    await until(() =>
      expect(hookTypesOf(receiver.requests)).toEqual([...types, 'TimerCreate'].sort()),
    );
    for (const { body } of receiver.requests as unknown as { body: Body }[])
      expect(body.clientId ?? body.id).toBe(mine.id);
    for (const id of ids) await call('unsubscribe', { id });
  });
});

describe('samples', () => {
  let empty: TestWorkspace;
  beforeAll(async () => {
    empty = await api.addWorkspace();
  });

  const sample = (type: string, workspace: TestWorkspace) =>
    call('sample', { type, hookUrl: 'https://receiver.example/' }, { key: workspace.key });

  test.each(hookTypeNames)('%s: the documented example, then the newest record', async (type) => {
    const { body: examples, status } = await sample(type, empty);
    expect([status, examples.length]).toEqual([200, 1]);
    const [{ id, accountId }] = examples;
    expect([accountId, id]).toEqual([1, expect.any(String)]);
    const { body: samples } = await sample(type, api.ours);
    expect(samples).toHaveLength(1);
    expect(samples[0].id).not.toBe(id);
    expect(Object.keys(samples[0]).sort()).toEqual(Object.keys(examples[0]).sort());
  });

  test('records that the key may not read are not sampled', async () => {
    const { key } = await createApiKey(api.ours.context, {
      name: 'Sampler',
      scopes: ['webhooks:read', 'tickets:read'],
    });
    const [client] = (await call('sample', { type: 'ClientCreate' }, { key })).body;
    expect(client.id).toBe('cli_0199d2f0a1c27b1e9f4b6c1de0a35f10');
    const ticket = await newTicket();
    const [sampled] = (await call('sample', { type: 'TicketClose' }, { key })).body;
    expect(sampled).toMatchObject({ id: ticket.id, client: null, comments: [] });
  });

  test('an unknown type is a 400', async () => {
    const { body, status } = await call('sample', { type: 'ProposalSigned' });
    expect([status, body.errors[0].path]).toEqual([400, 'type']);
  });
});

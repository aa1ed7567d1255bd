import { beforeAll, describe, expect, test } from 'vitest';
import { createUnsubscribeToken } from '../../src/domain/mail-suppressions/unsubscribe-token.ts';
import { useTestApi } from '../support/api.ts';
import { pdf, pdfUrl, upload } from '../support/attachments.ts';

/** The requests of existing integrations, and the fields of the responses that they read. */

const api = useTestApi();

/** Ids and numbers that earlier calls returned, by name. */
const known: Record<string, unknown> = {};

type Body = Record<string, unknown>;

interface Call {
  call: string;
  /** Of a GET the query, otherwise the body. */
  send?: Body | (() => Body);
  reads: unknown;
  /** Later calls use these fields of the response. */
  keep?: Record<string, string>;
}

const text = expect.any(String);
const number = expect.any(Number);
const some = (fields: object) => expect.objectContaining(fields);
const listWith = (fields: object) => expect.arrayContaining([some(fields)]);

const clientName = 'Analytical Engines';
const projectName = 'Website';
const work = { clientName, projectName };
const email = 'ada@lovelace.example';
const hook = { type: 'ClientCreate', hookUrl: 'https://hooks.example.com/1' };
const eventId = 'event/a?b &c';
const task = { name: 'Design', status: 'Not started', client: some({ name: clientName }) };

const id = (name: string) => () => ({ id: known[name] });

const calls: Call[] = [
  { call: 'GET /public/api/auth', reads: { accountId: number, accountName: 'Ours' } },
  { call: 'GET /public/action/account/{accountId}', reads: { accountId: number } },
  {
    call: 'GET /public/action/users/list',
    reads: listWith({
      accountId: number,
      userType: 'OWNER',
      user: some({ userId: number, email: text }),
    }),
    keep: { user: '0.user.userId' },
  },
  {
    call: 'POST /public/action/clients/create',
    send: {
      ...{ name: clientName, clientType: 'Prospect', initials: 'AE', color: '#71EBEE' },
      ...{ archive: false, hourlyAmount: 0, roundingIncrement: 15, leadSource: 'Web' },
      paymentTerms: { paymentDays: 14, latePaymentFee: 0, whoPaysCardFees: 'Client' },
      contacts: [{ firstName: 'Ada', lastName: 'King', email, defaultContact: true, role: 'CEO' }],
      customValues: [{ fieldName: 'Newer', value: 'x' }],
    },
    reads: {
      ...{
        id: text,
        name: clientName,
        created: text,
        archive: false,
        paymentTerms: some({ paymentDays: 14 }),
      },
      contacts: [some({ firstName: 'Ada', email, defaultContact: true })],
    },
    keep: { client: 'id' },
  },
  { call: 'GET /public/action/clients/list', reads: listWith({ name: clientName }) },
  {
    call: 'GET /public/action/clients/search',
    send: { query: '' },
    reads: listWith({ name: clientName }),
  },
  {
    call: 'PATCH /public/action/clients/update',
    send: () => ({ ...id('client')(), clientType: 'Client' }),
    reads: { clientType: 'Client', initials: 'AE' },
  },
  {
    call: 'PUT /public/action/clients/update',
    send: () => known['whole clients'] as Body,
    reads: { name: clientName },
  },
  {
    call: 'POST /public/action/contacts/create',
    send: {
      first: 'Charles',
      last: 'Babbage',
      email: 'charles@babbage.example',
      clientName,
      customValues: [{ 'Custom Field': 'v', custom_field_definition_id: 1 }],
    },
    reads: { id: text, firstName: 'Charles', clientId: text, portalAccess: false },
    keep: { contact: 'id' },
  },
  {
    call: 'GET /public/action/contacts/search',
    send: { query: 'Charles' },
    reads: [some({ lastName: 'Babbage' })],
  },
  {
    call: 'PATCH /public/action/contacts/update',
    send: () => ({ ...id('contact')(), phone: '1' }),
    reads: { phone: '1', lastName: 'Babbage' },
  },
  {
    call: 'PUT /public/action/contacts/update',
    send: () => ({ ...id('contact')(), firstName: 'Charles' }),
    reads: { lastName: null },
  },
  {
    call: 'GET /public/action/projectTypes/list',
    reads: listWith({ id: text, name: text }),
    keep: { projectType: '0.id' },
  },
  {
    call: 'GET /public/action/taskStages/list',
    send: () => ({ projectTypeId: known.projectType }),
    reads: listWith({ id: text, label: text }),
    keep: { stage: '1.id' },
  },
  {
    call: 'POST /public/action/projects/create',
    send: {
      name: projectName,
      clientName,
      portalAccess: 'Full access',
      feeSchedule: { feeType: 'Fixed Price', amount: '1500' },
      customValues: { Newer: 'y' },
    },
    reads: {
      id: text,
      name: projectName,
      projectTypeId: text,
      feeSchedule: some({ amount: 1_500 }),
    },
    keep: { project: 'id' },
  },
  {
    call: 'GET /public/action/projects/search',
    send: { query: clientName },
    reads: [some({ projectTypeId: text })],
  },
  {
    call: 'PATCH /public/action/projects/update',
    send: () => ({ ...id('project')(), description: 'New' }),
    reads: { description: 'New' },
  },
  {
    call: 'PUT /public/action/projects/update',
    send: () => ({ ...(known['whole projects'] as Body), hexColor: '#71EBEE00' }),
    reads: { name: projectName, hexColor: '#71EBEE' },
  },
  {
    call: 'POST /public/action/tasks/create',
    send: {
      name: 'Design',
      ...work,
      tasks: [],
      assignedTo: [],
      customValues: {},
      status: 'Not started',
    },
    reads: { id: text, name: 'Design', status: text },
    keep: { task: 'id' },
  },
  {
    call: 'GET /public/action/tasks/list',
    send: () => ({ projectId: known.project, clientId: known.client, archived: 'false' }),
    reads: [
      some({
        ...task,
        status: text,
        statusId: text,
        projectTypeId: text,
        project: some({ name: projectName }),
        dueDate: null,
        assignedToList: [],
        completed: null,
        archived: false,
        parentTaskId: null,
        isSubTask: false,
      }),
    ],
  },
  {
    call: 'GET /public/action/tasks/search',
    send: { query: 'Design' },
    reads: [some({ created: text })],
  },
  {
    call: 'PATCH /public/action/tasks/update',
    send: () => ({
      ...id('task')(),
      statusId: known.stage,
      assignedToList: [known.user],
      dueDate: null,
      priority: 2,
      description: '',
      archived: false,
      customValues: [],
    }),
    reads: { statusId: text, assignedToList: [number], priority: 2 },
  },
  {
    call: 'POST /public/action/deliverable/approve',
    send: { ...work, deliverableName: 'Design' },
    reads: { name: 'Design', completed: text },
  },
  {
    call: 'POST /public/action/timeWorked/create',
    send: {
      timerStart: '2026-03-02T09:00:00+02:00',
      timerEnd: '2026-03-02T10:00:00.000+02:00',
      projectName,
      billable: true,
      createProject: true,
    },
    reads: { clientName, projectName, duration: 3_600, billable: true, userFullName: null },
  },
  { call: 'GET /public/action/vendors/list', reads: [] },
  {
    call: 'POST /public/action/expenses/create',
    send: { amount: '12.50', date: '2026-03-02', vendor: 'Adobe', clientName },
    reads: { id: text, amount: 12.5, vendor: some({ name: 'Adobe' }) },
    keep: { expense: 'id' },
  },
  {
    call: 'PATCH /public/action/expenses/update',
    send: () => ({ ...id('expense')(), paid: true }),
    reads: { paid: true, vendor: some({ name: 'Adobe' }) },
  },
  {
    call: 'PUT /public/action/expenses/update',
    send: () => ({ ...(known['whole expenses'] as Body), notes: 'Paid' }),
    reads: { notes: 'Paid', amount: 12.5 },
  },
  {
    call: 'GET /public/action/pipelineStages/list',
    reads: listWith({ id: text, label: text, hexColor: text, stageType: text }),
  },
  {
    call: 'POST /public/action/opportunities/create',
    send: {
      name: 'Engine',
      clientName,
      value: 0,
      customValues: [{ fieldName: 'Newer', value: 'x' }],
    },
    reads: { id: text, created: text, statusLabel: text, value: 0 },
    keep: { opportunity: 'id' },
  },
  {
    call: 'GET /public/action/opportunities/search',
    send: { query: '' },
    reads: [some({ name: 'Engine' })],
  },
  {
    call: 'PATCH /public/action/opportunities/update',
    send: () => ({ ...id('opportunity')(), value: 5 }),
    reads: { value: 5 },
  },
  {
    call: 'PUT /public/action/opportunities/update',
    send: () => ({ ...(known['whole opportunities'] as Body), description: 'Large' }),
    reads: { value: 5, description: 'Large' },
  },
  { call: 'GET /public/action/formNames/list', reads: [] },
  {
    call: 'POST /public/action/formSubmissions/create',
    send: { firstName: 'Mary', lastName: 'Somerville', email: 'mary@somerville.example' },
    reads: { id: text, formData: some({ firstName: 'Mary' }) },
  },
  {
    call: 'POST /public/action/invoices/create',
    send: {
      clientName,
      dueDate: '2026-12-31',
      items: [{ description: 'Work', quantity: 2, rate: 50 }],
      sendTo: { send: true, contacts: [email] },
    },
    reads: {
      id: text,
      invoiceNumberFormatted: text,
      dateDue: '2026-12-31',
      dateCreated: text,
      dateSent: text,
      clientInfo: some({ id: text, name: clientName }),
      lineItems: [some({ description: 'Work', quantity: 2, unitPrice: 50 })],
    },
    keep: { invoiceNumber: 'invoiceNumberFormatted' },
  },
  {
    call: 'GET /public/action/payableInvoices/search',
    send: { query: '' },
    reads: [some({ amountDue: 100, dateDue: '2026-12-31' })],
  },
  {
    call: 'POST /public/action/payment/create',
    send: () => ({ invoiceNumber: known.invoiceNumber, amount: '100', date: '2026-11-20' }),
    reads: { status: 'PAID', clientInfo: some({ name: clientName }) },
  },
  { call: 'GET /public/action/invoiceTemplates/list', reads: expect.any(Array) },
  { call: 'GET /public/action/emailTemplates/list', reads: expect.arrayContaining([text]) },
  {
    call: 'GET /public/action/emailTemplates',
    reads: listWith({ id: text, name: text }),
    keep: { emailTemplate: '0.id' },
  },
  {
    call: 'GET /public/action/emailTemplates/{templateId}',
    reads: { id: text, name: text, subject: text, htmlContent: text },
  },
  {
    call: 'POST /public/action/calendar/createOrUpdate',
    send: {
      eventId,
      summary: 'Call',
      startTime: '2026-04-02T14:00:00Z',
      endTime: '2026-04-02T15:00:00Z',
      timezone: 'Europe/Berlin',
      userEmail: email,
    },
    reads: { id: text, externalId: eventId, userId: number },
  },
  { call: `DELETE /public/action/calendar/${encodeURIComponent(eventId)}`, reads: '' },
  {
    call: 'POST /public/action/tickets/create',
    send: {
      userEmail: email,
      ticketType: 'Support',
      subject: 'Help',
      comment: 'It stopped',
      dueDate: '2026-12-01',
      formData: { answers: [{ question: 'Which?', answer: 'The first' }] },
    },
    reads: {
      ticket: some({ ticketNumber: number, subject: 'Help', open: true }),
      comments: [some({ comment: 'It stopped' })],
    },
    keep: { ticketNumber: 'ticket.ticketNumber' },
  },
  {
    call: 'POST /public/action/tickets/comments/create',
    send: () => ({
      ticketNumber: known.ticketNumber,
      comment: 'Again',
      userEmail: email,
      privateComment: true,
    }),
    reads: { comments: [some({ comment: 'It stopped' }), some({ comment: 'Again' })] },
  },
  {
    call: 'GET /public/action/tickets/list',
    send: { open: 'true', archived: 'false' },
    reads: [some({ id: text, ticketNumber: number, subject: 'Help', open: true, status: text })],
  },
  {
    call: 'GET /public/action/tickets/search',
    send: () => ({ ticketNumber: known.ticketNumber }),
    reads: [some({ subject: 'Help' })],
  },
  {
    call: 'PATCH /public/action/tickets/status',
    send: () => ({ ticketNumber: known.ticketNumber, status: 'closed' }),
    reads: { status: 'Closed', open: false },
  },
  { call: 'GET /public/action/agreements/search', send: id('client'), reads: [] },
  {
    call: 'GET /public/api/customFields',
    send: { type: 'Client' },
    reads: listWith({ key: text, label: 'Newer' }),
  },
  {
    call: 'POST /public/api/subscribe',
    send: { ...hook, filters: {}, enabled: true },
    reads: text,
  },
  { call: 'POST /public/api/sample', send: hook, reads: [some({ id: text, name: text })] },
  { call: 'POST /public/api/unsubscribe', send: hook, reads: text },
];

const headers = () => ({
  'x-api-key': api.ours.key,
  'content-type': 'application/json; charset=UTF-8',
});

async function respond(path: string, { call, send = {} }: Pick<Call, 'call' | 'send'>) {
  const [method = ''] = call.split(' ');
  const sent = typeof send === 'function' ? send() : send;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query = method === 'GET' ? `?${new URLSearchParams(sent as Record<string, string>)}` : '';
  const init = { method, headers: headers(), ...(hasBody && { body: JSON.stringify(sent) }) };
  return api.request(`${path}${query}`, init);
}

const valueAt = (body: unknown, path: string) =>
  path.split('.').reduce((value, name) => (value as Body)?.[name], body);

beforeAll(() => {
  known.accountId = api.ours.accountId;
});

describe.sequential('each call works, in this order', () => {
  test.each(calls)('$call', async ({ keep = {}, reads, ...request }) => {
    const [method = '', pattern = ''] = request.call.split(' ');
    const path = pattern
      .replace('{accountId}', String(known.accountId))
      .replace('{templateId}', String(known.emailTemplate));
    const { body, status, text: answer } = await respond(path, request);
    expect(status, answer).toBe(200);
    if (Array.isArray(body) || typeof body === 'string') expect(body).toEqual(reads);
    else expect(body).toMatchObject(reads as object);
    for (const [name, at] of Object.entries(keep)) known[name] = valueAt(body, at);
    const [, resource] = /\/(\w+)\/(create|update)$/.exec(pattern) ?? [];
    if (resource && method !== 'PUT') known[`whole ${resource}`] = body;
  });
});

describe('files', () => {
  const target = () => ({ id: String(known.expense), type: 'EXPENSE' });
  const file = { bytes: pdf, name: 'Receipt.pdf' };

  test.each([
    ['the query', () => upload(api, api.ours, { query: target(), file })],
    ['the form', () => upload(api, api.ours, { fields: target(), file })],
  ])('are attached with their record in %s', async (_, send) => {
    expect(await send()).toMatchObject({ status: 200, body: text });
  });

  test.each([
    ['the query', (query: Record<string, string>) => ({ query })],
    ['the form', (fields: Record<string, string>) => ({ fields })],
  ])('are fetched from a URL in %s', async (_, given) => {
    const input = { ...target(), fileUrl: await pdfUrl(), fileName: 'Receipt.pdf' };
    const answer = await upload(api, api.ours, given(input), 'createFromUrl');
    expect(answer).toMatchObject({ status: 200, body: text });
  });
});

test('recipients of e-mails unsubscribe without a key', async () => {
  const { accountId } = api.ours;
  const token = await createUnsubscribeToken(api.signIn.signer, { accountId, email });
  const page = await api.request(`/public/unsubscribe?token=${token}`);
  expect(page.headers.get('content-type')).toContain('text/html');
  const body = new URLSearchParams({ token });
  const done = await api.request('/public/unsubscribe', { method: 'POST', body });
  expect([page.status, done.status]).toEqual([200, 200]);
});

const accepted: [string, Call][] = [
  [
    'a contact without fields is none',
    {
      call: 'POST /public/action/clients/create',
      send: { name: 'No contact', contacts: [{ defaultContact: true }] },
      reads: { contacts: [] },
    },
  ],
  [
    'clients are archived by a field',
    {
      call: 'PATCH /public/action/clients/update',
      send: () => ({ ...id('client')(), archive: true }),
      reads: { archive: true },
    },
  ],
  [
    'and restored',
    {
      call: 'PATCH /public/action/clients/update',
      send: () => ({ ...id('client')(), archive: 'false' }),
      reads: { archive: false },
    },
  ],
  [
    'an empty text clears',
    {
      call: 'PATCH /public/action/clients/update',
      send: () => ({ ...id('client')(), notes: '' }),
      reads: { notes: null },
    },
  ],
  [
    'a custom value without a name is ignored',
    {
      call: 'PATCH /public/action/clients/update',
      send: () => ({ ...id('client')(), customValues: [{ value: 'x' }] }),
      reads: { name: clientName },
    },
  ],
  [
    'an unknown status is the first',
    {
      call: 'POST /public/action/tasks/create',
      send: { name: 'Print', ...work, status: 'client approval' },
      reads: { status: text },
    },
  ],
  [
    'a task needs no client',
    {
      call: 'POST /public/action/tasks/create',
      send: { name: 'Bind', projectName },
      reads: { name: 'Bind' },
    },
  ],
  [
    'nothing is created without a name',
    {
      call: 'POST /public/action/timeWorked/create',
      send: {
        timerStart: '2026-03-03T09:00:00Z',
        timerEnd: '2026-03-03T10:00:00Z',
        createProject: true,
      },
      reads: { projectName: null },
    },
  ],
  [
    'a part of the fees keeps the others',
    {
      call: 'PATCH /public/action/projects/update',
      send: () => ({ ...id('project')(), feeSchedule: { amount: 0 } }),
      reads: { feeSchedule: some({ feeType: 'FIXED_PRICE', amount: 0 }) },
    },
  ],
  [
    'the id may be in addition to a query',
    {
      call: 'GET /public/action/clients/search',
      send: () => ({ ...id('client')(), query: 'other' }),
      reads: [some({ name: clientName })],
    },
  ],
];

test.each(accepted)('%s', async (_, { reads, ...request }) => {
  const [, path = ''] = request.call.split(' ');
  const { body, status, text: answer } = await respond(path, request);
  expect(status, answer).toBe(200);
  if (Array.isArray(reads)) expect(body).toEqual(reads);
  else expect(body).toMatchObject(reads as object);
});

test.each(['/public/action', '/api/public/action', '/zapier/action', '/api/zapier/action'])(
  '%s is the base of actions',
  async (base) => {
    for (const path of ['clients/list', 'clients/list/'])
      expect((await respond(`${base}/${path}`, { call: 'GET' })).status).toBe(200);
  },
);

test('a wrong base URL is recognised by the message', async () => {
  const { body, status } = await respond('/v1/clients/list', { call: 'GET' });
  expect([status, body.message]).toEqual([404, expect.stringMatching(/^No endpoint /)]);
});

test('a missing event or hook is a 404', async () => {
  for (const [path, request] of [
    [`/public/action/calendar/${encodeURIComponent(eventId)}`, { call: 'DELETE' }],
    ['/public/api/unsubscribe', { call: 'POST', send: hook }],
  ] as const)
    expect((await respond(path, request)).status).toBe(404);
});

import type { GraphQLObjectType } from 'graphql';
import { getNamedType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange } from '../support/arranged-records.ts';
import { withoutLinkExpiry } from '../support/attachments.ts';
import { defaultRow, firstId } from '../support/default-rows.ts';
import { selectionOf, withoutSpelling } from '../support/parity.ts';
import { callRoute, readingRoutes } from '../support/routes.ts';

/** What REST lists, GraphQL lists as well: the same records, in the same order. */

const api = useTestApi();

let world: Arranged;

beforeAll(async () => {
  world = await arrange(api, api.ours, 'Same');
  await arrange(api, api.theirs, 'Foreign');
  for (const name of ['Zuse KG', 'Aiken Ltd']) await api.ours.post('clients/create', { name });
  await api.ours.post('projects/create', { name: 'Z1', clientName: 'Zuse KG' });
  const { body } = await api.ours.post('invoices/create', { clientName: 'Zuse KG', amount: 5 });
  for (const amount of [1, 2]) {
    await api.ours.post('payment/create', { invoiceNumber: body.invoiceNumberFormatted, amount });
  }
  for (const amount of [7, 8]) {
    const issued = await api.ours.post('invoices/create', { clientName: 'Aiken Ltd', amount });
    const { invoiceNumberFormatted: invoiceNumber, id: invoiceId } = issued.body;
    await api.ours.post('payment/create', { invoiceNumber, amount: 1 });
    const credited = await api.ours.post('creditNotes/create', { invoiceId, excess: 'REFUND' });
    expect(credited.status).toBe(200);
  }
  await api.ours.post('contacts/create', { first: 'Konrad', email: 'k@zuse.example' });
  const work = { clientName: 'Zuse KG', projectName: 'Z1' };
  for (const name of ['Old task', 'New task'])
    await api.ours.post('tasks/create', { name, ...work });
  const { body: old } = await api.ours.get('tasks/search', { query: 'old' });
  await api.ours.patch('tasks/update', { id: old[0].id, archived: true });
});

interface Lists {
  query?: Record<string, string>;
  source: string;
  /** The key of REST records, by default their id. */
  key?: string;
}

const nodes = (field: string, key = 'id') =>
  `{ rows: ${field} { edges { node { key: ${key} } } } }`;

/** Of operations that read: what each is asked, and what asks the same of the other door. */
const listed: Record<string, Lists[]> = {
  search: ['zuse', 'old', 'konrad'].map((query) => ({
    query: { query, limit: '100' },
    source: nodes(`search(query: "${query}", first: 100)`),
  })),
  listUsers: [{ source: nodes('users(orderBy: [{ createdAt: ASC }])', 'userId'), key: 'userId' }],
  listClients: [{ source: nodes('clients') }],
  searchClients: [
    { query: { query: 'Z' }, source: '{ rows: searchClients(query: "Z") { key: id } }' },
    { query: { query: '' }, source: '{ rows: searchClients(query: "") { key: id } }' },
  ],
  searchContacts: [
    { source: nodes('contacts(orderBy: [{ firstName: ASC }])') },
    {
      query: { query: 'ZUSE' },
      source: nodes('contacts(where: { email: { contains: "zuse", mode: INSENSITIVE } })'),
    },
  ],
  searchProjects: [
    { source: nodes('projects') },
    {
      query: { query: 'Zuse KG' },
      source: nodes('projects(where: { client: { name: { equals: "Zuse KG" } } })'),
    },
  ],
  listVendors: [{ source: nodes('vendors(orderBy: [{ name: ASC }])', 'name'), key: '' }],
  listPipelineStages: [{ source: nodes('pipelineStages') }],
  listProjectTypes: [{ source: nodes('projectTypes') }],
  listTaskStages: [
    {
      source: nodes(
        'taskStages(where: { projectType: { isDefaultProjectType: { equals: true } } })',
      ),
    },
  ],
  listTasks: [
    { source: nodes('deliverables') },
    {
      query: { archived: 'true' },
      source: nodes('deliverables(where: { archived: { equals: true } })'),
    },
  ],
  searchTasks: [
    {
      query: { query: 'TASK' },
      source: nodes('deliverables(where: { name: { contains: "task", mode: INSENSITIVE } })'),
    },
    {
      query: { query: 'nothing' },
      source: nodes('deliverables(where: { name: { contains: "nothing" } })'),
    },
  ],
  listTickets: [
    { source: nodes('tickets(first: 100)') },
    {
      query: { archived: 'true' },
      source: nodes('tickets(where: { archived: { equals: true } })'),
    },
  ],
  searchTickets: [
    {
      query: { query: 'QUESTION' },
      source: nodes('tickets(where: { subject: { contains: "question", mode: INSENSITIVE } })'),
    },
    {
      query: { ticketNumber: '1' },
      source: nodes('tickets(where: { ticketNumber: { equals: 1 } })'),
    },
  ],
  listFormNames: [{ source: nodes('forms(orderBy: [{ name: ASC }])', 'name'), key: '' }],
  searchPayableInvoices: [
    { source: nodes('payableInvoices(first: 100)') },
    { query: { query: 'Zuse KG' }, source: nodes('payableInvoices(clientName: "Zuse KG")') },
    { query: { query: 'Nobody' }, source: nodes('payableInvoices(clientName: "Nobody")') },
  ],
  listInvoiceTemplates: [
    { source: nodes('invoiceTemplates(orderBy: [{ name: ASC }])', 'name'), key: '' },
  ],
  listEmailTemplates: [
    { source: nodes('emailTemplates(orderBy: [{ name: ASC }])', 'name'), key: '' },
  ],
  listEmailTemplateIds: [{ source: nodes('emailTemplates(orderBy: [{ name: ASC }])') }],
  searchTimeEntries: [
    { source: nodes('timeEntries(first: 100, orderBy: [{ createdAt: ASC }])') },
    {
      query: { query: 'Same Website' },
      source: nodes(
        'timeEntries(first: 100, orderBy: [{ createdAt: ASC }], where: { project: { name: { equals: "Same Website" } } })',
      ),
    },
  ],
  searchExpenses: [
    {
      query: { limit: '25' },
      source: nodes('expenses(first: 25, orderBy: [{ createdAt: ASC }])'),
    },
  ],
  searchInvoices: [
    { source: nodes('invoices(first: 100, orderBy: [{ createdAt: ASC }])') },
    {
      query: { query: 'Zuse KG' },
      source: nodes('invoices(where: { client: { name: { equals: "Zuse KG" } } })'),
    },
  ],
  searchPayments: [
    {
      query: { query: 'Zuse KG' },
      source: nodes(
        'payments(orderBy: [{ createdAt: ASC }], where: { invoice: { client: { name: { equals: "Zuse KG" } } } })',
      ),
    },
  ],
  listCredits: [{ source: nodes('clientCredits(orderBy: [{ createdAt: ASC }])') }],
  listCreditNotes: [{ source: nodes('creditNotes(orderBy: [{ createdAt: ASC }])') }],
  listWebhookEndpoints: [
    { query: { limit: '100' }, source: nodes('webhookEndpoints(first: 100)') },
  ],
  listWebhookDeliveries: [{ source: nodes('webhookDeliveries(first: 100)') }],
  listWebhookEventTypes: [{ source: '{ rows: webhookEventTypes { key: type } }', key: 'type' }],
  searchOpportunities: [{ source: nodes('opportunities(orderBy: [{ createdAt: ASC }])') }],
  listCustomFields: ['CLIENT', 'PROJECT'].map((type) => ({
    query: { type },
    source: nodes(`customFields(where: { recordType: { equals: ${type} } })`, 'mappingKey'),
    key: 'key',
  })),
};

const single = [
  ...['getAccount', 'getEmailTemplate', 'getWebhookEndpoint', 'checkKey', 'listAttachments'],
  ...['searchUnbilledWork', 'previewInvoiceFromWork', 'listEvents', 'searchAgreements'],
  ...['getInvoiceEInvoice', 'getCreditNoteEInvoice'],
];

/** Operations that are not named above list what the field of their name does: `listVendors` what `vendors`. */
const unlisted = readingRoutes
  .map(({ operationId }) => operationId)
  .filter((operationId) => ![...Object.keys(listed), ...single].includes(operationId));
const fieldNamed = (operationId: string) =>
  operationId.replace(/^list(\w)/, (_, first: string) => first.toLowerCase());
const lists: Record<string, Lists[]> = {
  ...listed,
  ...Object.fromEntries(
    unlisted.map((operationId) => [operationId, [{ source: nodes(fieldNamed(operationId)) }]]),
  ),
};

/** Two records of each model that such a list has. */
beforeAll(async () => {
  const { accountId } = api.ours;
  for (const operationId of unlisted) {
    const field = schema.getQueryType()?.getFields()[fieldNamed(operationId)];
    const model = String(field && getNamedType(field.type).name).replace(/Connection$/, '');
    const delegate = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'vendor';
    const rows = [1, 2].map((number) => ({
      ...defaultRow(model, number, firstId),
      accountId,
      id: newId(model as 'Vendor'),
    }));
    await api.database.prisma[delegate].createMany({ data: rows as never });
  }
});

type Row = { key: unknown; node?: { key: unknown } };

test.each(Object.entries(lists))('%s', async (operationId, cases) => {
  const route = readingRoutes.find((each) => each.operationId === operationId);
  if (route === undefined) throw new Error(`There is no operation ${operationId}.`);
  for (const { query = {}, source, key = 'id' } of cases) {
    const rest = await callRoute(api, route, { query });
    const { body } = await api.ours.gql(source);
    expect(body.errors).toBeUndefined();
    const rows: Row[] = body.data.rows.edges ?? body.data.rows;
    expect(rows.map(({ node, key: own }) => node?.key ?? own)).toEqual(
      rest.body.map((row: Record<string, unknown>) => (key === '' ? row : row[key])),
    );
  }
  const [first] = cases;
  const { body } = await api.ours.gql(first?.source ?? '');
  expect((body.data.rows.edges ?? body.data.rows).length).toBeGreaterThan(0);
});

test('getAccount', async () => {
  const rest = await api.ours.get(`account/${api.ours.accountId}`);
  const { body } = await api.ours.gql('{ workspace { accountId name currency } }');
  const { accountId, accountName: name, currency } = rest.body;
  expect(body.data.workspace).toEqual({ accountId, name, currency });
});

test('getEmailTemplate', async () => {
  const id = world.ids.mail;
  const rest = await api.ours.get(`emailTemplates/${id}`);
  const source = 'query ($id: ID!) { node(id: $id) { ... on EmailTemplate { id name subject } } }';
  const { body } = await api.ours.gql(source, { id });
  const { htmlContent: _, ...template } = rest.body;
  expect(template).toEqual(body.data.node);
});

test('getWebhookEndpoint', async () => {
  const { id } = world.made.createWebhookEndpoint;
  const { body: endpoint } = await api.ours.get(`webhooks/${id}`);
  const fields = selectionOf(endpoint, schema.getType('WebhookEndpoint') as GraphQLObjectType);
  const source = `query ($id: ID!) { webhookEndpoint(id: $id) ${fields} }`;
  const { body } = await api.ours.gql(source, { id });
  expect(body.data.webhookEndpoint).toEqual(withoutSpelling(endpoint));
});

test('checkKey', async () => {
  const rest = await api.request('/public/api/auth', { headers: { 'x-api-key': api.ours.key } });
  const { body } = await api.ours.gql('{ workspace { accountId accountName: name } }');
  expect(rest.body).toEqual(body.data.workspace);
});

test('listEvents', async () => {
  const rest = await api.ours.get('events/list', { limit: '50' });
  const displayed = 'place type types kind recordType recordId recordVersion before after';
  const acted = 'actorKind actorId actorName operation requestId at';
  const { body } = await api.ours.gql(`{ events(first: 50) { events { ${displayed} ${acted} } } }`);
  expect(rest.body).toHaveLength(50);
  expect(rest.body).toEqual(body.data.events.events);
});

test('searchUnbilledWork', async () => {
  const visible =
    'kind description quantity rate source amount currency taxable at client { id name }';
  const { body } = await api.ours.gql(
    `{ unbilledWork { items(first: 100) { edges { cursor node { ${visible} timeEntry { id } } } } } }`,
  );
  interface Item {
    cursor: string;
    node: Record<'rate' | 'amount' | 'quantity', string> & {
      client: { id: string; name: string };
      timeEntry: { id: string };
    };
  }
  const numbers = ({ rate, amount, quantity }: Item['node']) => ({
    ...{ rate: Number(rate), amount: Number(amount), quantity: Number(quantity) },
  });
  const expected = body.data.unbilledWork.items.edges.map(({ cursor, node }: Item) => {
    const { client, timeEntry, ...item } = node;
    const { id: clientId, name: clientName } = client;
    return { ...item, ...numbers(node), id: timeEntry.id, clientId, clientName, cursor };
  });
  const rest = await api.ours.get('unbilledWork/search');
  expect(expected.length).toBeGreaterThan(50);
  expect(rest.body).toMatchObject(expected);
});

test('previewInvoiceFromWork', async () => {
  const clientName = 'Same Analytics';
  const { body } = await api.ours.gql(
    `query ($input: CreateInvoiceFromWorkInput!) { previewInvoiceFromWork(input: $input) {
      currency dateCreated dateDue: dueDate subTotal discountAmount tax total
      lineItems { description quantity unitPrice unit taxable lineTotal type projectName deliverableName timeEntryIds expenseIds deliverableIds } } }`,
    { input: { clientName, discountPercent: '5', groupBy: 'DAY' } },
  );
  const query = { clientName, discountPercent: '5', groupBy: 'DAY' };
  const rest = await api.ours.get('invoices/previewFromWork', query);
  const asNumbers = (text: string) =>
    JSON.parse(text.replace(/"(-?\d+(\.\d+)?)"/g, (_, number) => number));
  expect(rest.body.lineItems.length).toBeGreaterThan(50);
  expect(rest.body).toMatchObject(asNumbers(JSON.stringify(body.data.previewInvoiceFromWork)));
});

test('a search by id finds the same record as node, or nothing', async () => {
  const { createClient, createContact, createProject, createInvoice, createTask } = world.made;
  const searches = {
    'clients/search': createClient.id,
    'contacts/search': createContact.id,
    'projects/search': createProject.id,
    'payableInvoices/search': createInvoice.id,
    'tasks/search': createTask.id,
  };
  for (const [path, id] of Object.entries(searches)) {
    for (const workspace of [api.ours, api.theirs]) {
      const rest = await workspace.get(path, { id });
      const { body } = await workspace.gql('query ($id: ID!) { node(id: $id) { id } }', { id });
      expect(body.data.node ? [body.data.node.id] : []).toEqual(
        rest.body.map((row: { id: string }) => row.id),
      );
    }
  }
});

test('listAttachments', async () => {
  const [{ id: attachment }] = world.made.inputs.deleteAttachment;
  const source = `query ($id: ID!) { attachment(id: $id) { expense { id attachments(last: 100) {
    nodes { id fileName contentType size createdAt url } } } } }`;
  const { body } = await api.ours.gql(source, { id: attachment });
  const { attachments, id } = body.data.attachment.expense;
  const rest = await api.ours.get('attachments/list', { type: 'EXPENSE', id });
  expect(rest.body.length).toBeGreaterThan(1);
  expect(withoutLinkExpiry(rest.body.reverse())).toEqual(withoutLinkExpiry(attachments.nodes));
});

test('searchAgreements', async () => {
  // There are none yet, in either API.
  expect((await api.ours.get('agreements/search')).body).toEqual([]);
});

test('every operation that reads is among them', () => {
  expect([...Object.keys(lists), ...single].sort()).toEqual(
    readingRoutes.map(({ operationId }) => operationId).sort(),
  );
});

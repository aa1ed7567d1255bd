import { expect, test } from 'vitest';
import { defaultMcpConfig } from '../../src/config/mcp-settings.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { mcpKey } from '../support/mcp.ts';
import { callTool, connectClient } from '../support/mcp-client.ts';

const api = useTestApi();

const marked = (text: string) => `<untrusted>${text}</untrusted>`;

const connect = () => connectClient(api, api.ours.key);

test('find returns records whose names contain all words', async () => {
  const { body: ada } = await api.ours.post('clients/create', { name: 'Analytical Engines' });
  await api.ours.post('clients/create', { name: 'Analytical Chemistry' });
  await api.theirs.post('clients/create', { name: 'Analytical Engines' });
  const client = await connect();
  const { data } = await callTool(client, 'find', { text: 'engines analy' });
  expect(data.records).toEqual([
    {
      ...{ type: 'Client', id: ada.id, name: 'Analytical Engines', version: 1 },
      clientType: 'CLIENT',
    },
  ]);
  const none = await callTool(client, 'find', { text: 'engines', types: ['Vendor'] });
  expect(none).toMatchObject({ text: 'Nothing found', data: { records: [] } });
});

test('find returns the best matches first, by all fields of a search', async () => {
  const workspace = await api.addWorkspace();
  const { body: contains } = await workspace.post('clients/create', { name: 'Canada Trading' });
  const { body: equal } = await workspace.post('clients/create', {
    ...{ name: 'Ada', phone: '+1 613 555 0142' },
  });
  const { body: expense } = await workspace.post('expenses/create', {
    ...{ amount: 5, currency: 'EUR', description: 'Flight for Ada' },
  });
  const client = await connectClient(api, workspace.key);
  const idsFor = async (input: object) =>
    (await callTool(client, 'find', { ...input })).data.records.map(({ id }: { id: string }) => id);
  expect(await idsFor({ text: 'ada' })).toEqual([equal.id, expense.id, contains.id]);
  expect(await idsFor({ text: 'ada', limit: 1 })).toEqual([equal.id]);
  expect(await idsFor({ text: '(613) 555-0142' })).toEqual([equal.id]);
  expect(await idsFor({ text: 'flight', types: ['Expense'] })).toEqual([expense.id]);
  expect(await idsFor({ text: '—' })).toEqual([]);
  const { data } = await callTool(client, 'find', { text: 'flight' });
  expect(data.records).toEqual([
    {
      type: 'Expense',
      id: expense.id,
      version: 1,
      description: '<untrusted>Flight for Ada</untrusted>',
    },
  ]);
});

test('get_record accepts ids, names and external ids, and returns what belongs to the record', async () => {
  const { body } = await api.ours.post('clients/create', {
    name: 'Difference Engines',
    externalId: '7',
    source: 'crm',
  });
  await api.ours.post('contacts/create', {
    ...{ clientName: 'Difference Engines', first: 'Ada', last: 'L' },
  });
  const client = await connect();
  for (const id of [body.id, 'Difference Engines', 'ext:crm:7']) {
    const { data } = await callTool(client, 'get_record', { type: 'Client', id });
    expect(data).toMatchObject({
      ...{ type: 'Client', id: body.id, name: 'Difference Engines', version: 1 },
      contacts: { nodes: [{ firstName: marked('Ada'), lastName: marked('L') }] },
    });
  }
  const missing = await callTool(client, 'get_record', { type: 'Client', id: 'Nobody' });
  expect(missing).toMatchObject({ isError: true, data: { code: 'record_not_found' } });
});

test('list_records returns the values of REST, filters, orders and pages', async () => {
  const workspace = await api.addWorkspace();
  const names = ['C', 'A', 'B'];
  for (const name of names) await workspace.post('clients/create', { name, city: 'London' });
  const client = await connectClient(api, workspace.key);
  const list = (input: object) =>
    callTool(client, 'list_records', {
      ...{ type: 'Client', orderBy: [{ name: 'ASC' }], limit: 2, fields: ['name', 'city'] },
      ...input,
    });
  const first = await list({});
  expect(first.data).toMatchObject({
    records: [
      { type: 'Client', name: 'A', city: 'London', version: 1 },
      { name: 'B', city: 'London' },
    ],
    total: 3,
  });
  const second = await list({ after: first.data.nextCursor });
  expect(second.data.records).toMatchObject([{ name: 'C' }]);
  expect(second.data.nextCursor).toBeUndefined();
  expect((await list({ where: { name: { equals: 'B' } } })).data.total).toBe(1);
});

test('unknown arguments and values are rejected by name, with the valid ones', async () => {
  const client = await connect();
  const unknown = await callTool(client, 'list_records', { type: 'Client', filter: {} });
  expect(unknown.isError).toBe(true);
  expect(unknown.data).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'filter', code: 'unknown_field', message: expect.stringContaining('where') }],
  });
  const wrong = await callTool(client, 'list_records', { type: 'Customer' });
  expect(wrong.data.errors[0].message).toContain('Client, ');
  const field = await callTool(client, 'list_records', {
    ...{ type: 'Client', where: { nam: {}, AND: [{ city: { equal: 'x' } }] } },
    orderBy: [{ name: 'UP' }],
  });
  expect(field.data.errors).toMatchObject([
    { path: 'where.nam', code: 'unknown_field', message: expect.stringContaining('name, ') },
    { path: 'where.AND.0.city.equal', message: expect.stringContaining('equals, ') },
  ]);
  const order = await callTool(client, 'list_records', {
    ...{ type: 'Client', where: { name: { equals: 7 } }, orderBy: [{ name: 'UP' }] },
  });
  expect(order.data.errors).toMatchObject([
    { path: 'where.name.equals', code: 'invalid_type' },
    { path: 'orderBy.0.name', code: 'invalid_type' },
  ]);
  const selected = await callTool(client, 'list_records', {
    ...{ type: 'Project', fields: ['name', 'client.nam', 'client'] },
  });
  expect(selected.data.errors).toMatchObject([
    { path: 'fields.1', code: 'unknown_field', message: expect.stringContaining('of Client') },
  ]);
  const id = await callTool(client, 'find', { text: 'x', id: '1' });
  expect(id.data.errors).toMatchObject([{ path: 'id', code: 'unknown_field' }]);
});

test('a large result is cut at whole records, and continues after the last', async () => {
  const workspace = await api.addWorkspace();
  for (let index = 0; index < 12; index += 1)
    await workspace.post('clients/create', { name: `Client ${index}`, notes: 'ü'.repeat(2_000) });
  const client = await connectClient(api, workspace.key);
  const names: string[] = [];
  let after: string | undefined;
  do {
    const { data, bytes } = await callTool(client, 'list_records', {
      ...{ type: 'Client', limit: 100, ...(after && { after }) },
    });
    expect(bytes).toBeLessThanOrEqual(25_000);
    expect(data.total).toBe(12);
    names.push(...data.records.map(({ name }: { name: string }) => name));
    after = data.nextCursor;
    expect(data.truncated).toBe(after === undefined ? undefined : true);
  } while (after);
  expect(new Set(names).size).toBe(12);
  await workspace.post('clients/create', { name: 'Long', notes: 'ü'.repeat(20_000) });
  const long = await callTool(client, 'get_record', { type: 'Client', id: 'Long' });
  expect(long.bytes).toBeLessThanOrEqual(25_000);
  expect(long.data.notes).toMatch(/^ü+…$/);
});

test('reports return the values of GraphQL', async () => {
  const workspace = await api.addWorkspace();
  await workspace.post('clients/create', { name: 'Ada' });
  const { body: invoice } = await workspace.post('invoices/create', {
    ...{ clientName: 'Ada', taxRate: 0 },
    items: [{ description: 'Work', quantity: 2, rate: 50 }],
  });
  const sent = await workspace.post('invoices/markSent', { id: invoice.id });
  expect(sent.status).toBe(200);
  const client = await connectClient(api, workspace.key);
  const receivables = await callTool(client, 'report', { kind: 'receivables' });
  const { body } = await workspace.gql('{ figures { receivablesByAge { currency total } } }');
  expect(receivables.data.records).toMatchObject(body.data.figures.receivablesByAge);
  const statement = await callTool(client, 'report', { kind: 'statement', client: 'Ada' });
  expect(statement.data).toMatchObject({ accounts: [{ closing: '100' }], client: { name: 'Ada' } });
  const unused = await callTool(client, 'report', { kind: 'pipeline', from: '2026-01-01' });
  expect(unused.data.errors).toMatchObject([{ path: 'from', code: 'not_supported' }]);
});

test('recent_changes returns the latest changes, and later ones after its cursor', async () => {
  const workspace = await api.addWorkspace();
  const { body } = await workspace.post('clients/create', { name: 'Ada' });
  const client = await connectClient(api, workspace.key);
  const changes = (input: object = {}) =>
    callTool(client, 'recent_changes', { types: ['client'], ...input });
  const first = await changes();
  expect(first.data.records).toMatchObject([
    { type: 'Client', id: body.id, change: 'client.created', version: 1 },
  ]);
  await workspace.patch('clients/update', { id: body.id, city: 'London' });
  const later = await changes({ after: first.data.nextCursor });
  expect(later.data.records).toMatchObject([
    { change: 'client.updated', after: { city: marked('London') }, version: 2 },
  ]);
});

test('describe_type returns fields and values, without inputs that the key may not use', async () => {
  const client = await connect();
  const { data } = await callTool(client, 'describe_type', { type: 'Invoice' });
  expect(data.where.status).toBe('InvoiceStatusFilter');
  expect(data.types.InvoiceStatus).toContain('SENT');
  expect(data.orderBy).toContain('dueDate');
  expect(data.types.SortOrder).toEqual(['ASC', 'DESC']);
  expect(Object.keys(data)).not.toContain('create');
  expect(Object.keys(data)).not.toContain('update');
});

test('describe_type lists the inputs that create_record and update_record accept, with nested types', async () => {
  const client = await connectClient(api, await mcpKey(api.ours));
  const { tools } = await client.listTools();
  const typesOf = (tool: string): string[] => {
    const found = tools.find(({ name }) => name === tool);
    return (found?.inputSchema.properties?.type as { enum: string[] } | undefined)?.enum ?? [];
  };
  expect(typesOf('create_record')).not.toEqual([]);
  for (const type of typesOf('describe_type')) {
    const { data } = await callTool(client, 'describe_type', { type });
    expect([type, data.create !== undefined]).toEqual([
      ...[type, typesOf('create_record').includes(type)],
    ]);
    expect([type, data.update !== undefined]).toEqual([
      ...[type, typesOf('update_record').includes(type)],
    ]);
    expect(Object.keys(data.update ?? {})).not.toContain('expectedVersion');
  }
  const { data } = await callTool(client, 'describe_type', { type: 'Client' });
  expect(data.create.contacts).toBe('[ClientContactInput!]');
  expect(data.types.ClientContactInput).toMatchObject({ firstName: 'String' });
  expect(data.types.CustomValueCondition).toMatchObject({ key: 'String!' });
  const narrowed = await connectClient(api, await mcpKey(api.ours), {
    headers: { 'x-mcp-tools': 'describe_type, update_record' },
  });
  const some = await callTool(narrowed, 'describe_type', { type: 'Client' });
  expect(Object.keys(some.data)).toEqual(expect.not.arrayContaining(['create']));
  expect(some.data.update).toHaveProperty('name');
});

test('a name that is not found gives up to five near names', async () => {
  const workspace = await api.addWorkspace();
  for (const name of ['Northwind Books', 'Northwind Bakery', 'Southwind', 'Ada', ...'123456'])
    await workspace.post('clients/create', { name: name.length > 1 ? name : `Books ${name}` });
  await api.theirs.post('clients/create', { name: 'Northwind Bookshop' });
  const client = await connectClient(api, await mcpKey(workspace));
  const nearOf = async (tool: string, input: Record<string, unknown>) =>
    (await callTool(client, tool, input)).data.nearMatches;
  expect(await nearOf('get_record', { type: 'Client', id: 'Nortwind Boks' })).toEqual([
    ...['Northwind Books', 'Northwind Bakery'],
  ]);
  const books = await nearOf('get_record', { type: 'Client', id: 'books' });
  expect(books).toHaveLength(5);
  expect(await nearOf('get_record', { type: 'Client', id: 'Zzz' })).toBeUndefined();
  expect(await nearOf('report', { kind: 'statement', client: 'Northwind Book' })).toContain(
    'Northwind Books',
  );
  const update = { type: 'Client', id: 'Northwind', changes: { city: 'London' } };
  expect(await nearOf('update_record', update)).toContain('Northwind Books');
  expect(
    await nearOf('log_time', {
      ...{ clientName: 'Nortwind Books', start: '2026-03-02T09:00Z', hours: 1 },
    }),
  ).toContain('<untrusted>Northwind Books</untrusted>');
  expect(
    await nearOf('create_record', {
      ...{ type: 'Project', data: { name: 'X', clientName: 'Nortwind Books' } },
    }),
  ).toContain('<untrusted>Northwind Books</untrusted>');
  const invoice = { clientName: 'Ada', items: [{ description: 'Work', rate: 50 }] };
  const { body } = await workspace.post('invoices/create', invoice);
  const payment = { invoiceNumber: 'INV-01', amount: 5 };
  expect(body.invoiceNumberFormatted).toBe('INV-00001');
  expect(await nearOf('record_payment', payment)).toEqual(['<untrusted>INV-00001</untrusted>']);
  expect(await nearOf('record_payment', { ...payment, clientName: 'Southwind' })).toBeUndefined();
  expect(await nearOf('send_document', { invoice: 'INV-1' })).toEqual(['INV-00001']);
  const paying = await connectClient(api, await mcpKey(workspace, ['invoices:write', 'mcp:write']));
  expect((await callTool(paying, 'record_payment', payment)).text).not.toContain('INV-00001');
  const reading = await connectClient(
    api,
    await mcpKey(workspace, ['time:read', 'time:write', 'mcp:write']),
  );
  const hidden = await callTool(reading, 'log_time', {
    ...{ clientName: 'Nortwind Books', start: '2026-03-02T09:00Z', hours: 1 },
  });
  expect(hidden.isError).toBe(true);
  expect(hidden.text).not.toContain('Northwind');
});

test('get_record finds numbers', async () => {
  const workspace = await api.addWorkspace();
  await workspace.post('clients/create', { name: 'Ada' });
  const { body } = await workspace.post('invoices/create', {
    ...{ clientName: 'Ada', items: [{ description: 'Work', rate: 50 }] },
  });
  const client = await connectClient(api, workspace.key);
  for (const id of [String(body.invoiceNumber), body.invoiceNumberFormatted]) {
    const { data } = await callTool(client, 'get_record', { type: 'Invoice', id });
    expect(data).toMatchObject({ id: body.id });
  }
});

test('unknown fields at all levels of a write are rejected with their paths and the known names', async () => {
  const client = await connectClient(api, await mcpKey(api.ours));
  const create = await callTool(client, 'create_record', {
    type: 'Client',
    data: { name: 'X', town: 'London', contacts: [{ firstNam: 'Ada' }] },
  });
  expect(create.data.errors).toMatchObject([
    { path: 'data.town', code: 'unknown_field', message: expect.stringContaining('city, ') },
    { path: 'data.contacts.0.firstNam', message: expect.stringContaining('firstName, ') },
  ]);
  const invoice = await callTool(client, 'create_invoice', {
    ...{ client: 'X', lines: [{ description: 'Work', unitPrice: 5, price: 5 }] },
  });
  expect(invoice.data.errors).toMatchObject([
    { path: 'lines.0.price', message: expect.stringContaining('unitPrice') },
  ]);
  const wrong = await callTool(client, 'create_record', {
    type: 'Client',
    data: { name: 7, archived: 'x' },
  });
  expect(wrong.data.errors.map(({ path }: { path: string }) => path)).toEqual([
    ...['data.archived', 'data.name'],
  ]);
});

test('graphql_query is off by default, and only reads', async () => {
  const app = createTestApp(api.database, { mcp: { ...defaultMcpConfig, hasGraphQL: true } });
  const client = await connectClient({ app }, api.ours.key);
  const query = (text: string) => callTool(client, 'graphql_query', { query: text });
  expect((await query('{ workspace { name } }')).data).toEqual({
    data: { workspace: { name: 'Ours' } },
  });
  const mutation = await query('mutation { createClient(input: { name: "X" }) { __typename } }');
  expect(mutation).toMatchObject({ isError: true, data: { code: 'method_not_allowed' } });
});

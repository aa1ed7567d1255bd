import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

const name = 'Bygone Ltd';
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
const ids = { clientId: '', projectId: '', deliverableId: '', timeId: '', number: '' };

/** A client with work, time and an invoice, which is archived then; and an active one of nearly the same name. */
beforeAll(async () => {
  const work = { clientName: name, projectName: 'Site', deliverableName: 'Home' };
  const flags = { createClient: true, createProject: true, createDeliverable: true };
  const { body: time } = await api.ours.post('timeWorked/create', { ...hours, ...work, ...flags });
  const { clientId, projectId, deliverableId } = time;
  const invoice = await api.ours.post('invoices/create', { clientName: name, amount: 5 });
  const number = invoice.body.invoiceNumberFormatted;
  Object.assign(ids, { clientId, projectId, deliverableId, timeId: time.id, number });
  await api.ours.post('clients/create', { name: 'Bygone Inc' });
  const { body } = await api.ours.patch('clients/update', { id: clientId, archive: true });
  expect(body.archive).toBe(true);
  await api.theirs.post('clients/create', { name });
});

const archivedError = ({ status, body }: Answer) => [status, body.code, body.errors[0]?.code];

describe('archive on clients', () => {
  test('is accepted by create and both updates; PUT without it keeps it', async () => {
    const { body: client } = await api.ours.post('clients/create', {
      name: 'Born so',
      archive: true,
    });
    expect(client.archive).toBe(true);
    const { id } = client;
    expect((await api.ours.put('clients/update', { id, name: 'Born so' })).body.archive).toBe(true);
    expect((await api.ours.patch('clients/update', { id, city: 'Rome' })).body.archive).toBe(true);
    expect((await api.ours.put('clients/update', client)).body).toEqual({ ...client, city: null });
    const out = await api.ours.put('clients/update', { id, name: 'Born so', archive: false });
    expect(out.body.archive).toBe(false);
    expect((await api.ours.patch('clients/update', { id, archive: 'true' })).body.archive).toBe(
      true,
    );
    expect((await api.ours.patch('clients/update', { id, archive: null })).body.archive).toBe(
      false,
    );
    const other = await api.ours.patch('clients/update', { id, archived: true });
    expect(other.body.archive).toBe(false);
  });

  test('no list and no search has them, but by id', async () => {
    const queries: [string, Record<string, string>][] = [
      ['clients/list', {}],
      ['clients/search', {}],
      ['clients/search', { query: 'Bygone' }],
    ];
    for (const [path, query] of queries) {
      const { body } = await api.ours.get(path, query);
      expect(body.map((client: { name: string }) => client.name)).toContain('Bygone Inc');
      expect(body.map((client: { id: string }) => client.id)).not.toContain(ids.clientId);
    }
    const { body } = await api.ours.get('clients/search', { id: ids.clientId });
    expect(body).toMatchObject([{ name, archive: true }]);
  });

  test('their names stay taken, and the 409 explains why', async () => {
    const { body: other } = await api.ours.post('clients/create', { name: 'Another' });
    const answers = [
      await api.ours.post('clients/create', { name: ` ${name} ` }),
      await api.ours.patch('clients/update', { id: other.id, name }),
      await api.ours.put('clients/update', { id: other.id, name }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.errors[0].path]).toEqual([409, 'name_taken', 'name']);
      expect(body.message).toContain(`"${name}", which is archived`);
    }
    const active = await api.ours.post('clients/create', { name: 'Another' });
    expect(active.body.message).not.toContain('archived');
    const graphql = await mutate(api.ours, 'createClient', { input: { name } });
    expect(graphql).toMatchObject({ code: 'name_taken', message: answers[0]?.body.message });
  });
});

describe('the name of an archived client', () => {
  const creates: [string, object][] = [
    ['contacts/create', { first: 'A', clientName: name }],
    ['projects/create', { name: 'P', clientName: name }],
    ['opportunities/create', { name: 'O', clientName: name }],
    ['expenses/create', { amount: 1, clientName: name }],
    ['timeWorked/create', { ...hours, clientName: name }],
    ['timeWorked/create', { ...hours, clientName: name, projectName: 'Site' }],
    ['deliverable/approve', { clientName: name, projectName: 'Site', deliverableName: 'Home' }],
    ['invoices/create', { clientName: name, items: [{ rate: 1 }] }],
    ['invoices/create', { clientName: name, amount: 1 }],
  ];

  test.each(creates)('finds nothing for %s %j: a 404 with the reason', async (path, body) => {
    const answer = await api.ours.post(path, body);
    expect(archivedError(answer)).toEqual([404, 'name_not_found', 'archived']);
    expect(answer.body.errors[0].path).toBe('clientName');
    expect(answer.body.message).toContain(`The client "${name}" is archived`);
  });

  test('finds nothing for payments and searches', async () => {
    const payment = { invoiceNumber: ids.number, clientName: name, amount: 1 };
    expect(archivedError(await api.ours.post('payment/create', payment))).toEqual([
      404,
      'name_not_found',
      'archived',
    ]);
    const search = await api.ours.get('projects/search', { query: name });
    expect(archivedError(search)).toEqual([404, 'name_not_found', 'archived']);
    const payable = await api.ours.get('payableInvoices/search', { query: name });
    expect([payable.status, payable.body]).toEqual([200, []]);
    const source = `{ payableInvoices(clientName: "${name}") { totalCount } }`;
    expect((await api.ours.gql(source)).body.data.payableInvoices.totalCount).toBe(0);
    const all = (await api.ours.get('payableInvoices/search')).body;
    expect(all.map((each: { clientId: string }) => each.clientId)).toContain(ids.clientId);
    const unnamed = await api.ours.post('payment/create', { ...payment, clientName: null });
    expect([unnamed.status, unnamed.body.status]).toEqual([200, 'PARTIAL']);
  });

  test('is not offered as a near match, and is nothing in another workspace', async () => {
    const { body } = await api.ours.post('projects/create', { name: 'P', clientName: 'Bygone L' });
    expect(body.message).toContain('"Bygone Inc"');
    expect(body.message).not.toContain(name);
    const own = await api.theirs.post('projects/create', { name: 'P', clientName: name });
    expect(own.status).toBe(200);
  });

  test('is a 409 if a flag creates the client, and nothing is created', async () => {
    const body = { ...hours, clientName: name, createClient: true };
    for (const further of [{}, { projectName: 'New', createProject: true }]) {
      const answer = await api.ours.post('timeWorked/create', { ...body, ...further });
      expect(archivedError(answer)).toEqual([409, 'conflicting_state', 'archived']);
      expect(answer.body.message).toContain(`"${name}", which is archived`);
    }
    const { accountId } = api.ours;
    expect(await api.database.prisma.project.count({ where: { accountId, name: 'New' } })).toBe(0);
  });
});

describe('new time of an archived client', () => {
  test.each(['clientId', 'projectId', 'deliverableId'] as const)(
    'is rejected by %s, in both APIs',
    async (field) => {
      const input = { ...hours, [field]: ids[field] };
      const answer = await api.ours.post('timeWorked/create', input);
      expect(archivedError(answer)).toEqual([409, 'conflicting_state', 'archived']);
      expect(answer.body.errors[0].path).toBe(field);
      expect(await mutate(api.ours, 'createTimeEntry', { input })).toMatchObject({
        code: 'conflicting_state',
        message: answer.body.message,
      });
    },
  );

  test('is rejected below it as well, if a record would be created', async () => {
    const input = {
      ...hours,
      projectId: ids.projectId,
      deliverableName: 'New',
      createDeliverable: true,
    };
    const answer = await api.ours.post('timeWorked/create', input);
    expect(archivedError(answer)).toEqual([409, 'conflicting_state', 'archived']);
    const { accountId } = api.ours;
    const where = { accountId, name: 'New' };
    expect(await api.database.prisma.deliverable.count({ where })).toBe(0);
  });

  test('is rejected item by item in bulk', async () => {
    const items = [
      { ...hours, clientName: 'Bygone Inc' },
      { ...hours, clientName: name },
      { ...hours, clientName: name, createClient: true },
      { ...hours, clientId: ids.clientId },
      { ...hours, deliverableId: ids.deliverableId },
      { ...hours, projectId: ids.projectId, deliverableName: 'New', createDeliverable: true },
      { ...hours, clientName: 'Made in bulk', createClient: true },
    ];
    const input = { items, partial: true };
    const selection = 'results { ... on ExpectedError { code message } }';
    const { results } = await mutated(api.ours, 'createTimeEntries', { input }, selection);
    const codes = results.map(({ code }: { code?: string }) => code);
    const conflict = 'conflicting_state';
    expect(codes).toEqual([
      undefined,
      'name_not_found',
      conflict,
      conflict,
      conflict,
      conflict,
      undefined,
    ]);
    for (const { code, message } of results) if (code) expect(message).toContain('archived');
  });

  test('is rejected if an entry would move to it, but its own entry can be corrected', async () => {
    const { body } = await api.ours.post('timeWorked/create', {
      ...hours,
      clientName: 'Bygone Inc',
    });
    for (const work of [{ clientId: ids.clientId }, { deliverableId: ids.deliverableId }]) {
      const input = { id: body.id, ...work };
      expect(await mutate(api.ours, 'updateTimeEntry', { input })).toMatchObject({
        code: 'conflicting_state',
      });
    }
    const own = { id: ids.timeId, notes: 'Put right', deliverableId: null };
    expect(
      await mutated(api.ours, 'updateTimeEntry', { input: own }, 'notes clientId deliverableId'),
    ).toEqual({ notes: 'Put right', clientId: ids.clientId, deliverableId: null });
  });

  test('is accepted again after the client is restored', async () => {
    const { body: client } = await api.ours.post('clients/create', { name: 'Back', archive: true });
    const log = () => api.ours.post('timeWorked/create', { ...hours, clientName: 'Back' });
    expect((await log()).status).toBe(404);
    await api.ours.patch('clients/update', { id: client.id, archive: false });
    expect((await log()).status).toBe(200);
  });
});

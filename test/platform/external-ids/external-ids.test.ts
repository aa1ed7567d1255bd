import { beforeAll, describe, expect, test } from 'vitest';
import { eraseClient } from '../../../src/domain/erasures/erase.ts';
import type { ExternalIdType } from '../../../src/platform/external-ids/external-ids.ts';
import { externalIdTypes } from '../../../src/platform/external-ids/external-ids.ts';
import type { Answer, TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { mutate } from '../../support/mutations.ts';

/** What other systems call records: unique with its source, of each type and in each workspace. */

const api = useTestApi();
let serial = 0;

interface Case {
  /** The operations of REST. */
  create: string;
  search: string;
  update?: string;
  /** What a create needs besides. */
  needs: () => object;
  /** The mutations. */
  make: string;
  makeNeeds?: () => object;
  change?: string;
  /** The list. */
  list: string;
  /** What changes; something that stays valid. */
  also?: object;
}

const clientName = 'Lovelace Analytics';
const projectName = 'Website relaunch';
const timed = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

const cases: Record<ExternalIdType, Case> = {
  Client: {
    create: 'clients/create',
    search: 'clients/search',
    update: 'clients/update',
    needs: () => ({ name: `Client ${++serial}` }),
    make: 'createClient',
    change: 'updateClient',
    list: 'clients',
  },
  Contact: {
    create: 'contacts/create',
    search: 'contacts/search',
    update: 'contacts/update',
    needs: () => ({ firstName: 'Ada', clientName }),
    make: 'createContact',
    change: 'updateContact',
    list: 'contacts',
  },
  Project: {
    create: 'projects/create',
    search: 'projects/search',
    update: 'projects/update',
    needs: () => ({ name: `Project ${++serial}`, clientName }),
    make: 'createProject',
    change: 'updateProject',
    list: 'projects',
  },
  Deliverable: {
    create: 'tasks/create',
    search: 'tasks/search',
    needs: () => ({ name: `Task ${++serial}`, clientName, projectName }),
    make: 'createDeliverable',
    change: 'updateDeliverable',
    list: 'deliverables',
  },
  TimeEntry: {
    create: 'timeWorked/create',
    search: 'timeWorked/search',
    needs: () => timed,
    make: 'createTimeEntry',
    change: 'updateTimeEntry',
    list: 'timeEntries',
  },
  Expense: {
    create: 'expenses/create',
    search: 'expenses/search',
    update: 'expenses/update',
    needs: () => ({ amount: 1 }),
    make: 'createExpense',
    change: 'updateExpense',
    list: 'expenses',
  },
  Invoice: {
    create: 'invoices/create',
    search: 'invoices/search',
    needs: () => ({ clientName, amount: 1 }),
    make: 'createSimpleInvoice',
    change: 'updateInvoice',
    list: 'invoices',
  },
  Payment: {
    create: 'payment/create',
    search: 'payments/search',
    needs: () => ({ invoiceNumber: 'INV-OPEN', amount: 0.01 }),
    make: 'recordPayment',
    list: 'payments',
  },
  Opportunity: {
    create: 'opportunities/create',
    search: 'opportunities/search',
    update: 'opportunities/update',
    needs: () => ({ name: 'Deal' }),
    make: 'createOpportunity',
    change: 'updateOpportunity',
    list: 'opportunities',
  },
};

const called = { source: 'hubspot', externalId: 'gid://hubspot/1' };
const taken = { status: 409, body: { code: 'external_id_taken' } };

beforeAll(async () => {
  for (const workspace of [api.ours, api.theirs]) {
    await workspace.post('clients/create', { name: clientName });
    await workspace.post('projects/create', { name: projectName, clientName });
    const open = { clientName, invoiceNumber: 'INV-OPEN', amount: 1000 };
    await workspace.post('invoices/create', open);
  }
});

/** The ids that the list of GraphQL finds. */
async function listed({ list }: Case, workspace: TestWorkspace, where: object): Promise<string[]> {
  const type = externalIdTypes.find((one) => cases[one].list === list);
  const source = `query ($where: ${type}Where) { ${list}(where: $where) { nodes { id externalId source } } }`;
  const { body } = await workspace.gql(source, { where });
  return body.data[list].nodes.map(({ id }: { id: string }) => id);
}

const equal = (values: { externalId: string; source?: string }) =>
  Object.fromEntries(Object.entries(values).map(([name, equals]) => [name, { equals }]));

describe.each(externalIdTypes)('%s', (type) => {
  const of = cases[type];
  const create = (workspace: TestWorkspace, more: object): Promise<Answer> =>
    workspace.post(of.create, { ...of.needs(), ...more });
  const found = async (query: Record<string, string>, workspace = api.ours) =>
    (await workspace.get(of.search, query)).body;
  let id: string;

  test('is created with one, shown with it and found by it, in either API', async () => {
    expect((await create(api.ours, called)).status).toBe(200);
    const [record, ...others] = await found(called);
    expect(others).toEqual([]);
    expect(record).toMatchObject(called);
    id = record.id;
    expect(await found({ externalId: called.externalId })).toHaveLength(1);
    expect(await found({ ...called, source: 'sap' })).toEqual([]);
    expect(await listed(of, api.ours, equal(called))).toEqual([id]);
    expect(await listed(of, api.theirs, equal(called))).toEqual([]);
  });

  test('shares it with none, and the error names the field and the record', async () => {
    expect(await create(api.ours, called)).toMatchObject({
      ...taken,
      body: {
        errors: [
          { path: 'externalId', code: 'external_id_taken', message: `is the external id of ${id}` },
        ],
      },
    });
    const rejection = await mutate(api.ours, of.make, { ...of.needs(), ...called });
    expect(rejection).toMatchObject({ __typename: 'ConflictError', path: 'externalId' });
    expect(rejection.message).toContain(id);
    expect((await create(api.theirs, called)).status).toBe(200);
    expect((await create(api.ours, { ...called, source: 'sap' })).status).toBe(200);
  });

  test('without a source it has a separate namespace, unique likewise', async () => {
    const { externalId } = called;
    expect((await create(api.ours, { externalId })).status).toBe(200);
    expect(await create(api.ours, { externalId, source: ' ' })).toMatchObject(taken);
    expect((await create(api.ours, { externalId: '', source: 'sap' })).status).toBe(200);
  });

  test('an error in an open transaction is reported all the same', async () => {
    const headers = { 'x-api-key': api.ours.key, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...of.needs(), ...called });
    const sent = {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `once-${type}` },
      body,
    };
    expect(await api.request(`/public/action/${of.create}`, sent)).toMatchObject({
      ...taken,
      body: { errors: [{ message: `is the external id of ${id}` }] },
    });
  });

  const { change: changing } = of;
  test.runIf(changing)(
    'is changed and taken away, and a replace that leaves it out keeps it',
    async () => {
      const other = { externalId: `other ${type}`, source: 'hubspot' };
      expect((await create(api.ours, other)).status).toBe(200);
      const [{ id: second }] = await found(other);
      const change = (fields: object) =>
        mutate(api.ours, changing as string, { id: second, ...fields }, 'externalId source');
      const denied = await change({ externalId: called.externalId });
      expect(denied).toMatchObject({ __typename: 'ConflictError', path: 'externalId' });
      expect(denied.message).toContain(id);
      expect(await change({ source: 'datev' })).toMatchObject({ ...other, source: 'datev' });
      expect(await change({ externalId: null })).toMatchObject({ externalId: null });
      expect(await change(other)).toMatchObject(other);
      if (!of.update) return;
      const [whole] = await found(other);
      const { externalId: _, source: __, ...rest } = whole;
      const { status, body } = await api.ours.put(of.update, rest);
      expect([status, body.externalId, body.source]).toEqual([200, ...Object.values(other)]);
      expect((await api.ours.patch(of.update, { id: second, ...called })).body).toMatchObject({
        code: 'external_id_taken',
      });
    },
  );

  test('of many simultaneous ones one is accepted', async () => {
    const race = { externalId: `race ${type}`, source: 'hubspot' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? create(api.ours, race).then(({ status }) => status === 200)
          : mutate(api.ours, of.make, { ...of.needs(), ...race }).then((done) => !('code' in done)),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await found(race)).toHaveLength(1);
  });
});

test('of many items of a mutation those are rejected whose external id is taken', async () => {
  for (const [name, item] of [
    ['createContacts', { firstName: 'Ada' }],
    ['createExpenses', { amount: '1' }],
    ['createTimeEntries', timed],
  ] as const) {
    const input = [called, { externalId: 'many' }, { externalId: 'many' }, {}];
    const items = input.map((one) => ({ ...item, ...one }));
    const each = '... on ExpectedError { code path }';
    const done = await mutate(api.ours, name, { items, partial: true }, `made results { ${each} }`);
    const failed = (index: number) => ({
      code: 'external_id_taken',
      path: `items.${index}.externalId`,
    });
    expect(done).toMatchObject({ made: 2, results: [failed(0), {}, failed(2), {}] });
    expect(await mutate(api.ours, name, { items }, 'made')).toMatchObject({
      __typename: 'ConflictError',
      code: 'external_id_taken',
    });
  }
});

test('contacts that are created with their client have theirs, and their errors their paths', async () => {
  const contacts = [{ firstName: 'Ada' }, { firstName: 'Grace', ...called }];
  const body = { name: 'With contacts', contacts };
  expect((await api.ours.post('clients/create', body)).body).toMatchObject({
    code: 'external_id_taken',
    errors: [{ path: 'contacts.1.externalId' }],
  });
});

test('a bulk of REST names the item whose external id is taken', async () => {
  const items = [
    { name: 'Bulk 1', ...called },
    { name: 'Bulk 2', externalId: 'bulk' },
  ];
  const { body } = await api.ours.post('bulk', { operation: 'createClient', items, partial: true });
  expect(body.results).toMatchObject([
    { status: 409, error: { code: 'external_id_taken', errors: [{ path: 'items.0.externalId' }] } },
    { status: 200, record: { externalId: 'bulk' } },
  ]);
});

test('a source has no colon, and an external id a length', async () => {
  const body = { name: 'Wrong', externalId: 'x'.repeat(256), source: 'a:b' };
  expect((await api.ours.post('clients/create', body)).body.errors).toMatchObject([
    { path: 'externalId', code: 'too_long' },
    { path: 'source', code: 'invalid_format' },
  ]);
});

test('an external id is looked for in an index', async () => {
  const { pool } = api.database;
  const rows = await pool.query('SELECT indexdef FROM pg_indexes WHERE indexname LIKE $1', [
    '%\\_externalId\\_source\\_key',
  ]);
  expect(rows.rows).toHaveLength(externalIdTypes.length);
  for (const { indexdef } of rows.rows) expect(indexdef).toMatch(/UNIQUE.*\("accountId"/);
});

test('an erased record loses its external id', async () => {
  const { accountId, context, post } = api.ours;
  const erased = (what: string) => ({ externalId: `known as ${what}`, source: 'hubspot' });
  const of = { clientName: 'Erased' };
  const { body: client } = await post('clients/create', { name: 'Erased', ...erased('client') });
  await post('projects/create', { name: 'Erased', ...of, ...erased('project') });
  await post('timeWorked/create', { ...timed, ...of, projectName: 'Erased', ...erased('time') });
  await post('expenses/create', { amount: 1, ...of, ...erased('expense') });
  const open = { ...of, amount: 1, invoiceNumber: 'ERASED', ...erased('invoice') };
  expect((await post('invoices/create', open)).status).toBe(200);
  const paid = { invoiceNumber: 'ERASED', amount: 1, ...erased('payment') };
  expect((await post('payment/create', paid)).status).toBe(200);
  await eraseClient(context, { id: client.id, confirmName: 'Erased' });
  for (const type of [...externalIdTypes, 'LogEntry']) {
    const { rows } = await api.database.pool.query(
      `SELECT 1 FROM "${type}" t WHERE "accountId" = $1 AND t::text LIKE '%known as %'`,
      [accountId],
    );
    expect(rows, type).toEqual([]);
  }
});

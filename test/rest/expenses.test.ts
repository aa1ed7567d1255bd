import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import { createExpense } from '../../src/domain/expenses.ts';
import { createContext } from '../../src/domain/kernel/context.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** A client with a project, in either workspace. */
async function addClientWithProject(workspace: TestWorkspace, name: string, project: string) {
  const { prisma } = api.database;
  const { accountId } = workspace;
  const client = await workspace.post('clients/create', { name });
  const type = await prisma.projectType.findFirstOrThrow({ where: { accountId } });
  const projectId = newId('Project');
  await prisma.project.create({
    data: {
      accountId,
      id: projectId,
      clientId: client.body.id,
      projectTypeId: type.id,
      name: project,
    },
  });
  return { clientId: client.body.id as string, projectId };
}

type Place = Awaited<ReturnType<typeof addClientWithProject>>;
let acme: Place;
let bolt: Place;
let foreign: Place;
let foreignVendorId: string;

beforeAll(async () => {
  acme = await addClientWithProject(api.ours, 'Acme', 'Site');
  bolt = await addClientWithProject(api.ours, 'Bolt', 'App');
  foreign = await addClientWithProject(api.theirs, 'Acme', 'Site');
  const { body } = await api.theirs.post('expenses/create', { amount: 1, vendor: 'Stranger Ltd' });
  foreignVendorId = body.vendorId;
});

/** Every field of an expense away from its default. */
async function fullExpense() {
  const answer = await api.ours.post('expenses/create', {
    date: '2026-03-31T09:30:00Z',
    amount: 89.9,
    currency: 'eur',
    taxRate: 7.5,
    taxInclusive: true,
    category: 'Travel',
    vendor: 'Deutsche Bahn',
    clientName: 'Acme',
    projectName: 'Site',
    billNo: 'DB-118',
    paid: true,
    paidDate: '2026-04-02',
    dueDate: '2026-04-30',
    reimbursable: true,
    markupPercentage: 12.5,
    description: 'Train',
    notes: 'First class',
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('expenses/create', () => {
  test('stores every field and answers exactly those of the specification', async () => {
    const expense = await fullExpense();
    expect(expense).toEqual({
      id: expect.stringMatching(/^exp_/),
      accountId: api.ours.accountId,
      amount: 89.9,
      currency: 'EUR',
      taxRate: 7.5,
      taxInclusive: true,
      category: 'Travel',
      vendorId: expect.stringMatching(/^ven_/),
      clientId: acme.clientId,
      projectId: acme.projectId,
      billNo: 'DB-118',
      paid: true,
      paidDate: '2026-04-02',
      dueDate: '2026-04-30',
      reimbursable: true,
      markupPercent: 12.5,
      description: 'Train',
      notes: 'First class',
      dateCreated: '2026-03-31T09:30:00.000Z',
    });
  });

  test('needs no more than an amount; the currency is the workspace’s', async () => {
    const yen = await api.addWorkspace({ currency: 'JPY' });
    const before = Date.now();
    const { status, body } = await yen.post('expenses/create', { amount: 1200 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      amount: 1200,
      currency: 'JPY',
      taxInclusive: false,
      paid: false,
      reimbursable: false,
    });
    for (const name of ['taxRate', 'category', 'vendorId', 'clientId', 'projectId', 'paidDate']) {
      expect(body[name]).toBeNull();
    }
    expect(Date.parse(body.dateCreated)).toBeGreaterThanOrEqual(before);
  });

  test('keeps four decimals of an amount exactly', async () => {
    const { body } = await api.ours.post('expenses/create', { amount: 98765432101.2345 });
    expect(body.amount).toBe(98765432101.2345);
  });

  test('answers under both base paths', async () => {
    const init = {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 3 }),
    };
    for (const base of ['/public/action', '/api/public/action']) {
      expect((await api.request(`${base}/expenses/create`, init)).body.amount).toBe(3);
    }
  });

  test('lists every invalid field at once', async () => {
    const { status, body } = await api.ours.post('expenses/create', {
      date: '2026-02-30',
      amount: -1,
      currency: 'euro',
      taxRate: 101,
      paid: 'perhaps',
      paidDate: 'soon',
      markupPercentage: 1000,
      projectName: 'Site',
    });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'amount',
      'currency',
      'date',
      'markupPercentage',
      'paid',
      'paidDate',
      'projectName',
      'taxRate',
    ]);
  });

  test('refuses an expense without amount', async () => {
    for (const amount of [undefined, null, '']) {
      const { status, body } = await api.ours.post('expenses/create', { amount });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ path: 'amount', code: 'required', message: 'is required' }]);
    }
  });

  test('takes vendor, client and project by id as well', async () => {
    const named = await fullExpense();
    const { vendorId, clientId, projectId } = named;
    const { body } = await api.ours.post('expenses/create', {
      amount: 1,
      vendorId,
      vendor: 'Deutsche Bahn',
      clientId,
      clientName: 'Acme',
      projectId,
      projectName: 'Site',
    });
    expect(body).toMatchObject({ vendorId, clientId, projectId });
  });

  test('bills the project’s client when the project is named by its id alone', async () => {
    const { body } = await api.ours.post('expenses/create', {
      amount: 1,
      projectId: bolt.projectId,
    });
    expect(body).toMatchObject(bolt);
    const both = await api.ours.post('expenses/create', {
      amount: 1,
      projectId: bolt.projectId,
      projectName: 'App',
    });
    expect(both.body).toMatchObject(bolt);
  });

  test('refuses references that contradict each other', async () => {
    const { vendorId } = await fullExpense();
    const cases: [Record<string, unknown>, string][] = [
      [{ clientName: 'Acme', clientId: bolt.clientId }, 'clientName'],
      [{ clientName: 'Acme', projectId: bolt.projectId }, 'projectId'],
      [{ clientId: acme.clientId, projectId: bolt.projectId }, 'projectId'],
      [{ vendor: 'Somebody new', vendorId }, 'vendor'],
    ];
    for (const [fields, path] of cases) {
      const { status, body } = await api.ours.post('expenses/create', { amount: 1, ...fields });
      expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', path]);
    }
    expect((await api.ours.get('vendors/list')).body).not.toContain('Somebody new');
  });

  test('answers 404 for names that match nothing, with near matches', async () => {
    const client = await api.ours.post('expenses/create', { amount: 1, clientName: 'Acmee' });
    expect([client.status, client.body.code]).toEqual([404, 'name_not_found']);
    expect(client.body.message).toContain('"Acmee"');
    expect(client.body.detail).toContain('Acme');
    const project = await api.ours.post('expenses/create', {
      amount: 1,
      clientName: 'Acme',
      projectName: 'App',
    });
    expect([project.status, project.body.errors[0].path]).toEqual([404, 'projectName']);
  });

  test('treats another workspace’s client, project and vendor as missing', async () => {
    const strangers = {
      clientId: foreign.clientId,
      projectId: foreign.projectId,
      vendorId: foreignVendorId,
    };
    for (const [field, id] of Object.entries(strangers)) {
      const theirs = await api.ours.post('expenses/create', { amount: 1, [field]: id });
      const missing = await api.ours.post('expenses/create', { amount: 1, [field]: 'none_1' });
      expect([theirs.status, theirs.body.code, theirs.body.errors[0].path]).toEqual([
        404,
        'record_not_found',
        field,
      ]);
      expect(theirs.body.message).toBe(missing.body.message.replace('none_1', id));
    }
  });

  test('makes an unknown vendor once, however many expenses bring it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        api.ours.post('expenses/create', { amount: 5, vendor: '  Hetzner Online ' }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.vendorId)).size).toBe(1);
    const vendors = (await api.ours.get('vendors/list')).body;
    expect(vendors.filter((name: string) => name === 'Hetzner Online')).toHaveLength(1);
  });

  test('never uses another workspace’s vendor of the same name', async () => {
    const { body } = await api.ours.post('expenses/create', { amount: 1, vendor: 'Stranger Ltd' });
    expect(body.vendorId).not.toBe(foreignVendorId);
  });

  test('takes a paid expense without paidDate for paid on its own day in the workspace’s zone', async () => {
    const auckland = await api.addWorkspace({ timeZone: 'Pacific/Auckland' });
    const days: [string, string][] = [
      ['2026-03-31T13:30:00Z', '2026-04-01'],
      ['2026-03-31', '2026-03-31'],
      ['2026-03-31T23:30:00', '2026-03-31'],
    ];
    for (const [date, paidDate] of days) {
      const { body } = await auckland.post('expenses/create', { amount: 1, date, paid: true });
      expect(body.paidDate).toBe(paidDate);
    }
    const unpaid = await auckland.post('expenses/create', { amount: 1, date: '2026-03-31' });
    expect(unpaid.body.paidDate).toBeNull();
  });

  test('costs one statement, one for each kind of name, and a transaction only for a new vendor', async () => {
    const { context } = await api.addWorkspace();
    const count = async (input: Record<string, unknown>) => {
      const request = createContext({ ...context, root: api.database.prisma });
      return (await countStatements(() => createExpense(request, input))).statements.length;
    };
    expect(await count({ amount: 1 })).toBe(1);
    // find, BEGIN, find, INSERT vendor, find, INSERT expense, COMMIT
    expect(await count({ amount: 1, vendor: 'New' })).toBe(7);
    expect(await count({ amount: 1, vendor: 'New' })).toBe(2);
  });
});

describe('expenses/update', () => {
  test('changes nothing when the whole record is sent back by PUT', async () => {
    const expense = await fullExpense();
    expect((await api.ours.put('expenses/update', expense)).body).toEqual(expense);
    const plain = (await api.ours.post('expenses/create', { amount: 0.5, paid: true })).body;
    expect((await api.ours.put('expenses/update', plain)).body).toEqual(plain);
  });

  test('PATCH changes only the fields it names', async () => {
    const expense = await fullExpense();
    const { status, body } = await api.ours.patch('expenses/update', {
      id: expense.id,
      amount: '12.30',
      paid: false,
      markupPercent: 5,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...expense, amount: 12.3, paid: false, markupPercent: 5 });
  });

  test('PATCH clears what is null or empty text, and resets what has a default', async () => {
    const expense = await fullExpense();
    const cleared = {
      taxRate: null,
      category: '',
      vendorId: null,
      clientId: '',
      projectId: null,
      billNo: '',
      paidDate: null,
      dueDate: '',
      markupPercent: null,
      description: '',
      notes: null,
    };
    const { body } = await api.ours.patch('expenses/update', {
      id: expense.id,
      ...cleared,
      currency: null,
      paid: null,
    });
    const nulls = Object.fromEntries(Object.keys(cleared).map((name) => [name, null]));
    expect(body).toEqual({ ...expense, ...nulls, currency: 'USD', paid: false });
  });

  test('PUT clears and resets what it leaves out, but keeps the amount and dateCreated', async () => {
    const expense = await fullExpense();
    const { body } = await api.ours.put('expenses/update', { id: expense.id });
    expect(body).toEqual({
      id: expense.id,
      accountId: api.ours.accountId,
      amount: 89.9,
      currency: 'USD',
      taxRate: null,
      taxInclusive: false,
      category: null,
      vendorId: null,
      clientId: null,
      projectId: null,
      billNo: null,
      paid: false,
      paidDate: null,
      dueDate: null,
      reimbursable: false,
      markupPercent: null,
      description: null,
      notes: null,
      dateCreated: expense.dateCreated,
    });
  });

  test('takes the client of a project that is set without one', async () => {
    const { id } = await fullExpense();
    const moved = await api.ours.patch('expenses/update', { id, projectId: bolt.projectId });
    expect(moved.body).toMatchObject(bolt);
    const replaced = await api.ours.put('expenses/update', { id, projectId: acme.projectId });
    expect(replaced.body).toMatchObject(acme);
  });

  test('refuses a project and a client that do not belong together, and changes nothing', async () => {
    const expense = await fullExpense();
    const changes: [Record<string, unknown>, string][] = [
      [{ clientId: acme.clientId, projectId: bolt.projectId }, 'projectId'],
      [{ clientId: bolt.clientId }, 'clientId'],
      [{ clientId: null }, 'clientId'],
    ];
    for (const [change, path] of changes) {
      const { status, body } = await api.ours.patch('expenses/update', {
        id: expense.id,
        notes: 'changed',
        ...change,
      });
      expect([status, body.errors[0].path]).toEqual([400, path]);
    }
    expect((await api.ours.patch('expenses/update', { id: expense.id })).body).toEqual(expense);
    const both = await api.ours.patch('expenses/update', { id: expense.id, ...bolt });
    expect(both.body).toMatchObject(bolt);
  });

  test('answers 404 for an unknown or foreign client, project or vendor', async () => {
    const { id } = await fullExpense();
    const strangers: Record<string, string[]> = {
      clientId: [foreign.clientId, 'cli_none'],
      projectId: [foreign.projectId, 'prj_none'],
      vendorId: [foreignVendorId, 'ven_none'],
    };
    for (const [field, ids] of Object.entries(strangers)) {
      for (const value of ids) {
        const { status, body } = await api.ours.patch('expenses/update', { id, [field]: value });
        expect([status, body.code, body.errors[0].path]).toEqual([404, 'record_not_found', field]);
      }
    }
  });

  test('asks for the id before it looks at anything else', async () => {
    for (const id of [undefined, null, '', ' ']) {
      const { status, body } = await api.ours.patch('expenses/update', { id, amount: 'much' });
      expect([status, body.code]).toEqual([412, 'id_missing']);
    }
  });

  test('answers 404 for an unknown id, and the same for another workspace’s', async () => {
    const { body: theirs } = await api.theirs.post('expenses/create', { amount: 7 });
    for (const id of [theirs.id, 'exp_none']) {
      const { status, body } = await api.ours.put('expenses/update', { id, amount: 1 });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.message).toBe(`There is no expense with id "${id}".`);
    }
    expect((await api.theirs.patch('expenses/update', { id: theirs.id })).body).toEqual(theirs);
  });

  test('lists every invalid field at once; the amount cannot be cleared', async () => {
    const { id } = await fullExpense();
    const { status, body } = await api.ours.patch('expenses/update', {
      id,
      amount: null,
      currency: 'X',
      dueDate: '31.3.2026',
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([
      'amount',
      'currency',
      'dueDate',
    ]);
  });

  test('never moves an expense to another workspace', async () => {
    const expense = await fullExpense();
    const { body } = await api.ours.put('expenses/update', {
      ...expense,
      accountId: api.theirs.accountId,
    });
    expect(body).toEqual(expense);
  });
});

describe('vendors/list', () => {
  test('answers the names of the workspace’s own vendors in alphabetical order', async () => {
    const workspace = await api.addWorkspace();
    expect((await workspace.get('vendors/list')).body).toEqual([]);
    for (const vendor of ['Zoom', 'Adobe', 'Miro']) {
      await workspace.post('expenses/create', { amount: 1, vendor });
    }
    const { status, body } = await workspace.get('vendors/list');
    expect([status, body]).toEqual([200, ['Adobe', 'Miro', 'Zoom']]);
  });
});

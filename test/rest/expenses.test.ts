import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createExpense } from '../../src/domain/expenses/create.ts';
import { createContext } from '../../src/write/request-context.ts';
import { useTestApi } from '../support/api.ts';
import { addFullExpense, useExpenseFixtures } from '../support/expenses.ts';

const api = useTestApi();
const fixtures = useExpenseFixtures(api);

describe('expenses/create', () => {
  test('stores every field and returns exactly those of the specification', async () => {
    const expense = await addFullExpense(api);
    expect(expense).toEqual({
      id: expect.stringMatching(/^exp_/),
      accountId: api.ours.accountId,
      amount: 89.9,
      currency: 'EUR',
      taxRate: 7.5,
      taxInclusive: true,
      category: 'Travel',
      vendorId: expect.stringMatching(/^ven_/),
      vendor: { id: expense.vendorId, name: 'Deutsche Bahn' },
      clientId: fixtures.acme.clientId,
      projectId: fixtures.acme.projectId,
      billNo: 'DB-118',
      paid: true,
      paidDate: '2026-04-02',
      dueDate: '2026-04-30',
      reimbursable: true,
      externalId: null,
      source: null,
      markupPercent: 12.5,
      description: 'Train',
      notes: 'First class',
      dateCreated: '2026-03-31T09:30:00.000Z',
      ...{ kind: 'EXPENSE', netAmount: null, documentDate: '2026-03-31', lines: [] },
      taxBreakdown: [
        {
          ...{ category: 'STANDARD', rate: 7.5, taxableAmount: 83.63 },
          ...{ amount: 6.27, deductibleAmount: 6.27 },
        },
      ],
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

  test('lists all invalid fields', async () => {
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

  test('rejects an expense without amount', async () => {
    for (const amount of [undefined, null, '']) {
      const { status, body } = await api.ours.post('expenses/create', { amount });
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { path: 'amount', code: 'required', message: 'is required without lines' },
      ]);
    }
  });

  test('takes vendor, client and project by id as well', async () => {
    const named = await addFullExpense(api);
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
      projectId: fixtures.bolt.projectId,
    });
    expect(body).toMatchObject(fixtures.bolt);
    const both = await api.ours.post('expenses/create', {
      amount: 1,
      projectId: fixtures.bolt.projectId,
      projectName: 'App',
    });
    expect(both.body).toMatchObject(fixtures.bolt);
  });

  test('rejects references that contradict each other', async () => {
    const { vendorId } = await addFullExpense(api);
    const cases: [Record<string, unknown>, string][] = [
      [{ clientName: 'Acme', clientId: fixtures.bolt.clientId }, 'clientName'],
      [{ clientName: 'Acme', projectId: fixtures.bolt.projectId }, 'projectId'],
      [{ clientId: fixtures.acme.clientId, projectId: fixtures.bolt.projectId }, 'projectId'],
      [{ vendor: 'Somebody new', vendorId }, 'vendor'],
    ];
    for (const [fields, path] of cases) {
      const { status, body } = await api.ours.post('expenses/create', { amount: 1, ...fields });
      expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', path]);
    }
    expect((await api.ours.get('vendors/list')).body).not.toContain('Somebody new');
  });

  test('returns 404 for names that match nothing, with near matches', async () => {
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
      clientId: fixtures.foreign.clientId,
      projectId: fixtures.foreign.projectId,
      vendorId: fixtures.foreignVendorId,
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

  test('creates an unknown vendor once for simultaneous expenses', async () => {
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
    expect(body.vendorId).not.toBe(fixtures.foreignVendorId);
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

  test('costs one round trip, and one for each kind of name', async () => {
    const { context } = await api.addWorkspace();
    const count = async (input: Record<string, unknown>) => {
      const request = createContext({ ...context, root: api.database.prisma });
      const { roundTrips, statements } = await recordStatements(() =>
        createExpense(request, input),
      );
      return [statements.length, roundTrips];
    };
    // BEGIN, INSERT expense, audit entries, COMMIT
    expect(await count({ amount: 1 })).toEqual([4, 1]);
    // BEGIN, find; INSERT vendor; INSERT expense, audit entries, COMMIT
    expect(await count({ amount: 1, vendor: 'New' })).toEqual([6, 3]);
    expect(await count({ amount: 1, vendor: 'New' })).toEqual([5, 2]);
  });
});

import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addFullExpense, useExpenseFixtures } from '../support/expenses.ts';

const api = useTestApi();
const fixtures = useExpenseFixtures(api);

describe('expenses/update', () => {
  test('changes nothing when the whole record is sent back by PUT', async () => {
    const expense = await addFullExpense(api);
    expect((await api.ours.put('expenses/update', expense)).body).toEqual(expense);
    const plain = (await api.ours.post('expenses/create', { amount: 0.5, paid: true })).body;
    expect((await api.ours.put('expenses/update', plain)).body).toEqual(plain);
  });

  test('PATCH changes only the fields it names', async () => {
    const expense = await addFullExpense(api);
    const { status, body } = await api.ours.patch('expenses/update', {
      id: expense.id,
      amount: '12.30',
      paid: false,
      markupPercent: 5,
    });
    expect(status).toBe(200);
    const tax = { rate: 7.5, taxableAmount: 11.44, amount: 0.86, deductibleAmount: 0.86 };
    const change = {
      ...{ amount: 12.3, paid: false, paidDate: null, markupPercent: 5 },
      taxBreakdown: [{ category: 'STANDARD', ...tax }],
    };
    expect(body).toEqual({ ...expense, ...change });
  });

  test('PATCH clears fields with null or empty text, and resets those with a default', async () => {
    const expense = await addFullExpense(api);
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
    expect(body).toEqual({
      ...{ ...expense, ...nulls, vendor: null, currency: 'USD', paid: false },
      taxBreakdown: [],
    });
  });

  test('PUT clears and resets missing fields, but keeps dateCreated', async () => {
    const expense = await addFullExpense(api);
    const { id, amount } = expense;
    const { body } = await api.ours.put('expenses/update', { id, amount });
    expect(body).toEqual({
      id: expense.id,
      accountId: api.ours.accountId,
      amount: 89.9,
      currency: 'USD',
      taxRate: null,
      taxInclusive: false,
      category: null,
      vendorId: null,
      vendor: null,
      clientId: null,
      projectId: null,
      billNo: null,
      paid: false,
      paidDate: null,
      dueDate: null,
      reimbursable: false,
      externalId: null,
      source: null,
      markupPercent: null,
      description: null,
      notes: null,
      dateCreated: expense.dateCreated,
      ...{ kind: 'EXPENSE', netAmount: null, documentDate: '2026-03-31' },
      ...{ lines: [], taxBreakdown: [] },
    });
  });

  test('takes the client of a project that is set without one', async () => {
    const { id } = await addFullExpense(api);
    const movement = await api.ours.patch('expenses/update', {
      id,
      projectId: fixtures.bolt.projectId,
    });
    expect(movement.body).toMatchObject(fixtures.bolt);
    const replaced = await api.ours.put('expenses/update', {
      id,
      amount: 1,
      projectId: fixtures.acme.projectId,
    });
    expect(replaced.body).toMatchObject(fixtures.acme);
  });

  test('rejects a project and a client that do not belong together, and changes nothing', async () => {
    const expense = await addFullExpense(api);
    const changes: [Record<string, unknown>, string][] = [
      [{ clientId: fixtures.acme.clientId, projectId: fixtures.bolt.projectId }, 'projectId'],
      [{ clientId: fixtures.bolt.clientId }, 'clientId'],
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
    const both = await api.ours.patch('expenses/update', { id: expense.id, ...fixtures.bolt });
    expect(both.body).toMatchObject(fixtures.bolt);
  });

  test('returns 404 for an unknown or foreign client, project or vendor', async () => {
    const { id } = await addFullExpense(api);
    const strangers: Record<string, string[]> = {
      clientId: [fixtures.foreign.clientId, 'cli_none'],
      projectId: [fixtures.foreign.projectId, 'prj_none'],
      vendorId: [fixtures.foreignVendorId, 'ven_none'],
    };
    for (const [field, ids] of Object.entries(strangers)) {
      for (const value of ids) {
        const { status, body } = await api.ours.patch('expenses/update', { id, [field]: value });
        expect([status, body.code, body.errors[0].path]).toEqual([404, 'record_not_found', field]);
      }
    }
  });

  test('requires the id before it checks anything else', async () => {
    for (const id of [undefined, null, '', ' ']) {
      const { status, body } = await api.ours.patch('expenses/update', { id, amount: 'much' });
      expect([status, body.code]).toEqual([412, 'id_missing']);
    }
  });

  test('returns 404 for an unknown id, and the same for another workspace’s', async () => {
    const { body: theirs } = await api.theirs.post('expenses/create', { amount: 7 });
    for (const id of [theirs.id, 'exp_none']) {
      const { status, body } = await api.ours.put('expenses/update', { id, amount: 1 });
      expect([status, body.code]).toEqual([404, 'record_not_found']);
      expect(body.message).toBe(`There is no expense with id "${id}".`);
    }
    expect((await api.theirs.patch('expenses/update', { id: theirs.id })).body).toEqual(theirs);
  });

  test('lists all invalid fields; the amount cannot be cleared', async () => {
    const { id } = await addFullExpense(api);
    const { status, body } = await api.ours.patch('expenses/update', {
      id,
      amount: null,
      currency: 'X',
      dueDate: '31.3.2026',
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'amount',
      'currency',
      'dueDate',
    ]);
  });

  test('never moves an expense to another workspace', async () => {
    const expense = await addFullExpense(api);
    const { body } = await api.ours.put('expenses/update', {
      ...expense,
      accountId: api.theirs.accountId,
    });
    expect(body).toEqual(expense);
  });
});

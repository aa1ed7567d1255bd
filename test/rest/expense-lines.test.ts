import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const lines = [
  { description: 'Paper', quantity: 3, unitPrice: 33.33, taxRate: 19 },
  { net: 10, taxRate: 7, tax: 0.74 },
  { net: -5, taxRate: 19, deductiblePercent: 50 },
];

const create = (body: object) => api.ours.post('expenses/create', body);

const pathsOf = (body: { errors: { path: string; code: string }[] }) =>
  body.errors.map(({ code, path }) => `${path} ${code}`).sort();

describe('lines of an expense', () => {
  test('determine its amount, and its taxes by rate', async () => {
    const { body, status } = await create({ lines, documentDate: '2026-02-28' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'EXPENSE',
      amount: 123.78,
      netAmount: 104.99,
      taxRate: null,
      taxInclusive: true,
      documentDate: '2026-02-28',
      lines: [
        {
          description: 'Paper',
          quantity: 3,
          unitPrice: 33.33,
          net: 99.99,
          taxCategory: 'STANDARD',
          taxRate: 19,
          tax: 19,
          deductiblePercent: 100,
        },
        { net: 10, quantity: 1, unitPrice: null, taxRate: 7, tax: 0.74 },
        { net: -5, taxRate: 19, tax: -0.95, deductiblePercent: 50 },
      ],
      taxBreakdown: [
        {
          category: 'STANDARD',
          rate: 19,
          taxableAmount: 94.99,
          amount: 18.05,
          deductibleAmount: 18.52,
        },
        {
          category: 'STANDARD',
          rate: 7,
          taxableAmount: 10,
          amount: 0.74,
          deductibleAmount: 0.74,
        },
      ],
    });
    const { body: answer } = await api.ours.gql(
      `query ($id: ID!) { expense(id: $id) {
        amount lines { position net tax } taxBreakdown { category rate taxableAmount amount deductibleAmount }
      } }`,
      { id: body.id },
    );
    expect(answer.data.expense.lines.map(({ net }: { net: string }) => net)).toEqual([
      '99.99',
      '10',
      '-5',
    ]);
    expect(answer.data.expense.taxBreakdown[0]).toEqual({
      category: 'STANDARD',
      rate: '19',
      taxableAmount: '94.99',
      amount: '18.05',
      deductibleAmount: '18.52',
    });
  });

  test('of reverse charge have a tax that the amount does not contain', async () => {
    const { body } = await create({
      lines: [{ net: 100, taxCategory: 'REVERSE_CHARGE', taxRate: 19 }],
    });
    expect(body).toMatchObject({ amount: 100, netAmount: 100, taxRate: null });
    expect(body.taxBreakdown).toEqual([
      {
        category: 'REVERSE_CHARGE',
        rate: 19,
        taxableAmount: 100,
        amount: 19,
        deductibleAmount: 19,
      },
    ]);
  });

  test('are rounded to the currency', async () => {
    const { body } = await create({
      currency: 'JPY',
      lines: [{ quantity: 1.5, unitPrice: 333, taxRate: 10 }],
    });
    expect(body).toMatchObject({ amount: 550, netAmount: 500, taxRate: 10 });
  });

  test('that are invalid are reported together with other fields', async () => {
    const { status, body } = await create({
      amount: 1,
      dueDate: 'soon',
      lines: [
        {},
        { net: 1.005 },
        { net: 100, taxRate: 19, tax: 19.06 },
        { net: 100, taxRate: 19, taxCategory: 'EXEMPT' },
        { net: 100, taxCategory: 'REVERSE_CHARGE' },
        { net: 100, taxCategory: 'STANDARD' },
        { net: 100, tax: 0.01 },
      ],
    });
    expect(status).toBe(400);
    expect(pathsOf(body)).toEqual([
      'dueDate invalid_date',
      'lines.0.net required',
      'lines.1.net too_precise',
      'lines.2.tax disagrees',
      'lines.3.taxRate disagrees',
      'lines.4.taxRate required',
      'lines.5.taxRate required',
      'lines.6.tax disagrees',
    ]);
  });

  test('must agree with the amount and the rate', async () => {
    const one = [{ net: 100, taxRate: 19 }];
    expect((await create({ lines: one, amount: 119, taxRate: 19 })).status).toBe(200);
    const { body } = await create({ lines: one, amount: 100, taxRate: 7 });
    expect(pathsOf(body)).toEqual(['amount disagrees', 'taxRate disagrees']);
    const negative = await create({ lines: [{ net: -1 }] });
    expect(pathsOf(negative.body)).toEqual(['lines out_of_range']);
    const nothing = await create({ lines: [] });
    expect(pathsOf(nothing.body)).toEqual(['amount required']);
  });
});

describe('an update', () => {
  const update = (body: object) => api.ours.patch('expenses/update', body);

  test('replaces lines, and the amount follows', async () => {
    const { id } = (await create({ lines })).body;
    const { body } = await update({ id, lines: [{ net: 50, taxRate: 19 }] });
    expect(body).toMatchObject({ amount: 59.5, netAmount: 50, taxRate: 19, taxInclusive: true });
    expect(body.lines).toHaveLength(1);
    const again = await update({ id, lines: [{ net: 50, taxRate: 19 }], notes: 'Same' });
    expect(again.body.lines[0].id).toBe(body.lines[0].id);
  });

  test('keeps lines that it does not send, and rejects another amount', async () => {
    const { id } = (await create({ lines })).body;
    const put = await api.ours.put('expenses/update', { id, notes: 'Kept' });
    expect(put.body).toMatchObject({ amount: 123.78, taxInclusive: true, notes: 'Kept' });
    expect(put.body.lines).toHaveLength(3);
    const { body } = await update({ id, amount: 1, currency: 'JPY', dueDate: 'soon' });
    expect(pathsOf(body)).toEqual([
      'amount disagrees',
      'currency disagrees',
      'dueDate invalid_date',
    ]);
  });

  test('with an empty list leaves only the amount', async () => {
    const { id } = (await create({ lines })).body;
    const { body } = await update({ id, lines: [], amount: 100, taxRate: 19 });
    expect(body).toMatchObject({ amount: 100, netAmount: null, lines: [], taxInclusive: true });
    expect(body.taxBreakdown).toEqual([
      {
        category: 'STANDARD',
        rate: 19,
        taxableAmount: 84.03,
        amount: 15.97,
        deductibleAmount: 15.97,
      },
    ]);
    const { status } = await api.ours.post('expenses/update', { id, amount: null });
    expect(status).not.toBe(200);
  });

  test('without a document date returns to the day of the expense', async () => {
    const date = '2026-03-31T23:30:00Z';
    const { body } = await create({ amount: 1, date });
    expect(body.documentDate).toBe('2026-03-31');
    expect((await update({ id: body.id, documentDate: '2026-01-01' })).body.documentDate).toBe(
      '2026-01-01',
    );
    expect((await update({ id: body.id, documentDate: null })).body.documentDate).toBe(
      '2026-03-31',
    );
  });
});

test('the document date is the day in the time zone of the workspace', async () => {
  const berlin = await api.addWorkspace({ timeZone: 'Europe/Berlin' });
  const dayOf = async (date: string) =>
    (await berlin.post('expenses/create', { amount: 1, date })).body.documentDate;
  expect(await dayOf('2026-03-31T23:30:00Z')).toBe('2026-04-01');
  expect(await dayOf('2026-03-31')).toBe('2026-03-31');
});

test('lines and credit notes are billed without tax, with the markup', async () => {
  const client = (await api.ours.post('clients/create', { name: 'Billed' })).body.id;
  const billed = { clientId: client, reimbursable: true, markupPercent: 10 };
  const gross = { amount: 119, taxRate: 19, taxInclusive: true };
  for (const expense of [
    gross,
    { lines: [{ net: 100, taxRate: 19 }] },
    {
      lines: [
        { net: 60, taxRate: 19 },
        { net: 40, taxRate: 7 },
      ],
    },
    { lines: [{ net: 100, taxCategory: 'REVERSE_CHARGE', taxRate: 19 }] },
    { kind: 'CREDIT_NOTE', lines: [{ net: 30, taxRate: 19 }] },
  ]) {
    expect((await create({ ...billed, ...expense })).status).toBe(200);
  }
  const { body } = await api.ours.gql(
    'query ($id: ID!) { unbilledWork(clientId: $id) { items { nodes { amount } } } }',
    { id: client },
  );
  const amounts = body.data.unbilledWork.items.nodes.map(
    ({ amount }: { amount: string }) => amount,
  );
  expect(amounts.sort()).toEqual(['-33', '110', '110', '110', '110']);
});

test('many expenses with lines are created together, and deleted with their lines', async () => {
  const items = [{ lines: [{ net: 1 }, { net: 2 }] }, { amount: 3 }, { lines: [{ net: 4 }] }];
  const { body } = await api.ours.gql(
    `mutation ($items: [CreateExpenseInput!]!) { createExpenses(input: { items: $items }) {
      ... on CreateExpensesSuccess { results { ... on CreateExpenseSuccess { expense { id lines { net } } } } }
    } }`,
    { items },
  );
  const records = body.data.createExpenses.results.map(
    ({ expense }: { expense: { id: string; lines: object[] } }) => expense,
  );
  expect(records.map(({ lines: own }: { lines: object[] }) => own)).toEqual([
    [{ net: '1' }, { net: '2' }],
    [],
    [{ net: '4' }],
  ]);
  for (const { id } of records) {
    const answer = await api.ours.gql(
      'mutation ($id: ID!) { deleteExpense(input: { id: $id }) { __typename } }',
      { id },
    );
    expect(answer.body.data.deleteExpense.__typename).toBe('DeleteExpenseSuccess');
  }
  const ids = records.map(({ id }: { id: string }) => id);
  const rest = await api.database.prisma.expenseLine.count({ where: { expenseId: { in: ids } } });
  expect(rest).toBe(0);
});

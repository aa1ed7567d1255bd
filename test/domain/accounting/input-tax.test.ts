import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import {
  listTaxesByPeriod,
  listTaxSummary,
} from '../../../src/domain/accounting/taxes-by-period.ts';
import { createExpenses } from '../../../src/domain/expenses/bulk.ts';
import { createExpense } from '../../../src/domain/expenses/create.ts';
import { createApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import type { Context } from '../../../src/platform/context/context.ts';
import { formatDate } from '../../../src/platform/dates/dates.ts';
import type { Scope } from '../../../src/platform/permissions/permissions.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import type { ExpenseModel } from '../../support/integer-expenses.ts';
import {
  anyExpense,
  grossOf,
  periodTaxes,
  toExpenseInput,
} from '../../support/integer-expenses.ts';
import { created } from '../../support/invoices.ts';
import { mutated } from '../../support/mutations.ts';

const api = useTestApi();

const days = { from: '2025-01-01', to: '2027-12-31' };
const both = ['OUTPUT', 'INPUT'] as const;

const startOf = {
  MONTH: (day: string) => `${day.slice(0, 7)}-01`,
  QUARTER: (day: string) => {
    const month = Number(day.slice(5, 7));
    return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
  },
  YEAR: (day: string) => `${day.slice(0, 4)}-01-01`,
};

const addWorkspace = () => api.addWorkspace({ timeZone: 'Europe/Berlin', currency: 'EUR' });

async function compareReports({ context }: TestWorkspace, expenses: readonly ExpenseModel[]) {
  for (const by of ['MONTH', 'QUARTER', 'YEAR'] as const) {
    for (const basis of ['ACCRUAL', 'CASH'] as const) {
      const expected = periodTaxes(expenses, { isCash: basis === 'CASH', startOf: startOf[by] });
      const { result, statements } = await recordStatements(() =>
        listTaxesByPeriod(context, { ...days, by, basis, directions: both }),
      );
      expect(statements).toHaveLength(1);
      const rows = result.map((row) => {
        const { category, currency, deductibleTax, direction, rate, start, tax, taxable } = row;
        const key = [direction, formatDate(start), currency, category, rate].join(' ');
        return [key, [taxable, tax, ...(deductibleTax ? [deductibleTax] : [])].map(String)];
      });
      expect(Object.fromEntries(rows)).toEqual(expected);
      expect(rows).toHaveLength(Object.keys(expected).length);
    }
  }
}

test('agrees with whole-number arithmetic, by month, quarter and year, on both bases', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyExpense, { minLength: 200, maxLength: 200 }), async (expenses) => {
      const workspace = await addWorkspace();
      const items = expenses.map(toExpenseInput);
      const results = await createExpenses(workspace.context, { items });
      const amounts = results.map((one) => (one.record ? String(one.record.amount) : one.error));
      expect(amounts).toEqual(expenses.map(grossOf));
      await compareReports(workspace, expenses);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

const expense = (workspace: TestWorkspace, input: object) =>
  createExpense(workspace.context, input);

async function addInvoice(workspace: TestWorkspace, dateCreated: string) {
  await created(workspace, 'clients/create', { name: `Client ${dateCreated}`, currency: 'EUR' });
  const items = [{ description: 'Work', rate: 1000, taxRate: 19 }];
  const invoice = { clientName: `Client ${dateCreated}`, items, dateCreated };
  const { id } = await created(workspace, 'invoices/create', invoice);
  await mutated(workspace, 'markInvoiceSent', { id });
}

test('the summary has what is payable by period and currency, and the taxes that it consists of', async () => {
  const workspace = await addWorkspace();
  await addInvoice(workspace, '2026-02-10');
  const purchases = [
    { documentDate: '2026-02-28', lines: [{ net: 100, taxRate: 19, deductiblePercent: 50 }] },
    {
      documentDate: '2026-03-01',
      lines: [{ net: 50, taxCategory: 'REVERSE_CHARGE', taxRate: 19 }],
    },
    {
      documentDate: '2026-03-01',
      kind: 'CREDIT_NOTE',
      amount: 10.7,
      taxRate: 7,
      taxInclusive: true,
    },
    { documentDate: '2026-03-31', amount: 10, taxRate: 20, currency: 'GBP' },
    // Neither an expense without a rate nor a withheld tax is input tax.
    { documentDate: '2026-03-31', amount: 10 },
    { documentDate: '2026-03-31', amount: 10, taxRate: -15 },
  ];
  for (const purchase of purchases) await expense(workspace, purchase);
  const { result, statements } = await recordStatements(() =>
    listTaxSummary(workspace.context, { from: '2026-01-01', to: '2026-03-31' }),
  );
  expect(statements).toHaveLength(1);
  const shown = result.map(({ currency, deductibleTax, outputTax, payable, start, taxes }) => [
    `${formatDate(start)} ${currency}`,
    ...[outputTax, deductibleTax, payable].map(String),
    taxes.length,
  ]);
  expect(shown).toEqual([
    ['2026-02-01 EUR', '190', '9.5', '180.5', 2],
    ['2026-03-01 EUR', '9.5', '8.8', '0.7', 3],
    ['2026-03-01 GBP', '0', '2', '-2', 1],
  ]);
});

test('an expense is paid on the day of its payment, otherwise on its document date, or not at all', async () => {
  const workspace = await addWorkspace();
  const purchase = { amount: 100, taxRate: 19, documentDate: '2026-01-31' };
  await expense(workspace, { ...purchase, paid: true, datePaid: '2026-02-01' });
  await expense(workspace, { ...purchase, paid: false });
  const { id } = await expense(workspace, { ...purchase, paid: true });
  await workspace.patch('expenses/update', { id, paidDate: null });
  const rows = await listTaxesByPeriod(workspace.context, {
    ...days,
    basis: 'CASH',
    directions: ['INPUT'],
  });
  expect(rows.map(({ start, tax }) => `${formatDate(start)} ${tax}`)).toEqual([
    '2026-01-01 19',
    '2026-02-01 19',
  ]);
});

test('an expense without a document date counts on its day in the time zone of the workspace', async () => {
  const workspace = await addWorkspace();
  const { id } = await expense(workspace, {
    amount: 100,
    taxRate: 19,
    date: '2026-01-31T23:30:00Z',
  });
  await api.database.prisma.expense.update({
    where: { accountId_id: { accountId: workspace.accountId, id } },
    data: { documentDate: null },
  });
  const [row] = await listTaxesByPeriod(workspace.context, { ...days, directions: ['INPUT'] });
  expect(row && formatDate(row.start)).toBe('2026-02-01');
});

test('amounts are converted by the rate of their day, or the last one before it', async () => {
  const workspace = await addWorkspace();
  const rate = (day: string, one: number) =>
    mutated(workspace, 'createExchangeRate', {
      ...{ day, baseCurrency: 'EUR', quoteCurrency: 'USD', rate: one },
    });
  await rate('2026-02-02', 2);
  await rate('2026-02-05', 4);
  const usd = { currency: 'USD', taxRate: 10 };
  for (const documentDate of ['2026-02-03', '2026-02-07']) {
    await expense(workspace, { ...usd, amount: 100, documentDate });
  }
  await expense(workspace, { amount: 10, taxRate: 10, documentDate: '2026-02-20' });
  const query = { ...days, in: 'EUR', directions: both };
  const rows = await listTaxesByPeriod(workspace.context, query);
  expect(
    rows.map(({ currency, deductibleTax, tax, taxable }) => [
      currency,
      ...[taxable, tax, deductibleTax].map(String),
    ]),
  ).toEqual([['EUR', '85', '8.5', '8.5']]);
  await expense(workspace, { ...usd, amount: 1, documentDate: '2026-02-20' });
  await expect(listTaxesByPeriod(workspace.context, query)).rejects.toMatchObject({
    details: { errors: [{ path: 'in', code: 'rate_missing' }] },
  });
});

async function figures(workspace: TestWorkspace, scopes: readonly Scope[], field: string) {
  const { key } = await createApiKey(workspace.context, { name: field, scopes: [...scopes] });
  const { body } = await api.request('/graphql', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ figures { ${field} } }` }),
  });
  return body;
}

test('without directions, the report is that of invoices, and needs no access to expenses', async () => {
  const workspace = await addWorkspace();
  await addInvoice(workspace, '2026-02-10');
  await expense(workspace, {
    documentDate: '2026-02-10',
    lines: [{ net: 50, taxCategory: 'REVERSE_CHARGE', taxRate: 19 }],
  });
  const period = 'from: "2026-02-01", to: "2026-02-28"';
  const ask = (scopes: Scope[], field: string) => figures(workspace, scopes, field);
  const plain = `taxByPeriod(${period}) { direction tax deductibleTax }`;
  const own = { direction: 'OUTPUT', tax: '190', deductibleTax: null };
  expect(await ask(['invoices:read'], plain)).toEqual({
    data: { figures: { taxByPeriod: [own] } },
  });
  for (const field of [
    `taxByPeriod(${period}, directions: [OUTPUT]) { tax }`,
    `taxSummary(${period}) { payable }`,
  ]) {
    for (const scope of ['invoices:read', 'expenses:read'] as const) {
      const { errors } = await ask([scope], field);
      expect(errors[0].extensions.code).toBe('missing_scope');
    }
  }
  const scopes: Scope[] = ['invoices:read', 'expenses:read'];
  const output = `taxByPeriod(${period}, directions: [OUTPUT]) { tax }`;
  expect((await ask(scopes, output)).data.figures.taxByPeriod).toEqual([
    { tax: '190' },
    { tax: '9.5' },
  ]);
  const summary = `taxSummary(${period}) { outputTax deductibleTax payable }`;
  expect((await ask(scopes, summary)).data.figures.taxSummary).toEqual([
    { outputTax: '199.5', deductibleTax: '9.5', payable: '190' },
  ]);
  const converted = await ask(scopes, `taxSummary(${period}, in: "USD") { payable }`);
  expect(converted.errors[0].extensions.code).toBe('missing_scope');
});

test('a report of a month reads the expenses of the month by an index, on both bases', async () => {
  const workspace = await addWorkspace();
  const { accountId, context } = workspace;
  await api.owner.query(
    `INSERT INTO "Expense" ("accountId", id, amount, currency, "taxInclusive", paid, "documentDate", "datePaid")
     SELECT $1, 'exp_many' || n, 119, 'EUR', true, true, date '2000-01-01' + n / 4, date '2000-01-01' + n / 4 FROM generate_series(1, 40000) n`,
    [accountId],
  );
  await api.owner.query(
    `INSERT INTO "ExpenseLine" ("accountId", id, "expenseId", position, quantity, net, "taxCategory", "taxRate", tax)
     SELECT $1, 'exl_many' || n, 'exp_many' || n, 1, 1, 100, 'STANDARD', 19, 19 FROM generate_series(1, 40000) n`,
    [accountId],
  );
  await api.owner.query('ANALYZE "Expense", "ExpenseLine"');
  const explain = (query: Prisma.Sql) =>
    context.db.$queryRaw(Prisma.sql`EXPLAIN (FORMAT JSON) ${query}`);
  const explained = { ...context, db: { $queryRaw: explain } } as unknown as Context;
  const month = { from: '2026-01-01', to: '2026-01-31', directions: both };
  for (const [basis, index] of [
    ['ACCRUAL', 'Expense_accountId_documentDate_id_idx'],
    ['CASH', 'Expense_accountId_datePaid_id_idx'],
  ]) {
    const plan = JSON.stringify(await listTaxesByPeriod(explained, { ...month, basis }));
    expect(plan).toContain(index);
    expect(plan).toContain('ExpenseLine_accountId_expenseId_position_key');
    expect(plan).not.toMatch(/"Seq Scan","[^{]*"Relation Name":"Expense(Line)?"/);
  }
});

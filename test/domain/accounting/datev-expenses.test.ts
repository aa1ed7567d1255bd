import { expect, test } from 'vitest';
import { createDatevFile } from '../../../src/domain/accounting/datev.ts';
import { createExpense } from '../../../src/domain/expenses/create.ts';
import { createApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { useTestApi } from '../../support/api.ts';
import { actingAs } from '../../support/api-keys.ts';

const api = useTestApi();

const accounts = {
  ...{ from: '2026-01-01', to: '2026-01-31', currency: 'EUR', consultantNumber: 29098 },
  ...{ clientNumber: 55003, fiscalYearStart: '2026-01-01', debtorAccount: 10000 },
  bankAccount: 1200,
  revenueAccounts: [19, 7, 0].map((rate) => ({ rate, account: 8400 + rate })),
};

const withExpenses = {
  ...accounts,
  creditorAccount: 70000,
  expenseAccounts: [
    { rate: 19, account: 4980, taxKey: '9' },
    { rate: 19, account: 4663, taxKey: '9', expenseCategory: 'Travel' },
    { rate: 7, account: 4940, taxKey: '8' },
    { rate: 19, category: 'REVERSE_CHARGE', account: 3125, taxKey: '94' },
    { rate: 0, account: 4981 },
  ],
};

async function addWorkspace() {
  const workspace = await api.addWorkspace({ timeZone: 'Europe/Berlin', currency: 'EUR' });
  const add = (input: object) => createExpense(workspace.context, input);
  return { add, context: workspace.context };
}

async function rowsOf(context: typeof api.ours.context, input: object) {
  const { bytes } = await createDatevFile(context, input as never);
  const rows = bytes.toString('latin1').trim().split('\r\n').slice(2);
  return rows.map((row) => {
    const cells = row.split(';').map((cell) => cell.replaceAll('"', ''));
    expect(cells).toHaveLength(125);
    // Amount, side, accounts, key, date, document, text.
    return [0, 1, 6, 7, 8, 9, 10, 13].map((index) => cells[index]).join(' ');
  });
}

const january = { documentDate: '2026-01-15', billNo: 'R-1', vendor: 'Paper Ltd' };

test('an expense has a row for each rate and one for its payment, a credit note on the other side', async () => {
  const { add, context } = await addWorkspace();
  const vendor = await add({
    ...january,
    ...{ paid: true, datePaid: '2026-01-20' },
    lines: [
      { net: 100, taxRate: 19 },
      { net: 50, taxRate: 7, deductiblePercent: 50 },
    ],
  });
  await add({ ...january, lines: [{ net: 10, taxCategory: 'REVERSE_CHARGE', taxRate: 19 }] });
  await add({ ...january, amount: 11.9, taxRate: 19, taxInclusive: true, category: 'Travel' });
  await add({ ...january, kind: 'CREDIT_NOTE', amount: 5 });
  // Only its payment is in the period.
  await add({
    ...january,
    documentDate: '2025-12-31',
    amount: 7,
    paid: true,
    datePaid: '2026-01-02',
  });
  const creditors = [{ vendorId: vendor.vendorId, account: 70001 }];
  expect(await rowsOf(context, accounts)).toEqual([]);
  expect((await rowsOf(context, { ...withExpenses, creditors })).toSorted()).toEqual(
    [
      '119,00 S 4980 70001 9 1501 R-1 Paper Ltd',
      '26,75 S 4940 70001 8 1501 R-1 Paper Ltd',
      '26,75 S 4981 70001  1501 R-1 Paper Ltd',
      '172,50 H 1200 70001  2001 R-1 Paper Ltd',
      '10,00 S 3125 70001 94 1501 R-1 Paper Ltd',
      '11,90 S 4663 70001 9 1501 R-1 Paper Ltd',
      '5,00 H 4981 70001  1501 R-1 Paper Ltd',
      '7,00 H 1200 70001  0201 R-1 Paper Ltd',
    ].toSorted(),
  );
});

test('missing accounts are reported, and so is a tax that no account can express', async () => {
  const { add, context } = await addWorkspace();
  const { id } = await add({
    ...january,
    lines: [{ net: 1, taxCategory: 'REVERSE_CHARGE', taxRate: 19, deductiblePercent: 10 }],
  });
  await add({ ...january, amount: 1, taxRate: 5 });
  const errorsOf = async (input: object) => {
    const error = await createDatevFile(context, input as never).catch((reason) => reason);
    return (error.details?.errors ?? []).map(
      ({ code, path }: { code: string; path: string }) => `${path} ${code}`,
    );
  };
  expect(await errorsOf(withExpenses)).toEqual([
    'expenseAccounts not_by_rates',
    'expenseAccounts required',
  ]);
  expect(await errorsOf({ ...withExpenses, bookedByHand: [id] })).toEqual([
    'expenseAccounts required',
  ]);
  const invalid = { creditorAccount: null, expenseAccounts: [{ rate: 5, account: 12345 }] };
  expect(await errorsOf({ ...accounts, ...invalid })).toEqual([
    'expenseAccounts.0.account out_of_range',
    'creditorAccount required',
  ]);
  await add({ ...january, amount: 1, currency: 'USD' });
  expect(await errorsOf(withExpenses)).toEqual(['currency several_currencies']);
});

test('expenses need read access', async () => {
  const { context } = api.ours;
  const { key } = await createApiKey(context, {
    name: 'Books',
    scopes: ['clients:read', 'invoices:read'],
  });
  const limited = await actingAs(api, key);
  await expect(rowsOf(limited, accounts)).resolves.toEqual([]);
  await expect(rowsOf(limited, withExpenses)).rejects.toMatchObject({ code: 'missing_scope' });
});

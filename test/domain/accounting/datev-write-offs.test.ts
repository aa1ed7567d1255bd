import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatevFile } from '../../../src/domain/accounting/datev.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { created } from '../../support/invoices.ts';
import { mutated } from '../../support/mutations.ts';

const api = useTestApi();

// Invoices are written off today, which has to be a day of the year that is booked.
beforeAll(() => void vi.setSystemTime('2026-06-15T12:00:00Z'));
afterAll(() => void vi.useRealTimers());

const accounts = {
  ...{ from: '2026-01-01', to: '2026-12-31', currency: 'EUR', consultantNumber: 29098 },
  ...{ clientNumber: 55003, fiscalYearStart: '2026-01-01', debtorAccount: 10000 },
  bankAccount: 1200,
  revenueAccounts: [19, 7, 0].map((rate) => ({ rate, account: 8400 + rate })),
};
const writeOffAccounts = [
  { rate: 19, account: 2406, taxKey: '3' },
  { rate: 7, account: 2401 },
];

/** An invoice with two rates and a part without tax, with its changes before the write-off. */
async function writtenOff(before: (workspace: TestWorkspace, invoice: Made) => Promise<unknown>) {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  await created(workspace, 'clients/create', { name: 'Broke', currency: 'EUR' });
  const invoice = await created(workspace, 'invoices/create', {
    ...{ clientName: 'Broke', dateCreated: '2026-03-05', taxRate: 19 },
    items: [
      { description: 'Work', rate: 100 },
      { description: 'Book', rate: 50, taxRate: 7 },
      { description: 'Stamps', rate: 10, taxable: false },
    ],
  });
  await mutated(workspace, 'markInvoiceSent', { id: invoice.id });
  await before(workspace, invoice);
  await mutated(workspace, 'writeOffInvoice', { id: invoice.id });
  return { workspace, invoice };
}

type Made = Awaited<ReturnType<typeof created>>;

/** The rows on the accounts of write-offs: amount, side, account and tax key. */
async function lossesOf(workspace: TestWorkspace, input: object) {
  const { bytes } = await createDatevFile(workspace.context, { ...accounts, ...input });
  const rows = bytes.toString('latin1').trim().split('\r\n').slice(2);
  return rows
    .map((row) => row.split(';').map((cell) => cell.replaceAll('"', '')))
    .filter((cells) => cells[7]?.startsWith('24'))
    .map((cells) => [cells[0], cells[1], cells[7], cells[8]].join(' ').trim());
}

test('a write-off has a row for each rate, with a separate account', async () => {
  const { workspace } = await writtenOff(async () => undefined);
  const input = { writeOffAccounts, writeOffAccount: 2400 };
  expect(await lossesOf(workspace, input)).toEqual([
    '119,00 H 2406 3',
    '53,50 H 2401',
    '10,00 H 2400',
  ]);
});

test('payments are divided among the rates, to the cent, and so is the amount due', async () => {
  const { invoice, workspace } = await writtenOff((ours, { invoiceNumberFormatted }) =>
    created(ours, 'payment/create', { invoiceNumber: invoiceNumberFormatted, amount: 82.49 }),
  );
  const input = { writeOffAccounts, writeOffAccount: 2400 };
  const losses = ['65,21 H 2406 3', '29,32 H 2401', '5,48 H 2400'];
  expect(await lossesOf(workspace, input)).toEqual(losses);
  const { invoiceNumberFormatted: invoiceNumber } = invoice;
  vi.setSystemTime('2026-06-16T12:00:00Z');
  await created(workspace, 'payment/create', { invoiceNumber, amount: 1 });
  expect(await lossesOf(workspace, input)).toEqual([
    ...losses,
    ...losses.map((row) => row.replace('H', 'S')),
  ]);
});

test('rates that were credited have no part in it', async () => {
  const { workspace } = await writtenOff((ours, { id, lineItems }) =>
    created(ours, 'creditNotes/create', { invoiceId: id, lines: [{ lineId: lineItems[1].id }] }),
  );
  const input = { writeOffAccounts, writeOffAccount: 2400 };
  expect(await lossesOf(workspace, input)).toEqual(['119,00 H 2406 3', '10,00 H 2400']);
});

test('a credit note after a late payment changes no earlier booking', async () => {
  vi.setSystemTime('2026-06-15T12:00:00Z');
  const { invoice, workspace } = await writtenOff(async () => undefined);
  const input = { writeOffAccounts, writeOffAccount: 2400 };
  const losses = await lossesOf(workspace, input);
  const { id: invoiceId, invoiceNumberFormatted: invoiceNumber } = invoice;
  vi.setSystemTime('2026-06-16T12:00:00Z');
  await created(workspace, 'payment/create', { invoiceNumber, amount: 182.5 });
  await created(workspace, 'creditNotes/create', {
    invoiceId,
    date: '2026-06-14',
    excess: 'CREDIT',
  });
  expect(await lossesOf(workspace, input)).toEqual([
    ...losses,
    ...losses.map((row) => row.replace('H', 'S')),
  ]);
});

test('a rate without an account is reported, unless there is a default one', async () => {
  const { workspace } = await writtenOff(async () => undefined);
  const file = (input: object) => createDatevFile(workspace.context, { ...accounts, ...input });
  const error = (path: string, message: string) => ({
    details: { errors: [{ path, code: 'required', message }] },
  });
  await expect(file({ writeOffAccounts })).rejects.toMatchObject(
    error('writeOffAccounts', 'must contain the rate 0'),
  );
  await expect(file({})).rejects.toMatchObject(
    error('writeOffAccount', 'is required because an amount was written off'),
  );
  expect(await lossesOf(workspace, { writeOffAccount: 2400 })).toHaveLength(3);
});

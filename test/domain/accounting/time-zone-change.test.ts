import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getAccountStatement } from '../../../src/domain/accounting/account-statement.ts';
import { createDatevFile } from '../../../src/domain/accounting/datev.ts';
import { listPaidRevenue } from '../../../src/domain/accounting/revenue.ts';
import { listTaxesByPeriod } from '../../../src/domain/accounting/taxes-by-period.ts';
import { listRevenueByMonth } from '../../../src/domain/reports/revenue-by-month.ts';
import { formatDate } from '../../../src/platform/dates/dates.ts';
import { useTestApi } from '../../support/api.ts';
import { created } from '../../support/invoices.ts';
import { mutated } from '../../support/mutations.ts';
import { issuedInvoice } from '../../support/reversal-races.ts';

/**
 * A workspace that changes its time zone keeps the days in its reports: a reversal late in a month stays in that month.
 */

const api = useTestApi();

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

/** A workspace in a time zone with a reversed payment of March, and its reports up to a day. */
async function reversedAt(timeZone: string, moment: string) {
  vi.setSystemTime('2026-03-10T12:00:00Z');
  const ours = await api.addWorkspace({ timeZone, currency: 'EUR' });
  const { accountId } = ours;
  const { id: clientId } = await created(ours, 'clients/create', { name: 'Acme' });
  const { number: invoiceNumber } = await issuedInvoice(ours, 'Acme', 100, { taxRate: 19 });
  const paid = await ours.post('payment/create', { invoiceNumber, amount: 119 });
  const [{ id }] = paid.body.payments;
  vi.setSystemTime(moment);
  expect(await ours.post('payment/reverse', { id, reason: 'BOUNCED' })).toMatchObject({
    status: 200,
  });
  const { prisma } = api.database;
  /** The days of the reversal in statement and booking format, and the sums of cash, from a day to another. */
  const books = async (from: string, to: string) => {
    const now = await prisma.workspace.findUniqueOrThrow({ where: { accountId } });
    const workspace = { ...ours.context.workspace, timeZone: now.timeZone };
    const context = { ...ours.context, workspace, now: new Date() };
    const days = { from, to };
    const { accounts } = await getAccountStatement(context, { clientId, ...days });
    const { bytes } = await createDatevFile(context, {
      ...days,
      ...{ consultantNumber: 29098, clientNumber: 55003, fiscalYearStart: '2026-01-01' },
      ...{ debtorAccount: 10000, bankAccount: 1200, writeOffAccount: 2400 },
      revenueAccounts: [{ rate: 19, account: 8400 }],
    });
    const [cash, revenue, taxes] = [
      await listPaidRevenue(context, days),
      await listRevenueByMonth(context, days),
      await listTaxesByPeriod(context, { ...days, basis: 'CASH' }),
    ];
    return {
      reversed: accounts
        .flatMap(({ entries }) => entries)
        .filter(({ kind }) => kind === 'PAYMENT_REVERSED')
        .map(({ date }) => formatDate(date)),
      bookings: bytes.toString('latin1').trimEnd().split('\r\n').slice(2),
      cash: cash.map(({ amount }) => amount.toNumber()).filter(Boolean),
      revenue: revenue.map(({ amount }) => amount.toNumber()).filter(Boolean),
      taxes: taxes.map(({ tax }) => tax.toNumber()).filter(Boolean),
    };
  };
  return { ours, id, march: () => books('2026-03-01', '2026-03-31'), books };
}

const move = (ours: typeof api.ours, timeZone: string) =>
  mutated(ours, 'updateWorkspace', { input: { timeZone } }, 'name');

test.each([
  ['Pacific/Auckland', 'Pacific/Pago_Pago', '2026-03-31T12:00:00Z', '2026-04-01'],
  ['Pacific/Pago_Pago', 'Pacific/Kiritimati', '2026-04-01T10:00:00Z', '2026-03-31'],
])('a reversal of %s keeps its day in %s', async (before, after, moment, day) => {
  const { books, march, ours } = await reversedAt(before, moment);
  const [of, april] = [await march(), ['2026-04-01', '2026-04-02'] as const];
  const ofApril = await books(...april);
  expect([...of.reversed, ...ofApril.reversed]).toEqual([day]);
  expect(ofApril.cash).toEqual(day === '2026-04-01' ? [-119] : []);
  await move(ours, after);
  expect(await march()).toEqual(of);
  expect(await books(...april)).toEqual(ofApril);
});

test('a reversal of an earlier release has the day in the workspace’s time zone', async () => {
  const { id, march, ours } = await reversedAt('Pacific/Auckland', '2026-03-31T12:00:00Z');
  await api.database.prisma.payment.updateMany({ where: { id }, data: { reversedOn: null } });
  expect(await march()).toMatchObject({ reversed: [], cash: [119] });
  await move(ours, 'Europe/Berlin');
  expect(await march()).toMatchObject({ reversed: ['2026-03-31'], cash: [] });
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getAccountStatement } from '../../../src/domain/accounting/account-statement.ts';
import { createDatevFile } from '../../../src/domain/accounting/datev.ts';
import { listInvoicedRevenue, listPaidRevenue } from '../../../src/domain/accounting/revenue.ts';
import { listTaxesByPeriod } from '../../../src/domain/accounting/taxes-by-period.ts';
import { listReceivablesByAge } from '../../../src/domain/reports/receivables-by-age.ts';
import { listRevenueByMonth } from '../../../src/domain/reports/revenue-by-month.ts';
import { dateToDb, formatDate, todayIn } from '../../../src/platform/dates/dates.ts';
import { Decimal } from '../../../src/platform/money/money.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { reported, taxesInPayments } from '../../support/books.ts';
import { Choices } from '../../support/domain-model/choices.ts';
import { created } from '../../support/invoices.ts';

/**
 * Random histories of invoices and payments, in which all reports have to agree: accrual and cash totals, taxes,
 * account statements, amounts due, the credit of clients and the booking format. Reports of a closed month do not
 * change.
 */

const api = useTestApi();
const timeZone = 'Pacific/Auckland';
const day = 86_400_000;
const began = Date.UTC(2026, 0, 2, 20);
const currencies = { Ada: 'EUR', Bob: 'EUR', Kim: 'JPY', Zoe: 'KWD' } as const;
const names = Object.keys(currencies) as (keyof typeof currencies)[];

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((all, one) => all.plus(one), new Decimal(0));

/** By the month of their day and their currency. */
type Sums = Record<string, string>;

function sumsOf(rows: readonly { date: Date; currency: string; amount: Decimal }[]): Sums {
  const all: Record<string, Decimal> = {};
  for (const { amount, currency, date } of rows) {
    const key = `${formatDate(date).slice(0, 7)} ${currency}`;
    all[key] = (all[key] ?? new Decimal(0)).plus(amount);
  }
  const some = Object.entries(all).filter(([, amount]) => !amount.isZero());
  return Object.fromEntries(some.map(([key, amount]) => [key, amount.toFixed()]));
}

const minus = (amount: Decimal) => amount.negated();

/** All reports up to a day. */
async function booksOf({ accountId, context }: TestWorkspace, to: string) {
  const now = { ...context, now: new Date() };
  const periods = { from: '2026-01-01', to };
  const started = <R extends { start: Date }>(rows: R[], name: keyof R) =>
    sumsOf(rows.map((row) => ({ ...row, date: row.start, amount: row[name] as Decimal }) as never));
  const { prisma } = api.database;
  const clients = await prisma.client.findMany({ where: { accountId } });
  const statements = await Promise.all(
    clients.map(({ id: clientId }) => getAccountStatement(now, { clientId, ...periods })),
  );
  const entries = statements.flatMap(({ accounts }) =>
    accounts.flatMap((one) => one.entries.map((entry) => ({ ...entry, currency: one.currency }))),
  );
  const of = (...kinds: string[]) => sumsOf(entries.filter(({ kind }) => kinds.includes(kind)));
  const credits = await prisma.clientCredit.findMany({
    where: { accountId, date: { lte: dateToDb(to) } },
  });
  const cash = await listPaidRevenue(now, periods);
  const [invoiced, revenue, accrued, taxed] = [
    await listInvoicedRevenue(now, periods),
    await listRevenueByMonth(now, periods),
    await listTaxesByPeriod(now, { ...periods, basis: 'ACCRUAL' }),
    await listTaxesByPeriod(now, { ...periods, basis: 'CASH' }),
  ];
  return {
    entries,
    documents: of('INVOICE', 'VOIDED', 'CREDIT_NOTE'),
    givenUp: of('WRITE_OFF', 'REOPENED'),
    money: of('PAYMENT', 'PAYMENT_REVERSED', 'REFUND'),
    moneyAndCredit: sumsOf([
      ...cash.map((one) => ({ ...one, date: one.start, amount: minus(one.amount) })),
      ...credits.map((one) => ({ ...one, amount: minus(one.amount) })),
    ]),
    invoiced: started(invoiced, 'total'),
    invoicedTax: started(invoiced, 'tax'),
    voided: of('VOIDED'),
    invoicedVoided: started(
      invoiced.map((one) => ({ ...one, less: minus(one.voided) })),
      'less',
    ),
    writtenOff: started(
      invoiced.map((one) => ({ ...one, less: minus(one.writtenOff) })),
      'less',
    ),
    invoices: started(
      invoiced.map((one) => ({ ...one, count: new Decimal(one.invoices) })),
      'count',
    ),
    accruedTax: started(accrued, 'tax'),
    paid: started(cash, 'amount'),
    paidTax: started(cash, 'tax'),
    cashTax: started(taxed, 'tax'),
    revenue: started(
      revenue.map((one) => ({ ...one, start: one.month })),
      'amount',
    ),
    closing: statements.flatMap(({ accounts, clientId }) =>
      accounts.map(({ closing, currency }) => [clientId, currency, closing.toFixed()].join(' ')),
    ),
    payments: started(
      cash.map((one) => ({ ...one, count: new Decimal(one.payments) })),
      'count',
    ),
  };
}

/** The amount that clients owe in the booking format, in a currency. */
async function bookedFor({ context }: TestWorkspace, to: string, currency: string) {
  const { bytes } = await createDatevFile(
    { ...context, now: new Date() },
    {
      ...{ from: '2026-01-01', to, currency, consultantNumber: 29098, clientNumber: 55003 },
      ...{ fiscalYearStart: '2026-01-01', debtorAccount: 10000, bankAccount: 1200 },
      ...{ writeOffAccount: 2400, leaveOutOtherCurrencies: 'YES' },
      revenueAccounts: [19, 7, 0].map((rate, index) => ({ rate, account: 8400 + index })),
    },
  );
  const [, , ...rows] = bytes.toString('latin1').trimEnd().split('\r\n');
  return sum(
    rows.map((row) => {
      const [amount = '', side, , , , , account, contra] = row.split(';');
      const isDebtor = account === '10000';
      expect([account, contra]).toContain('10000');
      const value = new Decimal(amount.replace(',', '.'));
      return (side === '"S"') === isDebtor ? value : value.negated();
    }),
  );
}

const acts = {
  issue: async (ours: TestWorkspace, choices: Choices) => {
    const items = Array.from({ length: 1 + choices.below(3) }, () => ({
      ...{ description: 'Work', quantity: 1 + choices.below(4), rate: 10 + choices.below(90) },
      ...(choices.chance(30) && { taxRate: choices.of([7, 0]) }),
    }));
    const made = { clientName: choices.of(names), taxRate: 19, items };
    const { body } = await ours.post('invoices/create', made);
    return ours.gql(`mutation { markInvoiceSent(input: { id: "${body.id}" }) { __typename } }`);
  },
  pay: async (ours: TestWorkspace, choices: Choices) => {
    const invoice = await anyInvoice(ours, choices);
    const { creditedTotal, invoiceNumberFormatted: invoiceNumber, paymentTotal } = invoice;
    // The written-off amount of an invoice, which a payment reopens.
    const due = Number(invoice.total.minus(paymentTotal).minus(creditedTotal));
    const amount = choices.of([due, due, due + 50, Math.ceil(due / 3), 20]);
    return ours.post('payment/create', { invoiceNumber, amount, overpayment: 'CREDIT' });
  },
  reverse: async (ours: TestWorkspace, choices: Choices) =>
    ours.post('payment/reverse', { id: (await anyPayment(ours, choices)).id, reason: 'BOUNCED' }),
  refund: async (ours: TestWorkspace, choices: Choices) => {
    const { id } = await anyPayment(ours, choices);
    const ofCredit = choices.chance(40) ? { ofCredit: true } : {};
    const part = choices.chance(60) ? { amount: 1 + choices.below(9) } : {};
    return ours.post('payment/refund', { id, ...part, ...ofCredit });
  },
  apply: async (ours: TestWorkspace, choices: Choices) =>
    ours.post('invoices/applyCredit', { id: (await anyInvoice(ours, choices)).id }),
  void: (ours: TestWorkspace, choices: Choices) => ended(ours, choices, 'voidInvoice'),
  writeOff: (ours: TestWorkspace, choices: Choices) => ended(ours, choices, 'writeOffInvoice'),
  credit: async (ours: TestWorkspace, choices: Choices) => {
    const { id: invoiceId } = await anyInvoice(ours, choices);
    const excess = choices.of(['CREDIT', 'REFUND']);
    const line = { accountId: ours.accountId, invoiceId };
    const { id: lineId } = await api.database.prisma.invoiceLine.findFirstOrThrow({ where: line });
    const part = choices.chance(60) ? { lines: [{ lineId, quantity: 1 }] } : {};
    return ours.post('creditNotes/create', { invoiceId, excess, ...part });
  },
};

const often = ['issue', 'issue', 'issue', 'pay', 'pay', 'pay', 'pay', 'apply', 'apply'] as const;
const seldom = [
  ...['reverse', 'reverse', 'refund', 'refund', 'refund', 'credit'],
  ...['void', 'void', 'writeOff', 'writeOff'],
] as const;

async function ended(ours: TestWorkspace, choices: Choices, name: string) {
  const { id } = await anyInvoice(ours, choices);
  const { body, status } = await ours.gql(
    `mutation { done: ${name}(input: { id: "${id}" }) { __typename ... on ConflictError { code } } }`,
  );
  return { status, body: body.data.done };
}

async function anyInvoice({ accountId }: TestWorkspace, choices: Choices) {
  const where = { accountId };
  return choices.of(await api.database.prisma.invoice.findMany({ where, orderBy: { id: 'asc' } }));
}

async function anyPayment({ accountId }: TestWorkspace, choices: Choices) {
  const where = { accountId, ...(choices.chance(80) && { reversedAt: null }) };
  return choices.of(await api.database.prisma.payment.findMany({ where, orderBy: { id: 'asc' } }));
}

/** The taxes of the cash report, by currency and rate. */
async function cashTaxes({ context }: TestWorkspace, to: string) {
  const now = { ...context, now: new Date() };
  const taxes = await listTaxesByPeriod(now, { from: '2026-01-01', to, basis: 'CASH' });
  const sums: Record<string, Decimal> = {};
  for (const { currency, rate, tax } of taxes) {
    const key = `${currency} ${rate}`;
    sums[key] = (sums[key] ?? new Decimal(0)).plus(tax);
  }
  return reported(sums);
}

/** A workspace with half a year of changes, and its reports at the end of each month. */
async function history(seed: number) {
  vi.setSystemTime(began);
  const ours = await api.addWorkspace({ timeZone, currency: 'EUR' });
  for (const name of names) {
    await created(ours, 'clients/create', { name, currency: currencies[name] });
  }
  const choices = new Choices(seed);
  const done: string[] = [];
  const closed = new Map<string, Awaited<ReturnType<typeof booksOf>>>();
  await acts.issue(ours, choices);
  await acts.pay(ours, choices);
  for (let step = 0; step < 100; step += 1) {
    const before = todayIn(timeZone, new Date());
    vi.setSystemTime(Date.now() + choices.below(4 * day));
    const month = todayIn(timeZone, new Date()).slice(0, 7);
    if (month !== before.slice(0, 7)) {
      const end = formatDate(new Date(dateToDb(`${month}-01`).getTime() - day));
      closed.set(end, await booksOf(ours, end));
    }
    const name = choices.of(choices.chance(65) ? often : seldom);
    const { body, status } = await acts[name](ours, choices);
    expect(status).toBeLessThan(500);
    if (status === 200 && body.code === undefined) done.push(name);
  }
  return { ours, done, closed };
}

test.each([1, 3])(
  'all reports on invoices and payments agree, and closed months never change: history %s',
  async (seed) => {
    const { closed, done, ours } = await history(seed);
    expect([...new Set(done)].sort()).toEqual([...new Set([...often, ...seldom])].sort());
    expect(closed.size).toBeGreaterThan(3);
    const today = todayIn(timeZone, new Date());
    const books = await booksOf(ours, today);
    expect(books.documents).toEqual(books.invoiced);
    expect(books.voided).toEqual(books.invoicedVoided);
    expect(books.givenUp).toEqual(books.writtenOff);
    expect(books.money).toEqual(books.moneyAndCredit);
    expect(books.revenue).toEqual(books.paid);
    expect(books.accruedTax).toEqual(books.invoicedTax);
    expect(books.cashTax).toEqual(books.paidTax);
    expect(await cashTaxes(ours, today)).toEqual(await taxesInPayments(api, ours));
    const owed = await listReceivablesByAge({ ...ours.context, now: new Date() });
    for (const currency of new Set(Object.values(currencies))) {
      const credits = await api.database.prisma.clientCredit.findMany({
        where: { accountId: ours.accountId, currency },
      });
      const has = sum(credits.map(({ amount }) => amount));
      const due = owed.find((one) => one.currency === currency)?.total ?? new Decimal(0);
      const booked = await bookedFor(ours, today, currency);
      const closing = sum(
        books.entries.filter((one) => one.currency === currency).map(({ amount }) => amount),
      );
      expect([currency, booked.toFixed()]).toEqual([currency, closing.toFixed()]);
      expect([currency, closing.toFixed()]).toEqual([currency, due.minus(has).toFixed()]);
    }
    for (const [end, before] of closed)
      expect([end, await booksOf(ours, end)]).toEqual([end, before]);
  },
);

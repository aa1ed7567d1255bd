import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import type { PeriodLength } from '../../../src/domain/accounting/reporting-periods.ts';
import { listInvoicedRevenue, listPaidRevenue } from '../../../src/domain/accounting/revenue.ts';
import { listTaxesByPeriod } from '../../../src/domain/accounting/taxes-by-period.ts';
import { dateToDb, formatDate, todayIn } from '../../../src/platform/dates/dates.ts';
import { laterDate } from '../../../src/platform/input/date-checks.ts';
import { Decimal, roundToCurrency } from '../../../src/platform/money/money.ts';
import { useTestApi } from '../../support/api.ts';
import { seedBooks } from '../../support/books.ts';
import { created } from '../../support/invoices.ts';
import { arranger } from '../../support/report-totals.ts';

const api = useTestApi();

beforeAll(async () => {
  for (const [workspace, seed] of [
    [api.ours, 5],
    [api.theirs, 6],
  ] as const) {
    await seedBooks(api, workspace, { clients: 15, months: 14, seed });
  }
});

/** The first day of the period that a day is in, by the letters of the day. */
function startOf(by: PeriodLength, day: Date): string {
  const [year = '', month = ''] = formatDate(day).split('-');
  if (by === 'YEAR') return `${year}-01-01`;
  const first = by === 'MONTH' ? Number(month) : Number(month) - ((Number(month) - 1) % 3);
  return `${year}-${String(first).padStart(2, '0')}-01`;
}

const invoicesOf = (accountId: number) =>
  api.database.prisma.invoice.findMany({
    where: { accountId },
    include: { taxBreakdown: true, history: true, payments: { include: { refunds: true } } },
  });

type StoredInvoice = Awaited<ReturnType<typeof invoicesOf>>[number];

/** The day of a void or write-off, in the history of the invoice. */
function endOf({ history }: StoredInvoice, kind: 'VOIDED' | 'WRITTEN_OFF'): Date | undefined {
  const { timeZone } = api.ours.context.workspace;
  const last = history.filter((event) => event.kind === kind).at(-1);
  return last && dateToDb(todayIn(timeZone, last.createdAt));
}

/** Adds amounts by period, currency and other keys. */
function sums() {
  const found = new Map<string, Decimal[]>();
  return {
    add(key: readonly string[], ...amounts: (Decimal | number)[]) {
      const all = found.get(key.join('|')) ?? amounts.map(() => new Decimal(0));
      found.set(
        key.join('|'),
        all.map((sum, index) => sum.plus(amounts[index] ?? 0)),
      );
    },
    all: () =>
      [...found.entries()]
        .map(([key, amounts]) => [key, ...amounts.map(String)])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  };
}

const keyed = (rows: readonly (readonly [string, ...(Decimal | number)[]])[]) =>
  rows
    .map(([key, ...amounts]) => [
      key,
      ...amounts.map((value) => new Decimal(String(value)).toString()),
    ])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

/** Payments of an invoice and their refunds, in order. A reversal counts on its own day. */
function movementOf({ payments }: StoredInvoice) {
  const dayOf = (moment: Date) => dateToDb(todayIn(api.ours.context.workspace.timeZone, moment));
  return payments
    .flatMap(({ refunds, ...payment }) => [
      { ...payment, count: 1 },
      ...(payment.reversedAt === null
        ? []
        : [
            {
              ...payment,
              ...{
                id: `${payment.id} reversed`,
                date: laterDate(payment.date, dayOf(payment.reversedAt)),
                count: -1,
              },
              amount: payment.amount.negated(),
            },
          ]),
      ...refunds.map((refund) => ({ ...refund, amount: refund.amount.negated(), count: 0 })),
    ])
    .toSorted((a, b) => Number(a.date) - Number(b.date) || (a.id < b.id ? -1 : 1));
}

/** What of each payment of an invoice is an amount, whose shares are the amount in the end. */
function sharesOf(invoice: StoredInvoice, amount: Decimal) {
  const { currency, total } = invoice;
  let paid = new Decimal(0);
  return movementOf(invoice).map((payment) => {
    const share = (of: Decimal) => roundToCurrency(amount.times(of).dividedBy(total), currency);
    const before = share(paid);
    paid = paid.plus(payment.amount);
    return { date: payment.date, share: share(paid).minus(before) };
  });
}

const everything = { from: '2020-01-01', to: '2029-12-31' };

describe.each(['MONTH', 'QUARTER', 'YEAR'] as const)('by %s', (by) => {
  test('the invoiced amount is the sum of issued invoices, less voided ones on the day of voiding', async () => {
    const expected = sums();
    for (const invoice of await invoicesOf(api.ours.accountId)) {
      const { currency, discountAmount, paymentTotal, status, subTotal, tax, total } = invoice;
      if (invoice.dateIssued === null) continue;
      const keyOf = (day: Date) => [startOf(by, day), currency];
      const net = subTotal.minus(discountAmount);
      expected.add(keyOf(invoice.dateIssued), 1, net, tax, total, 0, 0, 0);
      const voided = endOf(invoice, 'VOIDED');
      const less = [net, tax, total].map((amount) => amount.negated());
      if (voided) expected.add(keyOf(voided), -1, ...less, 1, total, 0);
      const lost = endOf(invoice, 'WRITTEN_OFF');
      const aborted = status === 'WRITE_OFF' ? total.minus(paymentTotal) : 0;
      if (lost) expected.add(keyOf(lost), 0, 0, 0, 0, 0, 0, aborted);
    }
    const { result, statements } = await recordStatements(() =>
      listInvoicedRevenue(api.ours.context, { by, ...everything }),
    );
    expect(statements).toHaveLength(1);
    expect(result.length).toBeGreaterThan(1);
    const rows = result.map(
      (row) =>
        [
          `${formatDate(row.start)}|${row.currency}`,
          ...[row.invoices, row.net, row.tax, row.total],
          ...[row.voidedInvoices, row.voided, row.writtenOff],
        ] as const,
    );
    expect(keyed(rows)).toEqual(expected.all());
    for (const { net, tax, total } of result) expect(net.plus(tax)).toEqual(total);
    expect(result.some(({ writtenOff }) => writtenOff.gt(0))).toBe(true);
  });

  test('the paid amount is the sum of the payments, and of their tax', async () => {
    const expected = sums();
    for (const invoice of await invoicesOf(api.ours.accountId)) {
      for (const { amount, count, date } of movementOf(invoice)) {
        expected.add([startOf(by, date), invoice.currency], count, amount, 0);
      }
      for (const line of invoice.taxBreakdown) {
        for (const { date, share } of sharesOf(invoice, line.amount)) {
          expected.add([startOf(by, date), invoice.currency], 0, 0, share);
        }
      }
    }
    const { result, statements } = await recordStatements(() =>
      listPaidRevenue(api.ours.context, { by, ...everything }),
    );
    expect(statements).toHaveLength(1);
    const rows = result.map(
      (row) =>
        [`${formatDate(row.start)}|${row.currency}`, row.payments, row.amount, row.tax] as const,
    );
    expect(keyed(rows)).toEqual(expected.all());
    for (const { amount, net, tax } of result) expect(net.plus(tax)).toEqual(amount);
  });

  test.each(['ACCRUAL', 'CASH'] as const)(
    'taxes are listed by name and rate, %s',
    async (basis) => {
      const expected = sums();
      for (const invoice of await invoicesOf(api.ours.accountId)) {
        const { dateIssued } = invoice;
        if (dateIssued === null) continue;
        const voided = endOf(invoice, 'VOIDED');
        for (const { amount, category, name, rate, taxableAmount } of invoice.taxBreakdown) {
          const key = (day: Date) => [
            startOf(by, day),
            invoice.currency,
            name,
            String(category),
            String(rate),
          ];
          if (basis === 'ACCRUAL') {
            expected.add(key(dateIssued), taxableAmount, amount);
            if (voided) expected.add(key(voided), taxableAmount.negated(), amount.negated());
          } else {
            const taxed = sharesOf(invoice, taxableAmount);
            sharesOf(invoice, amount).forEach(({ date, share }, index) => {
              expected.add(key(date), taxed[index]?.share ?? 0, share);
            });
          }
        }
      }
      const { result, statements } = await recordStatements(() =>
        listTaxesByPeriod(api.ours.context, { basis, by, ...everything }),
      );
      expect(statements).toHaveLength(1);
      const rows = result.map(
        (row) =>
          [
            `${formatDate(row.start)}|${row.currency}|${row.name}|${row.category}|${row.rate}`,
            ...[row.taxable, row.tax],
          ] as const,
      );
      expect(keyed(rows)).toEqual(expected.all());
      const whole = basis === 'ACCRUAL' ? listInvoicedRevenue : listPaidRevenue;
      const taxes = sums();
      for (const { currency, start, tax } of result) taxes.add([formatDate(start), currency], tax);
      const totals = sums();
      for (const { currency, start, tax } of await whole(api.ours.context, { by, ...everything })) {
        if (!tax.isZero()) totals.add([formatDate(start), currency], tax);
      }
      expect(taxes.all()).toEqual(totals.all());
    },
  );
});

test('days outside of the period count in none of its totals, and payments before it only for the cent', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  const { client, invoice, payment } = arranger(api, workspace);
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  const taxed = { subTotal: 10, tax: 1, total: 11, amountDue: 11, dateCreated: day('2026-01-31') };
  const id = await invoice(await client(), 11, '2026-03-01', taxed);
  const { accountId } = workspace;
  const line = { name: 'VAT', rate: 10, order: 1, taxableAmount: 10, amount: 1 };
  await api.database.prisma.invoiceTaxLine.create({
    data: { accountId, id: 'itl_share', invoiceId: id, ...line },
  });
  for (const date of ['2026-02-01', '2026-02-02', '2026-02-03']) await payment(id, 3.66, date);
  await payment(id, 0.02, '2026-02-04');
  const taxOn = async (from: string, to: string) =>
    (await listPaidRevenue(workspace.context, { from, to })).map(({ tax }) => tax.toString());
  expect(await taxOn('2026-02-01', '2026-02-01')).toEqual(['0.33']);
  expect(await taxOn('2026-02-02', '2026-02-02')).toEqual(['0.34']);
  expect(await taxOn('2026-02-03', '2026-02-03')).toEqual(['0.33']);
  expect(await taxOn('2026-02-04', '2026-02-04')).toEqual(['0']);
  expect(await taxOn('2026-02-01', '2026-02-28')).toEqual(['1']);
  const february = { from: '2026-02-01', to: '2026-02-28' };
  expect(await listInvoicedRevenue(workspace.context, february)).toEqual([]);
  expect(await listTaxesByPeriod(workspace.context, february)).toEqual([]);
  expect(await listTaxesByPeriod(workspace.context, { ...february, basis: 'CASH' })).toHaveLength(
    1,
  );
});

test('after a partial credit note, the tax of the payments is that of the rest', async () => {
  const ours = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  await created(ours, 'clients/create', { name: 'Acme' });
  const items = [19, 7, 0].map((taxRate) => ({ description: 'Work', rate: 100, taxRate }));
  const bill = { clientName: 'Acme', items, dateCreated: '2026-01-05' };
  const made = await created(ours, 'invoices/create', bill);
  const pay = (amount: number, date: string) =>
    created(ours, 'payment/create', { invoiceNumber: made.invoiceNumberFormatted, amount, date });
  const credit = (line: number, date: string) =>
    created(ours, 'creditNotes/create', {
      ...{
        invoiceId: made.id,
        date,
        excess: 'REFUND',
        lines: [{ lineId: made.lineItems[line].id }],
      },
    });
  await pay(163, '2026-01-10');
  await credit(0, '2026-02-01');
  await pay(44, '2026-03-01');
  await credit(2, '2026-04-01');
  const days = { from: '2026-01-01', to: '2026-04-30' };
  const taxes = await listTaxesByPeriod(ours.context, { ...days, basis: 'CASH' });
  const reported = taxes.map(({ start, rate, taxable, tax }) =>
    [formatDate(start).slice(5, 7), rate, taxable, tax].map(String).join(' '),
  );
  expect(reported).toEqual([
    ...['01 19 50 9.5', '01 7 50 3.5', '01 0 50 0'],
    // Of 163 nothing is at 19 % any more.
    ...['02 19 -50 -9.5', '02 7 28.74 2.01', '02 0 28.74 0'],
    ...['03 19 0 0', '03 7 21.26 1.49', '03 0 21.26 0'],
    ...['04 19 0 0', '04 7 0 0', '04 0 -100 0'],
  ]);
  const paid = await listPaidRevenue(ours.context, days);
  expect(paid.map(({ amount, tax, net }) => [amount, tax, net].map(String))).toEqual([
    ['163', '13', '150'],
    ['0', '-7.49', '7.49'],
    ['44', '1.49', '42.51'],
    ['-100', '0', '-100'],
  ]);
});

test.each([
  ['backwards', { from: '2026-02-02', to: '2026-02-01' }, 'to', 'before_from'],
  ['too many of them', { from: '2010-01-01', to: '2026-01-01' }, 'from', 'out_of_range'],
])('periods that are %s are rejected', async (_, period, path, code) => {
  const rejection = { code: 'invalid_input', details: { errors: [{ path, code }] } };
  for (const metric of [listInvoicedRevenue, listPaidRevenue, listTaxesByPeriod]) {
    const requested = (async () => metric(api.ours.context, period))();
    await expect(requested).rejects.toMatchObject(rejection);
  }
});

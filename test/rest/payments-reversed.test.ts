import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { created, errorsOf, invoiceOf } from '../support/invoices.ts';
import { contradictingInvoices } from '../support/reversal-races.ts';

const api = useTestApi();

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
  await created(api.ours, 'clients/create', { name: 'Pays in JPY', currency: 'JPY' });
});

const invoiceBy = async (number: string) =>
  (await api.ours.get(`invoices/search?query=${number}`)).body[0];
const paymentBy = async (id: unknown) => (await api.ours.get(`payments/search?id=${id}`)).body[0];
const reverse = (id: unknown, more: object = {}) =>
  api.ours.post('payment/reverse', { id, reason: 'BOUNCED', ...more });
const refund = (id: unknown, more: object = {}) => api.ours.post('payment/refund', { id, ...more });

/** An invoice on which these amounts were paid, with the ids of the payments. */
async function paid(total: number, ...amounts: number[]) {
  const { id, invoiceNumberFormatted: number } = await invoiceOf(api.ours, 'Acme', total);
  const ids: string[] = [];
  for (const amount of amounts) {
    const body = {
      invoiceNumber: number,
      amount,
      date: '2026-04-15',
      referenceNumber: `T${ids.length}`,
    };
    ids.push((await api.ours.post('payment/create', body)).body.payments.at(-1).id);
  }
  return { id, number, ids };
}

describe('payment/reverse', () => {
  test('reopens a paid invoice, keeps the payment with its reason, and adds it to the history', async () => {
    const { id, ids, number } = await paid(119.5, 19.5, 100);
    expect(await invoiceBy(number)).toMatchObject({ status: 'PAID', datePaid: '2026-04-15' });
    const { status, body } = await reverse(ids[1], { note: 'Returned by the bank' });
    expect(status).toBe(200);
    const taken = {
      ...{ id: ids[1], amount: 100, refundedTotal: 0, refunds: [], reversalReason: 'BOUNCED' },
      ...{ reversedAt: expect.stringMatching(/Z$/), reversalNote: 'Returned by the bank' },
    };
    expect(body).toMatchObject(taken);
    expect(await paymentBy(ids[1])).toEqual(body);
    const open = await invoiceBy(number);
    expect(open).toMatchObject({ status: 'PARTIAL', paymentTotal: 19.5, amountDue: 100 });
    expect(open).toMatchObject({ datePaid: null, payments: [{ id: ids[0], amount: 19.5 }] });
    expect(await lastOf(id)).toMatchObject({
      kind: 'PAYMENT_REVERSED',
      fromStatus: 'PAID',
      toStatus: 'PARTIAL',
      note: '100 EUR of 2026-04-15, T1, BOUNCED, Returned by the bank',
    });
    await reverse(ids[0], { reason: 'wrong invoice' });
    expect(await invoiceBy(number)).toMatchObject({
      status: 'SENT',
      paymentTotal: 0,
      payments: [],
    });
    const payable = (await api.ours.get(`payableInvoices/search?id=${id}`)).body;
    expect(payable).toMatchObject([{ amountDue: 119.5 }]);
  });

  test('is executed once: the second time is a 409, and nothing changes', async () => {
    const { ids, number } = await paid(10, 4);
    expect((await reverse(ids[0])).status).toBe(200);
    const before = await invoiceBy(number);
    const again = await reverse(ids[0]);
    expect([again.status, again.body.code]).toEqual([409, 'conflicting_state']);
    expect(await invoiceBy(number)).toEqual(before);
  });

  test('allows to enter the same payment again', async () => {
    const { ids, number } = await paid(10, 4);
    const body = { invoiceNumber: number, amount: 4, date: '2026-04-15', referenceNumber: 'T0' };
    expect((await api.ours.post('payment/create', body)).body.code).toBe('duplicate_payment');
    await reverse(ids[0], { reason: 'DUPLICATE' });
    expect((await api.ours.post('payment/create', body)).status).toBe(200);
  });

  test('keeps written-off amounts written off', async () => {
    const { id, ids, number } = await paid(10, 4);
    await api.ours.gql(`mutation { writeOffInvoice(input: { id: "${id}" }) { __typename } }`);
    await reverse(ids[0]);
    expect(await invoiceBy(number)).toMatchObject({
      ...{ status: 'WRITE_OFF', paymentTotal: 0, amountDue: 0 },
    });
  });

  test('needs a reason that there is, and an id', async () => {
    const { ids } = await paid(10, 4);
    expect(errorsOf(await reverse(ids[0], { reason: undefined }))).toEqual(['reason: required']);
    expect(errorsOf(await reverse(ids[0], { reason: 'Regret' }))).toEqual([
      'reason: invalid_choice',
    ]);
    expect((await reverse(undefined)).status).toBe(412);
    expect((await reverse('pay_unknown')).body.code).toBe('record_not_found');
    const theirs = await api.theirs.post('payment/reverse', { id: ids[0], reason: 'OTHER' });
    expect(theirs.body.code).toBe('record_not_found');
  });

  test('is done only to the version that is expected', async () => {
    const { ids, number } = await paid(10, 4);
    const stale = await reverse(ids[0], { expectedVersion: 7 });
    expect([stale.status, stale.body.code]).toEqual([409, 'version_mismatch']);
    expect(await invoiceBy(number)).toMatchObject({ paymentTotal: 4 });
    expect((await reverse(ids[0], { expectedVersion: 1 })).status).toBe(200);
  });
});

describe('payment/refund', () => {
  test('of the same amount and reference on one day is rejected, unless the request confirms it', async () => {
    const { ids } = await paid(111, 71, 40);
    const requested = { amount: 10, date: '2026-05-02', referenceNumber: 'RF 7' };
    const all = await Promise.all([1, 2, 3, 4].map(() => refund(ids[0], requested)));
    expect(all.map(({ body, status }) => `${status} ${body.code ?? ''}`).sort()).toEqual([
      '200 ',
      ...Array(3).fill('409 duplicate_refund'),
    ]);
    const again = await refund(ids[0], { ...requested, referenceNumber: ' rf7' });
    expect([again.status, ...errorsOf(again)]).toEqual([409, 'referenceNumber: duplicate_refund']);
    for (const other of [
      { amount: 11 },
      { date: '2026-05-03' },
      { referenceNumber: 'RF 8' },
      { referenceNumber: null },
      { referenceNumber: null },
      { allowDuplicate: true },
    ]) {
      expect((await refund(ids[0], { ...requested, ...other })).status).toBe(200);
    }
    expect((await paymentBy(ids[0])).refundedTotal).toBe(71);
    // Everything is refunded now: a repeated refund gets the existing one.
    expect((await refund(ids[0], requested)).body.code).toBe('duplicate_refund');
    expect((await refund(ids[1], requested)).status).toBe(200);
  });

  test('gives back a part, then the rest, never more', async () => {
    const { id, ids, number } = await paid(119.5, 119.5);
    const first = await refund(ids[0], {
      ...{ amount: 19.25, date: '2026-05-02', paymentType: 'Cash', referenceNumber: 'R1' },
      memo: 'Goodwill',
    });
    expect(first.body).toMatchObject({
      ...{ amount: 119.5, refundedTotal: 19.25, reversedAt: null },
      refunds: [
        {
          id: expect.stringMatching(/^rfd_/),
          ...{ amount: 19.25, date: '2026-05-02', paymentType: 'CASH', referenceNumber: 'R1' },
          memo: 'Goodwill',
        },
      ],
    });
    expect(await invoiceBy(number)).toMatchObject({
      ...{ status: 'PARTIAL', paymentTotal: 100.25, amountDue: 19.25, datePaid: null },
      payments: [{ id: ids[0], amount: 100.25 }],
    });
    expect(await lastOf(id)).toMatchObject({
      ...{ kind: 'PAYMENT_REFUNDED', fromStatus: 'PAID', toStatus: 'PARTIAL' },
      note: '19.25 EUR, R1, of 119.50 EUR of 2026-04-15, T0',
    });
    const over = await refund(ids[0], { amount: 100.26 });
    expect([over.status, over.body.code]).toEqual([409, 'refund_exceeds_payment']);
    expect(over.body.message).toContain('100.25 EUR');
    const rest = await refund(ids[0]);
    expect(rest.body.refunds[1]).toMatchObject({ amount: 100.25, paymentType: 'OTHER' });
    expect(await invoiceBy(number)).toMatchObject({
      ...{ status: 'SENT', paymentTotal: 0, amountDue: 119.5, payments: [{ amount: 0 }] },
    });
    expect((await refund(ids[0])).body.code).toBe('refund_exceeds_payment');
  });

  test('is rejected for a reversed payment', async () => {
    const { ids } = await paid(10, 4);
    await reverse(ids[0]);
    expect((await refund(ids[0], { amount: 1 })).body.code).toBe('conflicting_state');
  });

  test('rejects amounts that the currency cannot express, and none', async () => {
    const { invoiceNumberFormatted } = await invoiceOf(api.ours, 'Pays in JPY', 10);
    const body = { invoiceNumber: invoiceNumberFormatted, amount: 10 };
    const { id } = (await api.ours.post('payment/create', body)).body.payments[0];
    expect(errorsOf(await refund(id, { amount: 1.5 }))).toEqual(['amount: too_precise']);
    expect(errorsOf(await refund(id, { amount: 0 }))).toEqual(['amount: out_of_range']);
  });
});

test('a refund is not before its payment, and for a future payment today at the earliest', async () => {
  holdClock();
  const { ids, number } = await paid(100, 40);
  expect(errorsOf(await refund(ids[0], { amount: 1, date: '2026-04-14' }))).toEqual([
    'date: out_of_range',
  ]);
  expect((await refund(ids[0], { amount: 1, date: '2026-04-15' })).status).toBe(200);
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  const ahead = { invoiceNumber: number, amount: 20, date: tomorrow };
  const { id } = (await api.ours.post('payment/create', ahead)).body.payments.at(-1);
  expect((await refund(id, { amount: 1, date: today })).status).toBe(200);
});

test('simultaneous payments, refunds and reversals leave consistent totals and statuses', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, ids, number } = await paid(100, 40, 30, 30);
    const answers = await Promise.all([
      reverse(ids[0]),
      reverse(ids[0], { reason: 'DUPLICATE' }),
      refund(ids[0], { amount: 25 }),
      refund(ids[1], { amount: 20 }),
      refund(ids[1], { amount: 20 }),
      refund(ids[2]),
      api.ours.post('payment/create', { invoiceNumber: number, amount: 50 }),
      api.ours.post('payment/create', { invoiceNumber: number, amount: 50 }),
      api.ours.gql(`mutation { voidInvoice(input: { id: "${id}" }) { __typename } }`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const [one, two, ...refunds] = answers.map(({ status }) => status);
    expect([one, two].filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(refunds.slice(1, 3).filter((status) => status === 200)).toHaveLength(1);
  }
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
});

/** The last line of an invoice's history. */
const lastOf = (invoiceId: string) =>
  api.database.prisma.invoiceEvent.findFirst({
    where: { accountId: api.ours.accountId, invoiceId },
    orderBy: { id: 'desc' },
  });

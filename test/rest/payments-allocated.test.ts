import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { creditActs } from '../support/credit-acts.ts';
import { created, errorsOf } from '../support/invoices.ts';
import { raceOfAllocations } from '../support/reversal-races.ts';

const api = useTestApi();

const { invoiceBy, issued, lastNote, newClient, paymentsOf, post, standing } = creditActs(api);

/** One payment of invoices, with the part of each. */
const allocated = (amount: number, parts: [number: string, amount: number][], more: object = {}) =>
  post('payment/create', {
    ...{ amount, date: '2026-04-15', referenceNumber: 'S1', ...more },
    allocations: parts.map(([invoiceNumber, part]) => ({ invoiceNumber, amount: part })),
  });

/** A client with two invoices that were issued, of 300 and 200. */
async function owing() {
  const client = await newClient();
  return {
    client,
    first: await issued(client.name, 300),
    second: await issued(client.name, 200),
  };
}

describe('one payment of several invoices', () => {
  test('pays each its part, and marks the parts with one groupId', async () => {
    const { client, first, second } = await owing();
    const { status, body } = await allocated(500, [
      [first.number, 300],
      [second.number, 200],
    ]);
    expect([status, body.id, body.status, body.paymentTotal]).toEqual([200, first.id, 'PAID', 300]);
    expect(await invoiceBy(second.id)).toMatchObject({ status: 'PAID', paymentTotal: 200 });
    const [[one], [two]] = [await paymentsOf(first.number), await paymentsOf(second.number)];
    expect([one.amount, two.amount, one.groupId, two.groupId]).toEqual([300, 200, one.id, one.id]);
    expect(await lastNote(second.id)).toBe('200 EUR, S1');
    expect(await standing(client.id)).toEqual({ has: 0, owes: 0 });
  });

  test('leaves the rest as credit of the client only on request', async () => {
    const { client, first, second } = await owing();
    const parts: [string, number][] = [
      [first.number, 250],
      [second.number, 200],
    ];
    expect(errorsOf(await allocated(500, parts))).toEqual(['amount: out_of_range']);
    expect(await standing(client.id)).toEqual({ has: 0, owes: 500 });
    expect((await allocated(500, parts, { overpayment: 'CREDIT' })).status).toBe(200);
    expect(await invoiceBy(first.id)).toMatchObject({ status: 'PARTIAL', amountDue: 50 });
    expect(await paymentsOf(first.number)).toMatchObject([
      { amount: 250, creditedAmount: 0 },
      { amount: 50, creditedAmount: 50 },
    ]);
    expect(await standing(client.id)).toEqual({ has: 50, owes: 50 });
    const again = await allocated(500, parts, { overpayment: 'CREDIT' });
    expect(again.body.code).toBe('duplicate_payment');
    expect(await standing(client.id)).toEqual({ has: 50, owes: 50 });
  });

  test('is applied to all of them or to none, of one client and currency', async () => {
    const { client, first, second } = await owing();
    const [other, yen] = [await newClient(), await newClient('JPY')];
    const [foreign, inYen] = [await issued(other.name, 300), await issued(yen.name, 300)];
    const both = (amount: number, number: string, part: number) =>
      allocated(amount, [
        [first.number, 300],
        [number, part],
      ]);
    const tooMuch = await both(500.01, second.number, 200.01);
    expect([tooMuch.body.code, ...errorsOf(tooMuch)]).toEqual([
      'payment_exceeds_amount_due',
      'allocations.1.amount: out_of_range',
    ]);
    expect(errorsOf(await both(350, 'INV-NONE', 50))).toEqual([
      'allocations.1.invoiceNumber: record_not_found',
    ]);
    expect(errorsOf(await both(350, foreign.number, 50))).toEqual(['allocations: disagrees']);
    expect(errorsOf(await both(350, inYen.number, 50))).toEqual(['allocations: disagrees']);
    expect(errorsOf(await both(350, first.number, 50))).toEqual([
      'allocations.1.invoiceNumber: not_unique',
    ]);
    expect(errorsOf(await both(300, second.number, 50))).toEqual(['allocations: out_of_range']);
    const several = await allocated(
      700,
      [
        [first.number, 300.5],
        ['INV-NONE', 50],
        [second.number, 300],
      ],
      { overpayment: 'CREDIT' },
    );
    expect(errorsOf(several)).toEqual([
      'allocations.0.amount: out_of_range',
      'allocations.1.invoiceNumber: record_not_found',
      'allocations.2.amount: out_of_range',
    ]);
    const twice = await allocated(20, [
      [first.number, 11],
      [first.number, 9],
    ]);
    expect(errorsOf(twice)).toEqual(['allocations.1.invoiceNumber: not_unique']);
    const besides = { invoiceNumber: first.number };
    expect(errorsOf(await allocated(10, [[second.number, 10]], besides))).toEqual([
      'invoiceNumber: disagrees',
    ]);
    const misnamed = [{ invoiceNumber: first.number, amount: 1, sum: 2 }];
    expect(errorsOf(await post('payment/create', { amount: 1, allocations: misnamed }))).toEqual([
      'allocations.0.sum: unknown_field',
    ]);
    expect(errorsOf(await post('payment/create', { amount: 1 }))).toEqual([
      'invoiceNumber: required',
    ]);
    const fine = await allocated(10.001, [[first.number, 10]], { overpayment: 'CREDIT' });
    expect(errorsOf(fine)).toEqual(['amount: too_precise']);
    expect(await standing(client.id)).toEqual({ has: 0, owes: 500 });
  });

  test('is reversed for all of them, or for the named one, once', async () => {
    const { client, first, second } = await owing();
    await allocated(
      600,
      [
        [first.number, 300],
        [second.number, 200],
      ],
      { overpayment: 'CREDIT' },
    );
    const [one] = await paymentsOf(first.number);
    const [two] = await paymentsOf(second.number);
    const reverse = (id: string, more: object = {}) =>
      post('payment/reverse', { id, reason: 'BOUNCED', ...more });
    expect((await reverse(two.id, { onlyThisPart: true })).status).toBe(200);
    expect(await standing(client.id)).toEqual({ has: 100, owes: 200 });
    expect((await reverse(two.id)).body.code).toBe('conflicting_state');
    // What of it paid a third one as credit goes with it.
    const third = await issued(client.name, 30);
    await created(api.ours, 'invoices/applyCredit', { id: third.id });
    expect(await standing(client.id)).toEqual({ has: 70, owes: 200 });
    expect((await reverse(one.id)).body).toMatchObject({ id: one.id, reversalReason: 'BOUNCED' });
    expect(await standing(client.id)).toEqual({ has: 0, owes: 530 });
    expect(await invoiceBy(first.id)).toMatchObject({ status: 'SENT', amountDue: 300 });
    expect(await invoiceBy(third.id)).toMatchObject({ status: 'SENT', amountDue: 30 });
    expect((await reverse(one.id)).body.code).toBe('conflicting_state');
  });

  test('is refunded for all of them, or in part for the named one', async () => {
    const { client, first, second } = await owing();
    const parts: [string, number][] = [
      [first.number, 300],
      [second.number, 200],
    ];
    await allocated(550, parts, { overpayment: 'CREDIT' });
    const [one, rest] = await paymentsOf(first.number);
    const [two] = await paymentsOf(second.number);
    const refund = (id: string, more: object = {}) => post('payment/refund', { id, ...more });
    expect(errorsOf(await refund(two.id, { amount: 20 }))).toEqual(['amount: disagrees']);
    const part = await refund(two.id, { amount: 20, onlyThisPart: true });
    expect(part.body).toMatchObject({ id: two.id, refundedTotal: 20 });
    expect(await standing(client.id)).toEqual({ has: 50, owes: 20 });
    expect((await refund(two.id, { amount: 480 })).body).toMatchObject({ refundedTotal: 200 });
    expect(await standing(client.id)).toEqual({ has: 50, owes: 500 });
    expect((await refund(rest.id, { ofCredit: true })).body).toMatchObject({ refundedTotal: 50 });
    expect(await standing(client.id)).toEqual({ has: 0, owes: 500 });
    // All of it was given back by then, and it never came: the client owes it.
    expect((await post('payment/reverse', { id: one.id, reason: 'BOUNCED' })).status).toBe(200);
    expect(await standing(client.id)).toEqual({ has: -550, owes: 500 });
  });

  test('is executed once with its key; does not find invoices of another workspace; is the same in GraphQL', async () => {
    const { client, first, second } = await owing();
    const body = {
      amount: 30,
      allocations: [
        { invoiceNumber: first.number, amount: 20 },
        { invoiceNumber: second.number, amount: 10 },
      ],
    };
    const headers = {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      'idempotency-key': `several-${first.id}`,
    };
    const send = async () => {
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await api.app.request('/public/action/payment/create', sent);
      return { status: response.status, body: await response.json() };
    };
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await standing(client.id)).toEqual({ has: 0, owes: 470 });
    const theirs = await api.theirs.post('payment/create', body);
    expect([theirs.status, theirs.body.code]).toEqual([404, 'record_not_found']);
    const { body: text } = await api.ours.gql(`mutation { recordPayment(input: {
      amount: 40, allocations: [{ invoiceNumber: "${first.number}", amount: 15 }, { invoiceNumber: "${second.number}", amount: 25 }]
    }) { ... on RecordPaymentSuccess { invoice { id } } } }`);
    expect(text.errors).toBe(undefined);
    expect(text.data.recordPayment.invoice.id).toBe(first.id);
    expect(await standing(client.id)).toEqual({ has: 0, owes: 430 });
  });

  test('with others of the same invoices in any order: totals are consistent, without a deadlock', async () => {
    await raceOfAllocations(api, 4);
  });
});

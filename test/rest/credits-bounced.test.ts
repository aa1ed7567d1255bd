import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { creditActs, paidOf, raceOfBounces } from '../support/credit-acts.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

const acts = creditActs(api);
const { apply, bounce, invoiceBy, issued, newClient, overpay, pay, paymentsOf, post, standing } =
  acts;

test('a reversed payment takes back its credit from the invoice that the credit paid', async () => {
  const client = await newClient();
  const [first, second] = [await issued(client.name, 100), await issued(client.name, 50)];
  await overpay(first.number, 130);
  await apply(second.id);
  const [[whole], [part]] = [await paymentsOf(first.number), await paymentsOf(second.number)];
  expect(await standing(client.id)).toEqual({ has: 0, owes: 20 });
  expect((await bounce(whole.id)).status).toBe(200);
  expect(await standing(client.id)).toEqual({ has: 0, owes: 150 });
  expect(await invoiceBy(second.id)).toMatchObject({
    ...{ status: 'SENT', paymentTotal: 0, amountDue: 50, datePaid: null, payments: [] },
  });
  const [taken] = await paymentsOf(second.number);
  expect(taken).toMatchObject({ id: part.id, amount: 30, reversalReason: 'BOUNCED' });
  expect(taken.reversalNote).toContain(
    `of a payment of invoice ${first.number}, which was reversed`,
  );
  const { body } = await api.ours.gql(
    `{ invoice(id: "${second.id}") { history { kind fromStatus toStatus note } } }`,
  );
  expect(body.data.invoice.history.at(-1)).toMatchObject({
    ...{ kind: 'PAYMENT_REVERSED', fromStatus: 'PARTIAL', toStatus: 'SENT' },
    note: expect.stringContaining(`of invoice ${first.number}`),
  });
  // Neither a second time, nor what was taken back with it.
  for (const { id } of [whole, part]) expect((await bounce(id)).status).toBe(409);
});

test('credit of other payments replaces the reversed credit, and the rest stays credit', async () => {
  const client = await newClient();
  const [first, second] = [await issued(client.name, 10), await issued(client.name, 10)];
  const [third, fourth] = [await issued(client.name, 30), await issued(client.name, 25)];
  await overpay(first.number, 50);
  await overpay(second.number, 60);
  await apply(third.id);
  const [[one], [two]] = [await paymentsOf(first.number), await paymentsOf(second.number)];
  // 60 are left: 40 of them replace it.
  expect((await bounce(one.id)).status).toBe(200);
  expect(await standing(client.id)).toEqual({ has: 20, owes: 35 });
  expect(await invoiceBy(third.id)).toMatchObject({ status: 'PAID' });
  await overpay(first.number, 20);
  await apply(fourth.id, { amount: 15 });
  expect(await standing(client.id)).toEqual({ has: 15, owes: 10 });
  // Of what the second one became, all of the third invoice's and some of the fourth's was used.
  expect((await bounce(two.id)).status).toBe(200);
  expect(await invoiceBy(third.id)).toMatchObject({ status: 'SENT', amountDue: 30 });
  expect(await invoiceBy(fourth.id)).toMatchObject({ status: 'SENT', amountDue: 25 });
  expect(await standing(client.id)).toEqual({ has: 10, owes: 65 });
});

test('the oldest credit is used first: credit of a later payment did not pay the first invoice', async () => {
  const client = await newClient();
  const [first, second] = [await issued(client.name, 10), await issued(client.name, 10)];
  const [third, fourth] = [await issued(client.name, 40), await issued(client.name, 40)];
  await overpay(first.number, 50);
  await overpay(second.number, 50);
  for (const { id } of [third, fourth]) await apply(id);
  const [[one], [two]] = [await paymentsOf(first.number), await paymentsOf(second.number)];
  await bounce(one.id);
  expect(await invoiceBy(third.id)).toMatchObject({ status: 'SENT' });
  expect(await invoiceBy(fourth.id)).toMatchObject({ status: 'PAID' });
  await bounce(two.id);
  expect(await invoiceBy(fourth.id)).toMatchObject({ status: 'SENT' });
  expect(await standing(client.id)).toEqual({ has: 0, owes: 100 });
});

test('credit that was credited again, and paid another invoice, is traced through all steps', async () => {
  const client = await newClient();
  const [first, second] = [await issued(client.name, 100), await issued(client.name, 50)];
  const third = await issued(client.name, 50);
  await overpay(first.number, 150);
  await apply(second.id);
  await created(api.ours, 'creditNotes/create', { invoiceId: second.id, excess: 'CREDIT' });
  await apply(third.id);
  expect(await standing(client.id)).toEqual({ has: 0, owes: 0 });
  const [whole] = await paymentsOf(first.number);
  const answer = await api.ours.gql(
    `mutation { reversePayment(input: { id: "${whole.id}", reason: BOUNCED, note: "No funds" }) {
        ... on ReversePaymentSuccess { payment { reversalNote } } } }`,
  );
  expect(answer.body.data.reversePayment.payment.reversalNote).toBe('No funds');
  expect(await invoiceBy(second.id)).toMatchObject({ status: 'PAID', creditedTotal: 50 });
  expect(await invoiceBy(third.id)).toMatchObject({ status: 'SENT', amountDue: 50 });
  expect(await standing(client.id)).toEqual({ has: 0, owes: 150 });
});

test('a payment with refunded credit can be reversed: the client owes it until it pays it', async () => {
  const client = await newClient();
  const first = await issued(client.name, 100);
  await overpay(first.number, 150);
  const [{ id }] = await paymentsOf(first.number);
  await created(api.ours, 'payment/refund', { id, amount: 50, ofCredit: true });
  expect(await standing(client.id)).toEqual({ has: 0, owes: 0 });
  const bounced = await post('payment/reverse', { id, reason: 'BOUNCED' });
  expect([bounced.status, bounced.body.refundedTotal]).toEqual([200, 50]);
  expect(await standing(client.id)).toEqual({ has: -50, owes: 100 });
  const { body } = await api.ours.gql(`{ invoice(id: "${first.id}") { history { note } } }`);
  expect(body.data.invoice.history.at(-1).note).toContain('50 EUR of it were refunded');
  // The second time it is rejected. A debt pays nothing, and the next payment pays it.
  expect((await post('payment/reverse', { id, reason: 'BOUNCED' })).status).toBe(409);
  const second = await issued(client.name, 10);
  const rejected = await apply(second.id);
  expect([rejected.body.code, rejected.body.errors[0].message]).toEqual([
    'credit_exceeded',
    'must be at most 0',
  ]);
  expect((await overpay(first.number, 150)).body.status).toBe('PAID');
  expect(await standing(client.id)).toEqual({ has: 0, owes: 10 });
  const [, next] = await paymentsOf(first.number);
  expect((await post('payment/reverse', { id: next.id, reason: 'BOUNCED' })).status).toBe(200);
  expect(await standing(client.id)).toEqual({ has: -50, owes: 110 });
});

test('credit is owed too if the refunded amount had paid an invoice, or was credited by a credit note', async () => {
  const client = await newClient();
  const [first, second] = [await issued(client.name, 100), await issued(client.name, 40)];
  await pay(first.number, 100);
  await pay(second.number, 40);
  const before = await paidOf(api);
  const [[one], [two]] = [await paymentsOf(first.number), await paymentsOf(second.number)];
  await created(api.ours, 'payment/refund', { id: one.id, amount: 30 });
  await created(api.ours, 'creditNotes/create', { invoiceId: second.id, excess: 'REFUND' });
  for (const { id } of [one, two]) {
    await created(api.ours, 'payment/reverse', { id, reason: 'BOUNCED' });
  }
  expect(await standing(client.id)).toEqual({ has: -70, owes: 100 });
  expect(await invoiceBy(first.id)).toMatchObject({ status: 'SENT', amountDue: 100 });
  // Of these invoices nothing came in.
  expect(await paidOf(api)).toEqual({ amount: before.amount - 140, tax: before.tax });
});

test('payments can be reversed during other commands on their credit, and totals are consistent', async () => {
  await raceOfBounces(acts, 6);
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';
import { issuedInvoice } from '../support/reversal-races.ts';

/** On which days money goes that is taken back: never before it came. */

const api = useTestApi();
const [day, today] = [86_400_000, new Date()];
const inDays = (days: number) =>
  new Date(today.getTime() + days * day).toISOString().slice(0, 'YYYY-MM-DD'.length);

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
});

const pay = async (invoiceNumber: string, amount: number, more: object = {}) => {
  const body = { invoiceNumber, amount, ...more };
  return (await api.ours.post('payment/create', body)).body.payments.at(-1);
};
const credit = (invoiceId: string, more: object = {}) =>
  api.ours.post('creditNotes/create', { invoiceId, ...more });
const paymentBy = async (id: string) => (await api.ours.get(`payments/search?id=${id}`)).body[0];

/** The statement of a client up to a day, and what cash figures have until then. */
async function booksOf({ gql }: TestWorkspace, clientId: string, to: string) {
  const { body } = await gql(`{
    statementOfAccount(clientId: "${clientId}", to: "${to}") { accounts { closing entries { kind } } }
    figures { paidByPeriod(by: YEAR, to: "${to}") { amount } } }`);
  const [account] = body.data.statementOfAccount.accounts;
  const paid = body.data.figures.paidByPeriod as { amount: string }[];
  return {
    closing: Number(account.closing),
    kinds: account.entries.map(({ kind }: { kind: string }) => kind),
    paid: paid.map(({ amount }) => Number(amount)).filter((amount) => amount !== 0),
  };
}

describe('a credit note of a day before the payment', () => {
  test.each(['REFUND', 'CREDIT'])('gives nothing back before it came: %s', async (excess) => {
    const { id, number } = await issuedInvoice(api.ours, 'Acme', 100, {
      dateCreated: inDays(-30),
    });
    const early = await pay(number, 60, { date: inDays(-25) });
    const late = await pay(number, 40, { date: inDays(-10) });
    const { body } = await credit(id, { date: inDays(-20), excess });
    expect(body).toMatchObject({ dateCreated: inDays(-20), total: 100 });
    const { prisma } = api.database;
    const ofCredit = { accountId: api.ours.accountId, paymentId: { in: [early.id, late.id] } };
    const changes = await prisma.clientCredit.findMany({ where: ofCredit });
    const refunds = await prisma.refund.findMany({ where: ofCredit });
    const days = [...changes, ...refunds].map((one) => [
      one.paymentId,
      one.amount.toNumber(),
      one.date.toISOString().slice(0, 10),
    ]);
    expect(days.sort()).toEqual(
      [
        [early.id, 60, inDays(-20)],
        [late.id, 40, inDays(-10)],
      ].sort(),
    );
  });

  test('refunds a future payment today', async () => {
    const { id, number } = await issuedInvoice(api.ours, 'Acme', 100, {
      dateCreated: inDays(-30),
    });
    const ahead = await pay(number, 100, { date: inDays(30) });
    await credit(id, { date: inDays(-20), excess: 'REFUND' });
    const { refunds } = await paymentBy(ahead.id);
    const [{ date }] = refunds;
    expect([inDays(0), inDays(1)]).toContain(date);
  });
});

test('a future payment is reversed on its own day: the amount due is unchanged until then', async () => {
  const ours = await api.addWorkspace();
  const { id: clientId } = await created(ours, 'clients/create', { name: 'Ada', currency: 'EUR' });
  const { number: invoiceNumber } = await issuedInvoice(ours, 'Ada', 100);
  const date = inDays(200);
  const paid = { invoiceNumber, amount: 130, overpayment: 'CREDIT', date };
  const { id } = (await ours.post('payment/create', paid)).body.payments[0];
  await ours.post('payment/refund', { id, amount: 10, date });
  await ours.post('payment/reverse', { id, reason: 'WRONG_AMOUNT' });
  expect(await booksOf(ours, clientId, inDays(2))).toEqual({
    ...{ closing: 100, kinds: ['INVOICE'], paid: [] },
  });
  expect(await booksOf(ours, clientId, inDays(201))).toEqual({
    ...{ closing: 110, kinds: ['INVOICE', 'PAYMENT', 'PAYMENT_REVERSED', 'REFUND'], paid: [] },
  });
});

import { expect } from 'vitest';
import type { TestApi } from './api.ts';
import { created } from './invoices.ts';
import { accountOf, contradictingInvoices, issuedInvoice, standingOf } from './reversal-races.ts';

/** Commands on the credit of clients, over REST. */
export function creditActs(api: TestApi) {
  const post = (path: string, body: object) => api.ours.post(path, body);
  const pay = (invoiceNumber: string, amount: number, more: object = {}) =>
    post('payment/create', { invoiceNumber, amount, date: '2026-04-15', ...more });
  return {
    post,
    pay,
    newClient: clientMaker(api),
    overpay: (number: string, amount: number, more: object = {}) =>
      pay(number, amount, { overpayment: 'CREDIT', ...more }),
    apply: (id: unknown, more: object = {}) => post('invoices/applyCredit', { id, ...more }),
    bounce: (id: string) => post('payment/reverse', { id, reason: 'BOUNCED' }),
    issued: (clientName: string, total: number, more?: object) =>
      issuedInvoice(api.ours, clientName, total, more),
    invoiceBy: async (id: string) => (await api.ours.get(`invoices/search?id=${id}`)).body[0],
    paymentsOf: async (number: string) =>
      (await api.ours.get(`payments/search?query=${number}`)).body,
    lastNote: async (id: string): Promise<string> => {
      const { body } = await api.ours.gql(`{ invoice(id: "${id}") { history { note } } }`);
      return body.data.invoice.history.at(-1).note;
    },
    account: (clientId: string) => accountOf(api.ours, clientId),
    contradictions: () => contradictingInvoices(api, api.ours),
    standing: (clientId: string) => standingOf(api, api.ours, clientId),
  };
}

/** Creates clients with unique names that owe nothing yet. */
function clientMaker(api: TestApi) {
  let serial = 0;
  return async (currency = 'EUR') => {
    serial += 1;
    const name = `Client ${serial}`;
    const { id } = await created(api.ours, 'clients/create', { name, currency });
    return { id: id as string, name };
  };
}

/** The paid amounts of our invoices in euro since 2026, and their tax. The default period is the last twelve months. */
export async function paidOf({ ours }: TestApi): Promise<{ amount: number; tax: number }> {
  const { body } = await ours.gql(
    '{ figures { paidByPeriod(by: YEAR, from: "2026-01-01") { currency amount tax } } }',
  );
  const rows = body.data.figures.paidByPeriod.filter(
    ({ currency }: { currency: string }) => currency === 'EUR',
  );
  const sum = (name: string) =>
    rows.reduce((total: number, row: Record<string, string>) => total + Number(row[name]), 0);
  return { amount: sum('amount'), tax: sum('tax') };
}

/**
 * So many times a payment that became credit, which paid another invoice and is paying a third one, bounces at once with payments, credit notes
 * and refunds of those: it always does, and sums fit.
 */
export async function raceOfBounces(
  acts: ReturnType<typeof creditActs>,
  rounds: number,
): Promise<void> {
  const { apply, bounce, issued, newClient, overpay, paymentsOf, post } = acts;
  const { account, contradictions } = acts;
  for (let round = 0; round < rounds; round += 1) {
    const client = await newClient();
    const [first, second, third] = [
      await issued(client.name, 100),
      await issued(client.name, 60),
      await issued(client.name, 60),
    ];
    await overpay(first.number, 150);
    await overpay(second.number, 90);
    const [[one], [two]] = [await paymentsOf(first.number), await paymentsOf(second.number)];
    await apply(third.id, { amount: 40 });
    const [made] = await paymentsOf(third.number);
    const answers = await Promise.all([
      bounce(one.id),
      apply(third.id, { amount: 10 }),
      overpay(third.number, 15),
      bounce(two.id),
      post('creditNotes/create', { invoiceId: third.id, excess: 'CREDIT' }),
      post('payment/refund', { id: made.id, amount: 5 }),
      overpay(first.number, 120),
      post('payment/refund', { id: two.id, amount: 5, ofCredit: true }),
      apply(third.id),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect([answers[0]?.status, answers[3]?.status]).toEqual([200, 200]);
    await account(client.id);
  }
  expect(await contradictions()).toEqual([]);
}

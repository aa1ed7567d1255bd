import { expect } from 'vitest';
import type { TestApi, TestWorkspace } from './api.ts';
import { created, invoiceOf } from './invoices.ts';

/** Contradictions among invoices and payments. There must be none after any command. */
const contradictions = `
  SELECT i.id, i.status, i.total, i."paymentTotal", i."amountDue", p.counted FROM "Invoice" i
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount - r.refunded - p."creditedAmount") FILTER (WHERE p."reversedAt" IS NULL), 0) AS counted,
      count(*) FILTER (WHERE r.refunded <> p."refundedTotal") AS wrong
    FROM "Payment" p CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount), 0) AS refunded FROM "Refund" r
      WHERE r."accountId" = p."accountId" AND r."paymentId" = p.id) r
    WHERE p."accountId" = i."accountId" AND p."invoiceId" = i.id) p
  CROSS JOIN LATERAL (SELECT coalesce(sum(c.total), 0) AS credited FROM "CreditNote" c
    WHERE c."accountId" = i."accountId" AND c."invoiceId" = i.id) c
  WHERE i."accountId" = $1 AND (
    EXISTS (SELECT FROM "Payment" p CROSS JOIN LATERAL (SELECT coalesce(sum(c.amount), 0) AS changed FROM "ClientCredit" c
        WHERE c."accountId" = p."accountId" AND c."paymentId" = p.id) c
      WHERE p."accountId" = i."accountId" AND p."invoiceId" = i.id AND c.changed <> CASE WHEN p."reversedAt" IS NULL
        THEN p."creditedAmount" - CASE WHEN p."fromCredit" THEN p.amount ELSE 0 END ELSE - p."refundedTotal" END) OR
    (SELECT sum(c.amount) FROM "ClientCredit" c
      WHERE c."accountId" = i."accountId" AND c."clientId" = i."clientId" AND c.currency = i.currency AND c.kind <> 'OWED') < 0 OR
    i."paymentTotal" <> p.counted OR p.wrong > 0 OR i."creditedTotal" <> c.credited
    OR c.credited > i.total
    OR i."amountDue" <> CASE WHEN i.status IN ('VOIDED', 'WRITE_OFF') THEN 0 ELSE i.total - p.counted - c.credited END
    OR (i.status = 'PAID' AND (p.counted > 0 OR c.credited = 0)) <> (i."datePaid" IS NOT NULL)
    OR i.status = 'PAID' AND i."amountDue" <> 0
    OR (i.status = 'PARTIAL') <> (i."amountDue" > 0 AND p.counted > 0)
    OR i.status = 'VOIDED' AND p.counted <> 0)`;

/** The invoices of a workspace whose sums or status do not fit their payments, credits and refunds. */
export async function contradictingInvoices(
  { database }: TestApi,
  { accountId }: TestWorkspace,
): Promise<object[]> {
  return (await database.pool.query(contradictions, [accountId])).rows;
}

/** What clients of a workspace owe, all of it in one currency and none of it late; 0 where they owe nothing. */
export async function owedNow({ gql }: TestWorkspace): Promise<string> {
  const { body } = await gql('{ figures { receivablesByAge { currency notDue total } } }');
  const [row = { notDue: '0', total: '0' }, ...more] = body.data.figures.receivablesByAge;
  expect(more).toEqual([]);
  expect(row.notDue).toBe(row.total);
  return row.total;
}

/** So many invoices of a client "Acme", each credited, paid, reversed, refunded, voided and written off at once: sums and statuses fit. */
export async function raceReversals(api: TestApi, rounds: number): Promise<void> {
  const { gql, post } = api.ours;
  for (let round = 0; round < rounds; round += 1) {
    const items = [{ description: 'Units', quantity: 10, rate: 10 }];
    const made = { clientName: 'Acme', taxRate: 0, items };
    const invoice = await created(api.ours, 'invoices/create', made);
    const { id: invoiceId, invoiceNumberFormatted: invoiceNumber } = invoice;
    const act = (name: string) =>
      gql(`mutation { ${name}(input: { id: "${invoiceId}" }) { __typename } }`);
    await act('markInvoiceSent');
    const pay = (amount: number) => post('payment/create', { invoiceNumber, amount });
    const [{ id }] = (await pay(40)).body.payments;
    const lines = [{ lineId: invoice.lineItems[0].id, quantity: 4 }];
    const answers = await Promise.all([
      post('creditNotes/create', { invoiceId, lines, excess: 'REFUND' }),
      post('creditNotes/create', { invoiceId, excess: 'REFUND' }),
      post('payment/reverse', { id, reason: 'BOUNCED' }),
      post('payment/refund', { id, amount: 10 }),
      pay(60),
      pay(30),
      act('voidInvoice'),
      act('writeOffInvoice'),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
}

/**
 * So many pairs of invoices of a client "Acme", overpaid, paid with credit, credited, reversed, refunded and voided at
 * the same time. Totals are consistent, and no credit is negative.
 */
export async function raceOfCredit(api: TestApi, rounds: number): Promise<void> {
  const { gql, post } = api.ours;
  for (let round = 0; round < rounds; round += 1) {
    const items = [{ description: 'Units', quantity: 10, rate: 10 }];
    const make = () =>
      created(api.ours, 'invoices/create', { clientName: 'Acme', taxRate: 0, items });
    const [first, second] = [await make(), await make()];
    const act = (name: string, id: string) =>
      gql(`mutation { ${name}(input: { id: "${id}" }) { __typename } }`);
    for (const { id } of [first, second]) await act('markInvoiceSent', id);
    const overpay = (invoiceNumber: string, amount: number) =>
      post('payment/create', { invoiceNumber, amount, overpayment: 'CREDIT' });
    const numbers = [first.invoiceNumberFormatted, second.invoiceNumberFormatted];
    const paid = (await overpay(numbers[0], 130)).body;
    const [{ id }] = paid.payments;
    const answers = await Promise.all([
      post('invoices/applyCredit', { id: second.id, amount: 20 }),
      post('invoices/applyCredit', { id: second.id, amount: 20 }),
      post('payment/refund', { id, amount: 15, ofCredit: true }),
      post('payment/refund', { id, amount: 15 }),
      post('payment/reverse', { id, reason: 'BOUNCED' }),
      post('creditNotes/create', { invoiceId: first.id, excess: 'CREDIT' }),
      post('creditNotes/create', { invoiceId: second.id, excess: 'CREDIT' }),
      overpay(numbers[1], 90),
      overpay(numbers[0], 1),
      act('voidInvoice', second.id),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
}

/** An invoice of a client that was issued. */
export async function issuedInvoice(
  ours: TestWorkspace,
  clientName: string,
  total: number,
  more: object = {},
) {
  const { id, invoiceNumberFormatted } = await invoiceOf(ours, clientName, total, more);
  await ours.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  return { id: id as string, number: invoiceNumberFormatted as string };
}

/** What a client has and owes in euro, which with the end of its account is always one sum; all other sums of the workspace fit as well. */
export async function standingOf(api: TestApi, ours: TestWorkspace, clientId: string) {
  const standing = await accountOf(ours, clientId);
  expect(await contradictingInvoices(api, ours)).toEqual([]);
  return standing;
}

/** What a client has and owes in euro, which with the end of its account is always one sum. */
export async function accountOf(ours: TestWorkspace, clientId: string) {
  const { body } = await ours.gql(`{
    client(id: "${clientId}") { creditBalance { currency amount } outstanding { currency amount } }
    statementOfAccount(clientId: "${clientId}") { accounts { currency closing } } }`);
  const { client, statementOfAccount } = body.data;
  const inEuro = (rows: { currency: string; amount: string }[]) =>
    Number(rows.find(({ currency }) => currency === 'EUR')?.amount ?? 0);
  const [has, owes] = [inEuro(client.creditBalance), inEuro(client.outstanding)];
  const [displayed] = (await ours.get(`clients/search?id=${clientId}`)).body;
  expect(inEuro(displayed.creditBalance)).toBe(has);
  expect(Number(statementOfAccount.accounts[0]?.closing ?? 0)).toBeCloseTo(owes - has, 4);
  return { has, owes };
}

/** So many times two invoices that are paid by the same money in either order, which is taken back and given back at once: sums fit. */
export async function raceOfAllocations(api: TestApi, rounds: number): Promise<void> {
  const { post } = api.ours;
  for (let round = 0; round < rounds; round += 1) {
    // Each has its own client: an account statement has at most 5,000 lines.
    const name = `Of one payment ${round}`;
    const { id: clientId } = await created(api.ours, 'clients/create', { name, currency: 'EUR' });
    const first = await issuedInvoice(api.ours, name, 100);
    const second = await issuedInvoice(api.ours, name, 100);
    const pay = (numbers: string[], amount: number) =>
      post('payment/create', {
        amount: amount * 2 + 1,
        overpayment: 'CREDIT',
        allocations: numbers.map((invoiceNumber) => ({ invoiceNumber, amount })),
      });
    const [there, back] = [
      [first.number, second.number],
      [second.number, first.number],
    ];
    await pay(there, 20);
    const of = async ({ number }: { number: string }) =>
      (await api.ours.get(`payments/search?query=${number}`)).body[0].id;
    const [one, two] = [await of(first), await of(second)];
    const answers = await Promise.all([
      pay(there, 30),
      pay(back, 30),
      pay(back, 40),
      post('payment/reverse', { id: one, reason: 'BOUNCED' }),
      post('payment/reverse', { id: two, reason: 'BOUNCED' }),
      post('payment/refund', { id: two }),
      post('payment/refund', { id: two, amount: 5, onlyThisPart: true }),
      post('payment/create', { invoiceNumber: second.number, amount: 10 }),
      post('invoices/applyCredit', { id: first.id, amount: 1 }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await accountOf(api.ours, clientId);
  }
  // Of all that was done, since it looks at the whole workspace.
  expect(await contradictingInvoices(api, api.ours)).toEqual([]);
}

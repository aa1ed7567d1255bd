import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { creditActs, paidOf } from '../support/credit-acts.ts';
import { created, errorsOf, invoiceOf } from '../support/invoices.ts';
import { raceOfCredit } from '../support/reversal-races.ts';

const api = useTestApi();

const { apply, invoiceBy, issued, newClient, overpay, pay, paymentsOf, post, standing } =
  creditActs(api);

describe('an overpayment', () => {
  test('is rejected as before, and nothing is applied', async () => {
    const client = await newClient();
    const { number } = await issued(client.name, 100);
    const { status, body } = await pay(number, 150);
    expect([status, body.code]).toEqual([409, 'payment_exceeds_amount_due']);
    expect(await standing(client.id)).toEqual({ has: 0, owes: 100 });
  });

  test('becomes credit of the client on request, and pays a later invoice', async () => {
    const client = await newClient();
    const first = await issued(client.name, 100);
    const { status, body } = await overpay(first.number, 150.5, { referenceNumber: 'T1' });
    expect([status, body.status, body.paymentTotal, body.amountDue]).toEqual([200, 'PAID', 100, 0]);
    expect(body.payments).toMatchObject([{ amount: 100, referenceNumber: 'T1' }]);
    expect(await paymentsOf(first.number)).toMatchObject([
      { amount: 150.5, creditedAmount: 50.5, fromCredit: false, refundedTotal: 0 },
    ]);
    expect(await standing(client.id)).toEqual({ has: 50.5, owes: 0 });

    const second = await issued(client.name, 30);
    const third = await issued(client.name, 40);
    expect((await apply(second.id)).body).toMatchObject({
      ...{ status: 'PAID', paymentTotal: 30, amountDue: 0 },
      payments: [{ amount: 30, paymentType: 'OTHER' }],
    });
    expect(await standing(client.id)).toEqual({ has: 20.5, owes: 40 });
    expect((await apply(third.id, { amount: 20.51 })).body.code).toBe('credit_exceeded');
    expect((await apply(third.id)).body).toMatchObject({ status: 'PARTIAL', amountDue: 19.5 });
    expect(await standing(client.id)).toEqual({ has: 0, owes: 19.5 });
    expect((await apply(third.id)).body.code).toBe('credit_exceeded');
    const mine = (await api.ours.get('credits/list')).body.filter(
      ({ clientId }: { clientId: string }) => clientId === client.id,
    );
    expect(mine).toMatchObject([
      { kind: 'OVERPAID', amount: 50.5, currency: 'EUR', date: '2026-04-15' },
      { kind: 'APPLIED', amount: -30 },
      { kind: 'APPLIED', amount: -20.5 },
    ]);
    const { body: text } = await api.ours.gql(
      `{ invoice(id: "${first.id}") { history { kind note } } figures { paidByPeriod { currency amount payments } } }`,
    );
    expect(text.data.invoice.history.at(-1)).toEqual({
      kind: 'PAYMENT_APPLIED',
      note: '150.50 EUR, T1, 50.50 EUR of it are credit of the client',
    });
  });

  test('is the whole payment if nothing is due; a void invoice accepts none', async () => {
    const client = await newClient();
    const { id, number } = await issued(client.name, 10);
    await pay(number, 10);
    expect((await overpay(number, 10)).body.code).toBe(undefined);
    expect(await invoiceBy(id)).toMatchObject({ status: 'PAID', paymentTotal: 10 });
    expect(await standing(client.id)).toEqual({ has: 10, owes: 0 });
    const gone = await issued(client.name, 10);
    await api.ours.gql(`mutation { voidInvoice(input: { id: "${gone.id}" }) { __typename } }`);
    expect((await overpay(gone.number, 20)).body.code).toBe('invoice_closed');
    expect((await apply(gone.id)).body.code).toBe('conflicting_state');
    const same = { referenceNumber: 'T9' };
    const other = await issued(client.name, 5);
    expect((await overpay(other.number, 6, same)).status).toBe(200);
    expect((await overpay(other.number, 6, same)).body.code).toBe('duplicate_payment');
    expect(errorsOf(await overpay(other.number, 6.001))).toEqual(['amount: too_precise']);
    expect(await standing(client.id)).toEqual({ has: 11, owes: 0 });
  });

  test('issues a draft, and reopens a written-off invoice, like any payment', async () => {
    const client = await newClient();
    const draft = await invoiceOf(api.ours, client.name, 10);
    expect((await overpay(draft.invoiceNumberFormatted, 25)).body.status).toBe('PAID');
    const other = await invoiceOf(api.ours, client.name, 4);
    expect((await apply(other.id)).body.status).toBe('PAID');
    const late = await issued(client.name, 20);
    await api.ours.gql(`mutation { writeOffInvoice(input: { id: "${late.id}" }) { __typename } }`);
    expect((await apply(late.id)).body).toMatchObject({ status: 'PARTIAL', amountDue: 9 });
    const { body } = await api.ours.gql(
      `{ invoice(id: "${other.id}") { dateIssued history { note } } }`,
    );
    expect(body.data.invoice.dateIssued).not.toBeNull();
    expect(body.data.invoice.history.at(-1).note).toContain('This payment issued the draft');
    expect(await standing(client.id)).toEqual({ has: 0, owes: 9 });
  });
});

describe('credit', () => {
  test('is of one client, one currency and one workspace', async () => {
    const [client, other, yen] = [await newClient(), await newClient(), await newClient('JPY')];
    const { number } = await issued(client.name, 1);
    await overpay(number, 1_001);
    for (const name of [other.name, yen.name]) {
      const invoice = await issued(name, 10);
      expect((await apply(invoice.id)).body.code).toBe('credit_exceeded');
    }
    await created(api.ours, 'clients/create', { name: 'In francs', currency: 'CHF' });
    const own = await issued(client.name, 10);
    expect((await api.theirs.post('invoices/applyCredit', { id: own.id })).body.code).toBe(
      'record_not_found',
    );
    expect(errorsOf(await apply(own.id, { amount: -1 }))).toEqual(['amount: out_of_range']);
    expect((await apply(own.id, { amount: 10.01 })).body.code).toBe('payment_exceeds_amount_due');
    // A client whose currency changes keeps its credit, which does not pay debts in another currency.
    await api.ours.patch('clients/update', { id: client.id, currency: 'USD' });
    const dollars = await issued(client.name, 10);
    expect((await apply(dollars.id)).body.code).toBe('credit_exceeded');
    expect(await standing(client.id)).toEqual({ has: 1_000, owes: 10 });
  });

  test('can be refunded, never more than the client still has', async () => {
    const client = await newClient();
    const first = await issued(client.name, 100);
    const second = await issued(client.name, 10);
    await overpay(first.number, 130);
    await apply(second.id);
    const [{ id }] = await paymentsOf(first.number);
    const refund = (more: object = {}) =>
      post('payment/refund', { id, ofCredit: true, date: '2026-05-02', ...more });
    expect((await refund({ amount: 20.01 })).body.code).toBe('credit_exceeded');
    expect((await refund({ amount: 30.01 })).body.code).toBe('refund_exceeds_payment');
    expect((await refund({ amount: 5 })).body).toMatchObject({
      ...{ amount: 130, refundedTotal: 5, creditedAmount: 25, refunds: [{ amount: 5 }] },
    });
    expect(await standing(client.id)).toEqual({ has: 15, owes: 0 });
    expect((await refund()).body).toMatchObject({ refundedTotal: 20, creditedAmount: 10 });
    expect((await refund()).status).toBe(409);
    expect(await invoiceBy(first.id)).toMatchObject({ status: 'PAID', paymentTotal: 100 });
    expect(await standing(client.id)).toEqual({ has: 0, owes: 0 });
    // What of the payment paid its invoice is given back as ever.
    expect((await post('payment/refund', { id })).body).toMatchObject({ refundedTotal: 120 });
    expect(await standing(client.id)).toEqual({ has: 0, owes: 100 });
  });

  test('is created by a credit note of a paid invoice', async () => {
    const client = await newClient();
    const { id } = await issued(client.name, 100);
    const { number } = { number: (await invoiceBy(id)).invoiceNumberFormatted };
    await pay(number, 60, { referenceNumber: 'A' });
    await pay(number, 40, { referenceNumber: 'B' });
    const rejection = await post('creditNotes/create', { invoiceId: id });
    expect(rejection.body.code).toBe('conflicting_state');
    const note = await created(api.ours, 'creditNotes/create', { invoiceId: id, excess: 'CREDIT' });
    expect(note).toMatchObject({ total: 100, refundedAmount: 0, keptAsCredit: 100 });
    expect(await invoiceBy(id)).toMatchObject({
      ...{ status: 'PAID', paymentTotal: 0, creditedTotal: 100, amountDue: 0, datePaid: null },
    });
    expect(await standing(client.id)).toEqual({ has: 100, owes: 0 });
    const next = await issued(client.name, 70);
    await apply(next.id);
    expect(await standing(client.id)).toEqual({ has: 30, owes: 0 });
    // Credited again, credit becomes credit again.
    await created(api.ours, 'creditNotes/create', { invoiceId: next.id, excess: 'CREDIT' });
    expect(await standing(client.id)).toEqual({ has: 100, owes: 0 });
    const [part] = await paymentsOf(next.number);
    expect(part).toMatchObject({ amount: 70, creditedAmount: 70, fromCredit: true });
    // Reversed, it is neither made of credit nor credit any more.
    await created(api.ours, 'payment/reverse', { id: part.id, reason: 'WRONG_INVOICE' });
    expect(await standing(client.id)).toEqual({ has: 100, owes: 0 });
  });

  test('counts as paid on the day on which it pays an invoice, in the currency’s tax', async () => {
    const client = await newClient();
    const first = await issued(client.name, 100, { taxRate: 19 });
    const before = await paidOf(api);
    await overpay(first.number, 238, { date: '2026-03-10' });
    expect(await paidOf(api)).toEqual({ amount: before.amount + 119, tax: before.tax + 19 });
    const second = await issued(client.name, 100, { taxRate: 19 });
    await apply(second.id);
    expect(await paidOf(api)).toEqual({ amount: before.amount + 238, tax: before.tax + 38 });
    expect(await standing(client.id)).toEqual({ has: 0, owes: 0 });
  });

  test('is not counted as a payment in reports while it is unused', async () => {
    const client = await newClient();
    const { number } = await issued(client.name, 10);
    const count = async () => {
      const query = `{ figures {
        paidByPeriod(by: YEAR, from: "2026-01-01") { payments }
        revenueByMonth(from: "2026-01-01") { payments } } }`;
      const { paidByPeriod, revenueByMonth } = (await api.ours.gql(query)).body.data.figures;
      const sum = (rows: { payments: number }[]) =>
        rows.reduce((all, row) => all + row.payments, 0);
      return [sum(paidByPeriod), sum(revenueByMonth)];
    };
    const [years, months] = (await count()) as [number, number];
    await pay(number, 10);
    expect(await count()).toEqual([years + 1, months + 1]);
    await overpay(number, 25);
    expect(await count()).toEqual([years + 1, months + 1]);
  });
});

describe('simultaneous commands', () => {
  beforeAll(async () => {
    await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
  });

  test('fifty uses of the same credit use it once', async () => {
    const client = await newClient();
    const first = await issued(client.name, 1);
    await overpay(first.number, 11);
    const invoices = await Promise.all([30, 30].map((total) => issued(client.name, total)));
    const ids = Array.from({ length: 50 }, (_, index) => invoices[index % 2]?.id);
    const answers = await Promise.all(ids.map((id) => apply(id, { amount: 3 })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await standing(client.id)).toEqual({ has: 1, owes: 51 });
  });

  test('invoices that are overpaid, paid with credit, credited, reversed and refunded have consistent totals', async () => {
    await raceOfCredit(api, 12);
  });
});

test('the preview of an erasure contains the client’s credit', async () => {
  const client = await newClient();
  const { number } = await issued(client.name, 100);
  await overpay(number, 150.5);
  const requested = `{ clientErasure(id: "${client.id}") { records { recordType action count reason } } }`;
  const { records } = (await api.ours.gql(requested)).body.data.clientErasure;
  const [credit] = records.filter(
    ({ recordType }: { recordType: string }) => recordType === 'ClientCredit',
  );
  expect(credit).toMatchObject({ action: 'KEPT', count: 1 });
  expect(credit.reason).toContain('50.5 EUR');
});

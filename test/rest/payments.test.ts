import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { InvoiceStatus } from '../../src/generated/prisma/enums.ts';
import { useTestApi } from '../support/api.ts';
import { isDistributedHere } from '../support/citus.ts';
import { created, errorsOf, invoiceOf, storedInvoice } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';

const api = useTestApi();

const pay = (body: object) => api.ours.post('payment/create', body);
const client = (fields: object) => created(api.ours, 'clients/create', fields);
const bill = (rate: number, more: object = {}) => invoiceOf(api.ours, 'Acme', rate, more);
const stored = (id: string) => storedInvoice(api, api.ours, id);

beforeAll(async () => {
  await client({ name: 'Acme', currency: 'EUR' });
});

describe('payment/create', () => {
  test('returns the invoice with the payment, PARTIAL until the amount due is covered, then PAID', async () => {
    const invoice = await bill(119.5);
    const number = invoice.invoiceNumberFormatted;
    const first = await pay({
      invoiceNumber: number,
      clientName: 'Acme',
      date: '2026-03-31',
      amount: 19.25,
      paymentType: 'Bank transfer',
      referenceNumber: 'RF18',
      memo: 'Part one',
    });
    expect(first.status).toBe(200);
    const entry = {
      id: expect.stringMatching(/^pay_/),
      amount: 19.25,
      date: '2026-03-31',
      paymentType: 'BANK_TRANSFER',
      referenceNumber: 'RF18',
      memo: 'Part one',
    };
    expect(first.body.dateIssued).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(first.body).toEqual({
      ...invoice,
      dateIssued: first.body.dateIssued,
      status: 'PARTIAL',
      paymentTotal: 19.25,
      amountDue: 100.25,
      payments: [entry],
    });
    const second = await pay({ invoiceNumber: number, amount: 100.25, date: '2026-04-01' });
    const rest = { paymentType: 'OTHER', referenceNumber: null, memo: null };
    expect(second.body).toEqual({
      ...invoice,
      dateIssued: first.body.dateIssued,
      status: 'PAID',
      datePaid: '2026-04-01',
      paymentTotal: 119.5,
      amountDue: 0,
      payments: [
        entry,
        { id: expect.stringMatching(/^pay_/), amount: 100.25, date: '2026-04-01', ...rest },
      ],
    });
    const where = { accountId_id: { accountId: api.ours.accountId, id: invoice.id } };
    const row = await api.database.prisma.invoice.findUniqueOrThrow({ where });
    expect(row.datePaid).toEqual(new Date('2026-04-01'));
  });

  test.each<InvoiceStatus>(['DRAFT', 'SENT', 'PENDING'])('pays a %s invoice', async (status) => {
    const { id, invoiceNumberFormatted } = await bill(10);
    const where = { accountId_id: { accountId: api.ours.accountId, id } };
    await api.database.prisma.invoice.update({ where, data: { status } });
    const { body } = await pay({ invoiceNumber: invoiceNumberFormatted, amount: 10 });
    expect(body.status).toBe('PAID');
  });

  // On Citus, a transaction has more statements by nature.
  // On Citus, a transaction has more statements by nature.
  test.runIf(!isDistributedHere).each([
    ['SENT', 2, 8],
    // The database computes the dates of the draft that it issues. The client determines whether it is an e-invoice.
    ['DRAFT', 4, 9],
  ] as const)(
    'of a %s invoice takes %i round trips, the key’s own aside',
    async (status, expected, statementCount) => {
      const { id, invoiceNumberFormatted: invoiceNumber } = await bill(10);
      const where = { accountId_id: { accountId: api.ours.accountId, id } };
      await api.database.prisma.invoice.update({ where, data: { status } });
      const { result, roundTrips, statements } = await recordStatements(() =>
        pay({ invoiceNumber, clientName: 'Acme', amount: 1 }),
      );
      expect(result.status).toBe(200);
      expect(roundTrips).toBe(1 + expected);
      expect(statements).toHaveLength(1 + statementCount);
    },
  );

  test('takes payment types loosely and rejects unknown ones', async () => {
    const { invoiceNumberFormatted: invoiceNumber } = await bill(10);
    const typeOf = async (paymentType: unknown) => {
      const { body } = await pay({ invoiceNumber, amount: 1, paymentType });
      return body.payments.at(-1).paymentType;
    };
    expect(await typeOf('credit-card')).toBe('CREDIT_CARD');
    expect(await typeOf('PayPal')).toBe('PAYPAL');
    expect(await typeOf('')).toBe('OTHER');
    const unknown = await pay({ invoiceNumber, amount: 1, paymentType: 'Shells' });
    expect([unknown.status, ...errorsOf(unknown)]).toEqual([400, 'paymentType: invalid_choice']);
  });

  test('lists all errors in one response', async () => {
    const answer = await pay({ date: '2026-02-30', paymentType: 'Shells', amount: 'x' });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer).sort()).toEqual([
      'amount: invalid_type',
      'date: invalid_date',
      'invoiceNumber: required',
      'paymentType: invalid_choice',
    ]);
    expect(errorsOf(await pay({ invoiceNumber: 'INV-1' })).sort()).toEqual([
      'amount: required',
      'invoiceNumber: record_not_found',
    ]);
  });

  test.each([0, -1])('rejects an amount of %d', async (amount) => {
    const { invoiceNumberFormatted } = await bill(10);
    const answer = await pay({ invoiceNumber: invoiceNumberFormatted, amount });
    expect([answer.status, ...errorsOf(answer)]).toEqual([400, 'amount: out_of_range']);
  });

  test.each([
    ['EUR', 1.001, 1.01],
    ['JPY', 1.5, 2],
    ['KWD', 1.0001, 1.001],
  ])('rejects amounts finer than the minor unit of %s', async (currency, tooFine, fine) => {
    const clientName = `Pays in ${currency}`;
    await client({ name: clientName, currency });
    const { id, invoiceNumberFormatted } = await invoiceOf(api.ours, clientName, 10);
    const rejected = await pay({ invoiceNumber: invoiceNumberFormatted, amount: tooFine });
    expect([rejected.status, ...errorsOf(rejected)]).toEqual([400, 'amount: too_precise']);
    expect(await stored(id)).toMatchObject({ paymentTotal: 0, payments: 0 });
    const taken = await pay({ invoiceNumber: invoiceNumberFormatted, amount: fine });
    expect(taken.body.paymentTotal).toBe(fine);
  });

  test('rejects more than is due, and applies nothing', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(10);
    await pay({ invoiceNumber, amount: 4 });
    const answer = await pay({ invoiceNumber, amount: 6.01 });
    expect([answer.status, answer.body.code]).toEqual([409, 'payment_exceeds_amount_due']);
    expect(answer.body.message).toContain('6 EUR');
    expect(await stored(id)).toEqual({
      status: 'PARTIAL',
      paymentTotal: 4,
      amountDue: 6,
      payments: 1,
    });
  });

  test.each<InvoiceStatus>(['PAID', 'VOIDED'])('rejects an invoice that is %s', async (status) => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(status === 'PAID' ? 0 : 10);
    const where = { accountId_id: { accountId: api.ours.accountId, id } };
    // A closed invoice has no amount due.
    await api.database.prisma.invoice.update({ where, data: { status, amountDue: 0 } });
    const answer = await pay({ invoiceNumber, amount: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, 'invoice_closed']);
    expect(answer.body.message).toContain(status);
    expect((await stored(id)).payments).toBe(0);
  });
});

describe('the day of a payment', () => {
  const dated = (dateCreated: string) => bill(100, { dateCreated, dueDate: dateCreated });

  test('is never more than ten years before the invoice, in either API and as credit', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await dated('2026-03-10');
    const early = { invoiceNumber, amount: 1.001, date: '2016-03-09' };
    for (const overpayment of ['REFUSE', 'CREDIT']) {
      const answer = await pay({ ...early, overpayment });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'amount', code: 'too_precise', message: expect.any(String) },
        {
          ...{ path: 'date', code: 'out_of_range' },
          message: 'must not be more than ten years before 2026-03-10, the day of the invoice',
        },
      ]);
    }
    const tooMuch = await pay({ ...early, amount: 200, overpayment: 'CREDIT' });
    expect(errorsOf(tooMuch)).toEqual(['date: out_of_range']);
    const rejection = await mutate(api.ours, 'recordPayment', { ...early, amount: 1 });
    expect(rejection).toMatchObject({
      __typename: 'InvalidInputError',
      errors: [{ path: 'date' }],
    });
    expect((await stored(id)).payments).toBe(0);
    expect((await pay({ ...early, amount: 1, date: '2016-03-10' })).status).toBe(200);
  });

  test('may be long ago if the invoice is', async () => {
    const year = new Date().getUTCFullYear() - 5;
    const { invoiceNumberFormatted: invoiceNumber } = await dated(`${year}-01-05`);
    const body = { invoiceNumber, amount: 1, date: `${year - 1}-12-24` };
    expect((await pay(body)).status).toBe(200);
  });
});

describe('simultaneous payments', () => {
  test('of 10 each on an invoice of 100, fifty of them, take exactly 10', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(100);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => pay({ invoiceNumber, amount: 10 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const denied = answers.filter(({ status }) => status !== 200);
    expect(new Set(denied.map(({ body }) => body.code))).toEqual(new Set(['invoice_closed']));
    expect(await stored(id)).toEqual({
      status: 'PAID',
      paymentTotal: 100,
      amountDue: 0,
      payments: 10,
    });
  });

  test('of different sizes never take more than the total, and each answer is true', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(100);
    const amounts = Array.from({ length: 40 }, (_, index) => (index % 9) + 0.37);
    const answers = await Promise.all(amounts.map((amount) => pay({ invoiceNumber, amount })));
    const taken = amounts.filter((_, index) => answers[index]?.status === 200);
    const cents = taken.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
    const after = await stored(id);
    expect(after.payments).toBe(taken.length);
    expect(Math.round(after.paymentTotal * 100)).toBe(cents);
    expect(cents).toBeLessThanOrEqual(10_000);
    for (const [index, { status, body }] of answers.entries()) {
      if (status === 200) continue;
      expect(body.code).toBe('payment_exceeds_amount_due');
      expect(amounts[index]).toBeGreaterThan(after.amountDue);
    }
  });
});

describe('a payment that the invoice has already', () => {
  const reference = { referenceNumber: 'BANK-4711', date: '2026-11-01' };

  test('is not applied again, also if it closed the invoice, and the error names it', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(100);
    for (const amount of [30, 70]) {
      expect((await pay({ invoiceNumber, amount, ...reference })).status).toBe(200);
      const again = await pay({ invoiceNumber, amount, ...reference });
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'duplicate_payment', errors: [{ path: 'referenceNumber' }] },
      });
    }
    for (const referenceNumber of ['bank-4711', ' BANK - 4711', 'BANK\u00a0-4711\u200b']) {
      const again = await pay({ invoiceNumber, amount: '30.0', ...reference, referenceNumber });
      expect(again).toMatchObject({ status: 409, body: { code: 'duplicate_payment' } });
    }
    expect(await stored(id)).toMatchObject({ status: 'PAID', payments: 2 });
    const mutation = `mutation ($input: RecordPaymentInput!) { recordPayment(input: $input) {
      __typename ... on ConflictError { code path } } }`;
    const input = { invoiceNumber, amount: '70.00', ...reference };
    expect((await api.ours.gql(mutation, { input })).body.data.recordPayment).toEqual({
      __typename: 'ConflictError',
      code: 'duplicate_payment',
      path: 'referenceNumber',
    });
  });

  test('is another one on request, and with another reference, amount, day or none', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(100);
    const payment = { invoiceNumber, amount: 10, ...reference };
    for (const other of [
      {},
      { allowDuplicate: true },
      { referenceNumber: 'BANK-4712' },
      { amount: 11 },
      { date: '2026-11-02' },
      { referenceNumber: null },
      { referenceNumber: null },
    ]) {
      expect((await pay({ ...payment, ...other })).status).toBe(200);
    }
    expect(await stored(id)).toMatchObject({ payments: 7 });
  });

  test('is applied once for simultaneous requests', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(100);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => pay({ invoiceNumber, amount: 10, ...reference })),
    );
    const codes = answers.map(({ status, body }) => (status === 200 ? 'applied' : body.code));
    expect(codes.filter((code) => code === 'applied')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['applied', 'duplicate_payment']));
    expect(await stored(id)).toMatchObject({ amountDue: 90, payments: 1 });
  });
});

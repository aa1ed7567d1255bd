import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import type { InvoiceStatus } from '../../src/generated/prisma/enums.ts';
import { useTestApi } from '../support/api.ts';
import { created, faultsOf, invoiceOf } from '../support/invoices.ts';

const api = useTestApi();

const pay = (body: object) => api.ours.post('payment/create', body);
const client = (fields: object) => created(api.ours, 'clients/create', fields);
const bill = (rate: number, more: object = {}) => invoiceOf(api.ours, 'Acme', rate, more);
// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
let acme: any;

beforeAll(async () => {
  acme = await client({ name: 'Acme', currency: 'EUR' });
  await client({ name: 'Bolt', currency: 'EUR' });
  await created(api.theirs, 'clients/create', { name: 'Foreign' });
});

/** The invoice as the database has it. */
async function stored(id: string) {
  const where = { accountId_id: { accountId: api.ours.accountId, id } };
  const row = await api.database.prisma.invoice.findUniqueOrThrow({
    where,
    include: { payments: true },
  });
  return {
    status: row.status,
    paymentTotal: Number(row.paymentTotal),
    amountDue: Number(row.amountDue),
    payments: row.payments.length,
  };
}

describe('payment/create', () => {
  test('answers the invoice with the payment, PARTIAL until what is due is covered, then PAID', async () => {
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
    expect(first.body).toEqual({
      ...invoice,
      status: 'PARTIAL',
      paymentTotal: 19.25,
      amountDue: 100.25,
      payments: [entry],
    });
    const second = await pay({ invoiceNumber: number, amount: 100.25, date: '2026-04-01' });
    const rest = { paymentType: 'OTHER', referenceNumber: null, memo: null };
    expect(second.body).toEqual({
      ...invoice,
      status: 'PAID',
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

  test('needs three statements at most, the key’s look-up among them', async () => {
    const { invoiceNumberFormatted: invoiceNumber } = await bill(10);
    const { result, statements } = await countStatements(() =>
      pay({ invoiceNumber, clientName: 'Acme', amount: 1 }),
    );
    expect(result.status).toBe(200);
    expect(statements).toHaveLength(3);
  });

  test('takes payment types loosely and refuses unknown ones', async () => {
    const { invoiceNumberFormatted: invoiceNumber } = await bill(10);
    const typeOf = async (paymentType: unknown) => {
      const { body } = await pay({ invoiceNumber, amount: 1, paymentType });
      return body.payments.at(-1).paymentType;
    };
    expect(await typeOf('credit-card')).toBe('CREDIT_CARD');
    expect(await typeOf('PayPal')).toBe('PAYPAL');
    expect(await typeOf('')).toBe('OTHER');
    const unknown = await pay({ invoiceNumber, amount: 1, paymentType: 'Shells' });
    expect([unknown.status, ...faultsOf(unknown)]).toEqual([400, 'paymentType: invalid_choice']);
  });

  test('lists all faults at once', async () => {
    const answer = await pay({ date: '2026-02-30', paymentType: 'Shells', amount: 'x' });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer).sort()).toEqual([
      'amount: invalid_type',
      'date: invalid_date',
      'invoiceNumber: required',
      'paymentType: invalid_choice',
    ]);
    expect(faultsOf(await pay({ invoiceNumber: 'INV-1' }))).toEqual(['amount: required']);
  });

  test.each([0, -1])('refuses an amount of %d', async (amount) => {
    const { invoiceNumberFormatted } = await bill(10);
    const answer = await pay({ invoiceNumber: invoiceNumberFormatted, amount });
    expect([answer.status, ...faultsOf(answer)]).toEqual([400, 'amount: out_of_range']);
  });

  test.each([
    ['EUR', 1.001, 1.01],
    ['JPY', 1.5, 2],
    ['KWD', 1.0001, 1.001],
  ])('refuses amounts finer than the minor unit of %s', async (currency, tooFine, fine) => {
    const clientName = `Pays in ${currency}`;
    await client({ name: clientName, currency });
    const { id, invoiceNumberFormatted } = await invoiceOf(api.ours, clientName, 10);
    const refused = await pay({ invoiceNumber: invoiceNumberFormatted, amount: tooFine });
    expect([refused.status, ...faultsOf(refused)]).toEqual([400, 'amount: too_precise']);
    expect(await stored(id)).toMatchObject({ paymentTotal: 0, payments: 0 });
    const taken = await pay({ invoiceNumber: invoiceNumberFormatted, amount: fine });
    expect(taken.body.paymentTotal).toBe(fine);
  });

  test('refuses more than is due, and applies nothing', async () => {
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

  test.each<InvoiceStatus>(['PAID', 'VOIDED', 'WRITE_OFF'])(
    'refuses an invoice that is %s',
    async (status) => {
      const { id, invoiceNumberFormatted: invoiceNumber } = await bill(status === 'PAID' ? 0 : 10);
      const where = { accountId_id: { accountId: api.ours.accountId, id } };
      await api.database.prisma.invoice.update({ where, data: { status } });
      const answer = await pay({ invoiceNumber, amount: 1 });
      expect([answer.status, answer.body.code]).toEqual([409, 'invoice_closed']);
      expect(answer.body.message).toContain(status);
      expect((await stored(id)).payments).toBe(0);
    },
  );
});

describe('the invoice of a payment', () => {
  test('is found by the formatted number exactly or by the plain number, text or not', async () => {
    const invoice = await bill(10);
    const plain = invoice.invoiceNumber;
    for (const invoiceNumber of [
      invoice.invoiceNumberFormatted,
      plain,
      String(plain),
      `0${plain}`,
    ]) {
      const { body } = await pay({ invoiceNumber, amount: 1 });
      expect(body.id).toBe(invoice.id);
    }
    const lower = invoice.invoiceNumberFormatted.toLowerCase();
    for (const invoiceNumber of [lower, 'INV', '99999999999', 77777]) {
      const answer = await pay({ invoiceNumber, amount: 1 });
      expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found']);
    }
  });

  test('is ambiguous by a plain number that several have, until the client or the full number tells', async () => {
    const first = await bill(10, { invoiceNumber: 'A-900' });
    const second = await invoiceOf(api.ours, 'Bolt', 10, { invoiceNumber: 'B-900' });
    const ambiguous = await pay({ invoiceNumber: 900, amount: 1 });
    expect([ambiguous.status, ambiguous.body.code]).toEqual([409, 'number_ambiguous']);
    expect(ambiguous.body.message).toContain('A-900, B-900');
    expect((await stored(first.id)).payments + (await stored(second.id)).payments).toBe(0);
    const ids = [
      (await pay({ invoiceNumber: 900, clientName: 'Bolt', amount: 1 })).body.id,
      (await pay({ invoiceNumber: 900, clientId: acme.id, amount: 1 })).body.id,
      (await pay({ invoiceNumber: 'B-900', amount: 1 })).body.id,
    ];
    expect(ids).toEqual([second.id, first.id, second.id]);
    await pay({ invoiceNumber: 'A-900', amount: 9 });
    // One of them being paid does not make the other the one that was meant.
    expect((await pay({ invoiceNumber: 900, amount: 1 })).status).toBe(409);
  });

  test('by its formatted number goes before another with that plain number', async () => {
    const { prisma } = api.database;
    const { accountId } = api.ours;
    await prisma.workspace.update({ where: { accountId }, data: { invoiceNumberPattern: '####' } });
    const exact = await bill(10, { invoiceNumber: 5000 });
    await prisma.workspace.update({
      where: { accountId },
      data: { invoiceNumberPattern: 'INV-#####' },
    });
    await bill(10, { invoiceNumber: 'X-5000' });
    expect((await pay({ invoiceNumber: '5000', amount: 1 })).body.id).toBe(exact.id);
  });

  test('has to be the client’s, who has to exist', async () => {
    const { invoiceNumberFormatted: invoiceNumber } = await bill(10);
    const bolt = await pay({ invoiceNumber, clientName: 'Bolt', amount: 1 });
    expect([bolt.status, bolt.body.code]).toEqual([404, 'record_not_found']);
    const rows: [object, number, string][] = [
      [{ clientName: 'Acmee' }, 404, 'clientName: name_not_found'],
      [{ clientName: 'Foreign' }, 404, 'clientName: name_not_found'],
      [{ clientId: newId('Client') }, 404, 'clientId: record_not_found'],
      [{ clientName: 'Bolt', clientId: acme.id }, 400, 'clientName: disagrees'],
    ];
    for (const [fault, status, told] of rows) {
      const answer = await pay({ invoiceNumber, amount: 1, ...fault });
      expect([answer.status, ...faultsOf(answer)]).toEqual([status, told]);
    }
  });

  test('of another workspace is as if there were none', async () => {
    const body = { invoiceNumber: 'THEIRS-1' };
    const theirs = await invoiceOf(api.theirs, 'Foreign', 10, body);
    const [answer, missing] = [
      await pay({ invoiceNumber: 'THEIRS-1', amount: 1 }),
      await pay({ invoiceNumber: 'NOBODYS-1', amount: 1 }),
    ];
    expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found']);
    expect(answer.body.errors).toEqual(missing.body.errors);
    const search = await api.theirs.get('payableInvoices/search', { id: theirs.id });
    expect(search.body[0].paymentTotal).toBe(0);
  });
});

describe('payments made at once', () => {
  test('of 10 each on an invoice of 100, fifty of them, take exactly 10', async () => {
    const { id, invoiceNumberFormatted: invoiceNumber } = await bill(100);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => pay({ invoiceNumber, amount: 10 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['invoice_closed']));
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

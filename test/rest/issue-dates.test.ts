import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { getAccountStatement } from '../../src/domain/accounting/account-statement.ts';
import { createDatevFile } from '../../src/domain/accounting/datev.ts';
import { useTestApi } from '../support/api.ts';
import { viewInvoice } from '../support/documents.ts';
import { addContact, created, errorsOf } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

const items = [{ description: 'Work', rate: 100 }];
const selected = 'id status dateCreated dateIssued dueDate';
const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const today = daysFromNow(0);

beforeAll(async () => {
  const client = await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
  await addContact(api, api.ours, client.id, { email: 'ada@acme.example', invoiceContact: true });
});

const draftOf = (more: object = {}) =>
  created(api.ours, 'invoices/create', { clientName: 'Acme', taxRate: 0, items, ...more });

const sent = (id: string, more: object = {}) =>
  mutated(api.ours, 'markInvoiceSent', { id, ...more }, selected);

const sendTo = { send: true };

/** A draft that a payment issued with an issue date. */
async function paid(more: object, by: (invoiceNumber: string) => object = () => ({})) {
  const { id, invoiceNumberFormatted: invoiceNumber } = await draftOf();
  const body = { invoiceNumber, date: '2025-03-20', dateIssued: '2025-03-02', ...more };
  await created(api.ours, 'payment/create', { ...body, ...by(invoiceNumber) });
  return (await api.ours.gql(`{ invoice(id: "${id}") { ${selected} } }`)).body.data.invoice;
}

describe('the issue date', () => {
  test('of an imported invoice is the given day', async () => {
    const { id } = await draftOf({ dateCreated: '2025-03-01' });
    expect(await sent(id)).toMatchObject({ dateIssued: '2025-03-01', dueDate: '2025-03-31' });
    const months = await api.ours.gql(
      '{ figures { invoicedByPeriod(from: "2025-03-01", to: "2025-03-31") { total } } }',
    );
    expect(months.body.data.figures.invoicedByPeriod).toEqual([{ total: '100' }]);
    const document = buildInvoiceDocument(await viewInvoice(api.ours, id));
    expect(JSON.stringify(document)).toContain('1 March 2025');
  });

  test('of a draft without a day is the day on which it is issued', async () => {
    const { id } = await draftOf();
    expect(await sent(id)).toMatchObject({ dateIssued: today });
  });

  test.each([
    ['markInvoiceSent', async () => sent((await draftOf()).id, { dateIssued: '2025-03-02' })],
    [
      'sendInvoice',
      async () =>
        mutated(
          api.ours,
          'sendInvoice',
          { id: (await draftOf()).id, dateIssued: '2025-03-02' },
          selected,
        ),
    ],
    ['invoices/create that sends', () => draftOf({ dateIssued: '2025-03-02', sendTo })],
    [
      'invoices/create of one amount',
      () => draftOf({ items: undefined, amount: 5, dateIssued: '2025-03-02', sendTo }),
    ],
    [
      'a draft that is made with one, marked as sent later',
      async () => sent((await draftOf({ dateIssued: '2025-03-02' })).id),
    ],
    [
      'a draft that a payment issues',
      async () => {
        const { id, invoiceNumber } = await draftOf({ dateIssued: '2025-03-02' });
        await created(api.ours, 'payment/create', {
          ...{ invoiceNumber, clientName: 'Acme', amount: 40, date: '2025-03-20' },
        });
        return (await api.ours.gql(`{ invoice(id: "${id}") { ${selected} } }`)).body.data.invoice;
      },
    ],
    ['payment/create', () => paid({ amount: 40 })],
    ['payment/create of more than is due', () => paid({ amount: 140, overpayment: 'CREDIT' })],
    [
      'payment/create with allocations',
      () =>
        paid({ amount: 40 }, (invoiceNumber) => ({
          ...{ invoiceNumber: undefined, allocations: [{ invoiceNumber, amount: 40 }] },
        })),
    ],
    [
      'invoices/applyCredit',
      async () => {
        await paid({ amount: 140, overpayment: 'CREDIT' });
        const { id } = await draftOf();
        await created(api.ours, 'invoices/applyCredit', { id, dateIssued: '2025-03-02' });
        return (await api.ours.gql(`{ invoice(id: "${id}") { ${selected} } }`)).body.data.invoice;
      },
    ],
  ])('is taken by %s', async (_, issue) => {
    expect((await issue()).dateIssued).toBe('2025-03-02');
  });

  test('of a draft is kept if its day changes, unless the day was the issue date', async () => {
    const [own, same] = ['2025-03-10', '2025-03-01'];
    for (const [dateIssued, expected] of [
      [own, own],
      [same, '2025-03-04'],
    ]) {
      const { id } = await draftOf({ dateCreated: '2025-03-01', dateIssued });
      for (const change of [
        { dateCreated: '2025-03-02' },
        { dateCreated: '2025-03-04', dueDate: today },
      ]) {
        await mutated(api.ours, 'updateInvoice', { id, ...change }, 'id');
      }
      expect(await sent(id)).toMatchObject({ dateCreated: '2025-03-04', dateIssued: expected });
    }
  });

  test('is rejected in the future and if the invoice has another one, and nothing is stored', async () => {
    const { id } = await draftOf();
    const wrong = { id, dateIssued: daysFromNow(2) };
    for (const name of ['markInvoiceSent', 'sendInvoice']) {
      expect(await mutate(api.ours, name, wrong)).toMatchObject({
        errors: [{ path: 'dateIssued', code: 'out_of_range' }],
      });
    }
    const made = await api.ours.post('invoices/create', { clientName: 'Acme', items, ...wrong });
    expect([made.status, errorsOf(made)]).toEqual([400, ['dateIssued: out_of_range']]);
    expect(await sent(id, { dateIssued: '2025-03-02' })).toMatchObject({ status: 'SENT' });
    const again = await mutate(api.ours, 'sendInvoice', { id, dateIssued: '2025-03-03' });
    expect(again).toMatchObject({ errors: [{ path: 'dateIssued', code: 'out_of_range' }] });
  });

  test('of a payment is rejected likewise, and nothing is applied', async () => {
    const draft = await draftOf({ dateCreated: '2025-03-01', dueDate: '2025-03-15' });
    const { id, invoiceNumberFormatted: invoiceNumber } = draft;
    const pay = (dateIssued: string, more: object = {}) =>
      api.ours.post('payment/create', { invoiceNumber, amount: 1, dateIssued, ...more });
    for (const more of [{}, { overpayment: 'CREDIT', amount: 1_000 }]) {
      for (const day of [daysFromNow(2), '2025-03-16']) {
        const rejection = await pay(day, more);
        expect([rejection.status, errorsOf(rejection)]).toEqual([
          400,
          ['dateIssued: out_of_range'],
        ]);
      }
    }
    await sent(id, { dateIssued: '2025-03-02' });
    const other = await pay('2025-03-03');
    expect([other.status, errorsOf(other)]).toEqual([400, ['dateIssued: out_of_range']]);
    expect((await pay('2025-03-02')).body).toMatchObject({ paymentTotal: 1 });
  });

  test('decides the period of statements, bookings for DATEV and the tax report', async () => {
    const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
    const { id: clientId } = await created(workspace, 'clients/create', { name: 'Ada' });
    const made = await created(workspace, 'invoices/create', {
      ...{ clientId, taxRate: 19, items, dateCreated: '2025-02-27', dateIssued: '2025-03-02' },
    });
    await mutated(workspace, 'markInvoiceSent', { id: made.id });
    const { context } = workspace;
    for (const [from, to, count] of [
      ['2025-02-01', '2025-02-28', 0],
      ['2025-03-01', '2025-03-31', 1],
    ] as const) {
      const { accounts } = await getAccountStatement(context, { clientId, from, to });
      expect(accounts.flatMap(({ entries }) => entries)).toHaveLength(count);
      const file = await createDatevFile(context, {
        ...{ from, to, consultantNumber: 29098, clientNumber: 55003, bankAccount: 1200 },
        ...{ fiscalYearStart: '2025-01-01', debtorAccount: 10000 },
        revenueAccounts: [{ rate: 19, account: 8400 }],
      });
      expect(file.rows).toBe(count);
      const source = `{ figures { taxByPeriod(from: "${from}", to: "${to}") { tax } } }`;
      const { body } = await workspace.gql(source);
      expect(body.data.figures.taxByPeriod).toEqual(count === 0 ? [] : [{ tax: '19' }]);
    }
  });
});

describe('a default due date', () => {
  /** A draft of two months ago. */
  async function oldDraft(more: object = {}) {
    const { id } = await draftOf(more);
    await api.database.pool.query(
      `UPDATE "Invoice" SET "dateCreated" = "dateCreated" - 60, "dueDate" = "dueDate" - 60 WHERE id = $1`,
      [id],
    );
    return id;
  }

  test('begins with the issue date', async () => {
    expect(await sent(await oldDraft())).toMatchObject({ dueDate: daysFromNow(30) });
    const id = await oldDraft();
    const mailed = await mutated(api.ours, 'sendInvoice', { id }, selected);
    expect(mailed).toMatchObject({ dateIssued: today, dueDate: daysFromNow(30) });
  });

  test('has as many days on a copy as on an invoice that was issued long after its own day', async () => {
    const id = await oldDraft();
    await sent(id);
    const copy = await mutated(api.ours, 'duplicateInvoice', { id }, selected);
    expect(copy).toMatchObject({ dateCreated: today, dueDate: daysFromNow(30) });
  });

  test('is kept if it was given, at first or later', async () => {
    const input = await oldDraft({ dueDate: daysFromNow(70) });
    expect(await sent(input)).toMatchObject({ dueDate: daysFromNow(10) });
    const id = await oldDraft();
    await mutated(api.ours, 'updateInvoice', { id, dueDate: daysFromNow(3) }, 'id');
    expect(await sent(id)).toMatchObject({ dueDate: daysFromNow(3) });
  });

  test('follows the day of the draft, and stays a default if a form sends it back', async () => {
    const { id, dateDue } = await draftOf();
    const change = { id, dateCreated: '2025-03-01' };
    const { dueDate: movement } = await mutated(api.ours, 'updateInvoice', change, selected);
    expect([dateDue, movement]).toEqual([daysFromNow(30), '2025-03-31']);
    await mutated(api.ours, 'updateInvoice', { id, dueDate: movement }, selected);
    expect(await sent(id, { dateIssued: '2025-04-01' })).toMatchObject({ dueDate: '2025-05-01' });
  });
});

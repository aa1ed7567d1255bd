import { beforeAll, describe, expect, test } from 'vitest';
import { createInvoice, createSimpleInvoice } from '../../../src/domain/invoices/create.ts';
import { findInvoice } from '../../../src/domain/invoices/transitions.ts';
import { recordPayment } from '../../../src/domain/payments/record-payment.ts';
import type { Context, Services } from '../../../src/platform/context/context.ts';
import { formatDate } from '../../../src/platform/dates/dates.ts';
import { inTransaction } from '../../../src/write/in-transaction.ts';
import { useTestApi } from '../../support/api.ts';
import { addContact, created } from '../../support/invoices.ts';

const api = useTestApi();
const items = [{ rate: 10 }];
const delivering = (deliver: Services['deliver']): Context => {
  const { context } = api.ours;
  return { ...context, services: { ...context.services, deliver } };
};

const withoutDelivery = () => delivering(async () => expect.unreachable());

beforeAll(async () => {
  const { id } = await created(api.ours, 'clients/create', { name: 'Acme' });
  const contact = { email: 'a@a.example', defaultContact: true };
  await addContact(api, api.ours, id, contact);
});

/** The workspace's context at a moment, where its clocks show another date than UTC. */
function at(now: string, timeZone: string): Context {
  const context = withoutDelivery();
  return { ...context, now: new Date(now), workspace: { ...context.workspace, timeZone } };
}

describe('today', () => {
  test.each([
    ['2026-03-31T23:30:00Z', 'Asia/Tokyo', '2026-04-01', '2026-05-01'],
    ['2026-04-01T02:00:00Z', 'America/New_York', '2026-03-31', '2026-04-30'],
  ])('at %s in %s is %s, for invoices and for payments', async (now, zone, today, due) => {
    const context = at(now, zone);
    const invoice = await createInvoice(context, { clientName: 'Acme', items });
    expect([formatDate(invoice.dateCreated), formatDate(invoice.dueDate)]).toEqual([today, due]);
    const { invoiceNumberFormatted: invoiceNumber } = invoice;
    const paid = await recordPayment(context, { invoiceNumber, amount: 10 });
    const { payments } = await findInvoice(context, paid.id);
    expect(payments.map(({ date }) => formatDate(date))).toEqual([today]);
    expect(paid.datePaid && formatDate(paid.datePaid)).toBe(today);
  });
});

describe('the delivery of a sent invoice', () => {
  const sent = { clientName: 'Acme', amount: 10, sendTo: { send: true } };

  test('contains the returned invoice, with its recipients and template', async () => {
    const observed: unknown[] = [];
    const context = delivering(async (_, delivery) => {
      observed.push(delivery);
      return { id: '', isDuplicate: false };
    });
    const invoice = await createSimpleInvoice(context, sent);
    expect(observed).toEqual([
      {
        invoice,
        recipients: [{ email: 'a@a.example', firstName: null, lastName: null }],
        emailTemplate: expect.objectContaining({ name: 'Invoice' }),
      },
    ]);
  });

  test('undoes the invoice and its number when it fails', async () => {
    const before = await createInvoice(withoutDelivery(), { clientName: 'Acme', items });
    const context = delivering(async () => {
      throw new Error('no mail today');
    });
    const failing = createSimpleInvoice(context, sent);
    await expect(failing).rejects.toThrow('no mail today');
    const after = await createInvoice(withoutDelivery(), { clientName: 'Acme', items });
    expect(after.invoiceNumber).toBe((before.invoiceNumber ?? 0) + 1);
  });
});

describe('a transaction around it', () => {
  test('takes the invoice and its payment back with everything else', async () => {
    let id = '';
    const work = inTransaction(withoutDelivery(), async (tx) => {
      const invoice = await createInvoice(tx, { clientName: 'Acme', items });
      id = invoice.id;
      const { invoiceNumberFormatted: invoiceNumber } = invoice;
      const paid = await recordPayment(tx, { invoiceNumber, amount: 4 });
      expect(paid.status).toBe('PARTIAL');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    const { accountId } = api.ours;
    expect(await api.database.prisma.invoice.findMany({ where: { accountId, id } })).toEqual([]);
  });
});

describe('exact amounts', () => {
  test('reach the database and come back digit by digit', async () => {
    const context = withoutDelivery();
    const made = await createInvoice(context, {
      clientName: 'Acme',
      items: [{ quantity: '235', rate: '5.151' }, { rate: '0.000001' }],
    });
    const found = await findInvoice(context, made.id);
    const displayed = found.lineItems.map((line) =>
      [line.quantity, line.unitPrice, line.lineTotal].map(String),
    );
    expect(displayed).toEqual([
      ['235', '5.151', '1210.49'],
      ['1', '0.000001', '0'],
    ]);
    const { amountDue, ...rest } = found;
    expect(String(amountDue)).toBe('1210.49');
    expect(rest).toEqual(expect.objectContaining({ id: made.id, version: 1 }));
  });

  test('at the limits of the columns are neither rounded nor rejected', async () => {
    const line = { quantity: '1', rate: '999999998.999999' };
    const context = withoutDelivery();
    const made = await createInvoice(context, { clientName: 'Acme', items: [line] });
    const found = await findInvoice(context, made.id);
    expect(String(found.lineItems[0]?.unitPrice)).toBe('999999998.999999');
    expect(String(found.total)).toBe('999999999');
  });
});

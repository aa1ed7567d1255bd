import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { InvoiceStatus } from '../../src/generated/prisma/enums.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { askFor } from '../support/graphql.ts';
import { created, invoiceOf } from '../support/invoices.ts';

const api = useTestApi();

const search = (query?: Record<string, string>) => api.ours.get('payableInvoices/search', query);
const idsOf = (answer: { body: { id: string }[] }) => answer.body.map(({ id }) => id);
// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
let late: any, soon: any, bolt: any, theirs: any;

beforeAll(async () => {
  for (const name of ['Acme', 'Bolt']) await created(api.ours, 'clients/create', { name });
  await created(api.theirs, 'clients/create', { name: 'Theirs' });
  late = await invoiceOf(api.ours, 'Acme', 10, { dueDate: '2027-02-01' });
  soon = await invoiceOf(api.ours, 'Acme', 20, { dueDate: '2027-01-01', taxRate: 10 });
  bolt = await invoiceOf(api.ours, 'Bolt', 30, { dueDate: '2027-01-01' });
  theirs = await invoiceOf(api.theirs, 'Theirs', 40);
});

describe('payableInvoices/search', () => {
  test('lists the workspace’s open invoices by due date, whole as they were created', async () => {
    const answer = await search();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([soon, bolt, late]);
    expect(idsOf(await search({ query: ' ' }))).toEqual(idsOf(answer));
  });

  test('takes a client’s exact name, and returns none for any other', async () => {
    expect(idsOf(await search({ query: 'Acme' }))).toEqual([soon.id, late.id]);
    for (const query of ['acme', 'Acm', 'Nobody', 'Theirs']) {
      const answer = await search({ query });
      expect([answer.status, answer.body]).toEqual([200, []]);
    }
  });

  test('by id returns just that one and ignores the query; unknown and foreign ids answer none', async () => {
    expect(idsOf(await search({ id: bolt.id, query: 'Acme' }))).toEqual([bolt.id]);
    for (const id of [newId('Invoice'), theirs.id, 'x']) {
      const answer = await search({ id });
      expect([answer.status, answer.body]).toEqual([200, []]);
    }
  });

  test.each<[InvoiceStatus, boolean]>([
    ['DRAFT', true],
    ['SENT', true],
    ['PARTIAL', true],
    ['PENDING', true],
    ['PAID', false],
    ['VOIDED', false],
    ['WRITE_OFF', false],
  ])('of an invoice that is %s: listed %s', async (status, open) => {
    await created(api.ours, 'clients/create', { name: `In ${status}` });
    const { id, invoiceNumberFormatted: invoiceNumber } = await invoiceOf(
      api.ours,
      `In ${status}`,
      10,
    );
    if (status === 'PARTIAL' || status === 'PAID') {
      const amount = status === 'PAID' ? 10 : 5;
      await created(api.ours, 'payment/create', { invoiceNumber, amount });
    } else {
      const where = { accountId_id: { accountId: api.ours.accountId, id } };
      await api.database.prisma.invoice.update({ where, data: { status } });
    }
    const expected = open ? [id] : [];
    expect(idsOf(await search({ query: `In ${status}` }))).toEqual(expected);
    expect(idsOf(await search({ id }))).toEqual(expected);
  });

  test('leaves out an invoice on which nothing is due, a draft too, in either API', async () => {
    await created(api.ours, 'clients/create', { name: 'Free' });
    const { id } = await invoiceOf(api.ours, 'Free', 0);
    expect(idsOf(await search({ query: 'Free' }))).toEqual([]);
    expect(idsOf(await search({ id }))).toEqual([]);
    const query = '{ payableInvoices(clientName: "Free") { totalCount edges { node { id } } } }';
    const { data } = await askFor(api.ours.context, query);
    expect(data.payableInvoices).toEqual({ totalCount: 0, edges: [] });
  });

  test('contains payments and the amount due', async () => {
    await created(api.ours, 'clients/create', { name: 'Payer' });
    const { id, invoiceNumberFormatted: invoiceNumber } = await invoiceOf(api.ours, 'Payer', 10);
    await created(api.ours, 'payment/create', { invoiceNumber, amount: 4 });
    await created(api.ours, 'payment/create', { invoiceNumber, amount: 5 });
    const [invoice] = (await search({ id })).body;
    expect(invoice).toMatchObject({ paymentTotal: 9, amountDue: 1 });
    expect(invoice.payments.map((payment: { amount: number }) => payment.amount)).toEqual([4, 5]);
  });

  test('needs two statements, however many invoices there are', async () => {
    const count = async () => {
      const { result, statements } = await recordStatements(() => search());
      return [result.body.length, statements.length];
    };
    const [small = 0, before] = await count();
    for (let n = 1; n <= 20; n += 1) await invoiceOf(api.ours, 'Bolt', n, { taxRate: 5 });
    expect(await count()).toEqual([small + 20, before]);
    expect(before).toBe(2);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { created, errorsOf, invoiceOf, storedInvoice, withPattern } from '../support/invoices.ts';

const api = useTestApi();

const pay = (body: object) => api.ours.post('payment/create', body);
const client = (fields: object) => created(api.ours, 'clients/create', fields);
const bill = (rate: number, more: object = {}) => invoiceOf(api.ours, 'Acme', rate, more);
const stored = (id: string) => storedInvoice(api, api.ours, id);
// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
let acme: any;

beforeAll(async () => {
  acme = await client({ name: 'Acme', currency: 'EUR' });
  await client({ name: 'Bolt', currency: 'EUR' });
  await created(api.theirs, 'clients/create', { name: 'Foreign' });
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

  test('is ambiguous by a plain number that several have, without the client or the full number', async () => {
    const first = await withPattern(api, api.ours, 'A-###', () => bill(10, { invoiceNumber: 900 }));
    const second = await withPattern(api, api.ours, 'B-###', () =>
      invoiceOf(api.ours, 'Bolt', 10, { invoiceNumber: 'B-900' }),
    );
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

  test('by its formatted number is preferred to another with that plain number', async () => {
    const exact = await withPattern(api, api.ours, '####', () => bill(10, { invoiceNumber: 5000 }));
    await withPattern(api, api.ours, 'X-####', () => bill(10, { invoiceNumber: 'X-5000' }));
    expect((await pay({ invoiceNumber: '5000', amount: 1 })).body.id).toBe(exact.id);
  });

  test('must belong to the client, which must exist', async () => {
    const { invoiceNumberFormatted: invoiceNumber } = await bill(10);
    const bolt = await pay({ invoiceNumber, clientName: 'Bolt', amount: 1 });
    expect([bolt.status, bolt.body.code]).toEqual([404, 'record_not_found']);
    const rows: [object, number, string][] = [
      [{ clientName: 'Acmee' }, 404, 'clientName: name_not_found'],
      [{ clientName: 'Foreign' }, 404, 'clientName: name_not_found'],
      [{ clientId: newId('Client') }, 404, 'clientId: record_not_found'],
      [{ clientName: 'Bolt', clientId: acme.id }, 400, 'clientName: disagrees'],
    ];
    for (const [error, status, reported] of rows) {
      const answer = await pay({ invoiceNumber, amount: 1, ...error });
      expect([answer.status, ...errorsOf(answer)]).toEqual([status, reported]);
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

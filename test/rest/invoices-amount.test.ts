import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created, errorsOf } from '../support/invoices.ts';

const api = useTestApi();

// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
let acme: any;
// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
let foreign: any;

const create = (body: object) => api.ours.post('invoices/create', body);
const client = (fields: object) => created(api.ours, 'clients/create', fields);
const items = [{ description: 'Work', rate: 100 }];

beforeAll(async () => {
  acme = await client({ name: 'Acme', currency: 'EUR', address1: 'Road 1', taxId: 'DE1' });
  foreign = await created(api.theirs, 'clients/create', { name: 'Foreign' });
});

describe('invoices/create with an amount', () => {
  test('returns the whole invoice: one taxable line, the client as it is now, 30 days', async () => {
    const { status, body } = await create({
      clientId: acme.id,
      amount: 80,
      description: 'Retainer',
      notes: 'Thank you',
    });
    expect(status).toBe(200);
    const { body: mini } = await create({ clientId: acme.id, items });
    expect(Object.keys(body).sort()).toEqual(
      [...Object.keys(mini), 'notes', 'paymentInstructions'].sort(),
    );
    expect(body).toMatchObject({
      accountId: api.ours.accountId,
      status: 'DRAFT',
      total: 80,
      description: 'Retainer',
      notes: 'Thank you',
      dateIssued: null,
      dateSent: null,
      datePaid: null,
      discountPercent: 0,
      discountAmount: 0,
      lineItems: [{ description: 'Retainer', quantity: 1, unitPrice: 80, taxable: true }],
    });
    expect(body.clientInfo).toEqual({
      id: acme.id,
      name: 'Acme',
      address1: 'Road 1',
      address2: null,
      city: null,
      locality: null,
      postal: null,
      country: null,
      countryCode: null,
      phone: null,
      website: null,
      taxId: 'DE1',
      legalId: null,
      legalIdScheme: null,
      electronicAddress: null,
      electronicAddressScheme: null,
      buyerReference: null,
    });
    const days = (Date.parse(body.dateDue) - Date.parse(body.dateCreated)) / 86_400_000;
    expect(days).toBe(30);
  });

  test('takes dateDue and adds the default tax', async () => {
    await client({ name: 'At 20', defaultTaxRate: 20 });
    const body = { clientName: 'At 20', amount: 10, dateDue: '2027-05-01' };
    expect((await create(body)).body).toMatchObject({ dateDue: '2027-05-01', tax: 2, total: 12 });
  });

  test('takes the fields of the other shape, and either name of the due date', async () => {
    const header = { clientName: 'Acme', taxRate: 10, discountPercent: 50, invoiceNumber: 'X-B' };
    const answer = await create({ ...header, amount: 20, dueDate: '2027-05-02' });
    expect(answer.body).toMatchObject({
      invoiceNumberFormatted: 'X-B',
      dateDue: '2027-05-02',
      discountAmount: 10,
      tax: 1,
      total: 11,
    });
    const both = { clientName: 'Acme', items, notes: 'Thanks', dateDue: '2027-05-03' };
    const { id } = (await create(both)).body;
    const where = { accountId_id: { accountId: api.ours.accountId, id } };
    const row = await api.database.prisma.invoice.findUniqueOrThrow({ where });
    expect([row.notes, row.dueDate]).toEqual(['Thanks', new Date('2027-05-03')]);
    const differing = await create({ ...both, dueDate: '2027-05-04' });
    expect(errorsOf(differing)).toEqual(['dateDue: disagrees']);
  });

  test('reads a body with items as one of items, regardless of its amount', async () => {
    const { body } = await create({ clientName: 'Acme', amount: 5, items });
    expect(body.total).toBe(100);
    expect(body).not.toHaveProperty('paymentInstructions');
    expect((await create({ clientName: 'Acme', amount: 5, items: [] })).body.total).toBe(5);
  });

  test('rejects amounts below zero, too large, or finer than the currency', async () => {
    await client({ name: 'Yen', currency: 'JPY' });
    const rows: [object, string][] = [
      [{ amount: -1 }, 'amount: out_of_range'],
      [{ amount: 1_000_000_000 }, 'amount: out_of_range'],
      [{ amount: 'ten' }, 'amount: invalid_type'],
      [{ amount: 0.001 }, 'amount: too_precise'],
      [{ amount: 1.5, clientName: 'Yen' }, 'amount: too_precise'],
    ];
    for (const [error, reported] of rows) {
      const answer = await create({ clientName: 'Acme', ...error });
      expect([answer.status, ...errorsOf(answer)]).toEqual([400, reported]);
    }
    expect(errorsOf(await create({ amount: 1 }))).toEqual(['clientName: required']);
    expect((await create({ amount: 1, clientId: foreign.id })).status).toBe(404);
  });
});

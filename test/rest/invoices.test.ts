import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { isDistributedHere } from '../support/citus.ts';
import { created, errorsOf, invoiceOf } from '../support/invoices.ts';

const api = useTestApi();

// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
let acme: any;

const create = (body: object) => api.ours.post('invoices/create', body);
const client = (fields: object) => created(api.ours, 'clients/create', fields);
const project = (clientName: string, name: string) =>
  created(api.ours, 'projects/create', { clientName, name });
const items = [{ description: 'Work', rate: 100 }];

beforeAll(async () => {
  acme = await client({ name: 'Acme', currency: 'EUR', address1: 'Road 1', taxId: 'DE1' });
});

describe('invoices/create with items', () => {
  test('returns exactly the fields of an InvoiceMini, with totals rounded once each', async () => {
    const site = await project('Acme', 'Site');
    const { status, body } = await create({
      clientName: ' Acme ',
      description: 'March',
      taxRate: 19,
      discountPercent: 10,
      items: [
        { description: 'Design', quantity: 1.5, rate: 33.333333, projectName: 'Site' },
        { description: 'Stamps', quantity: 2, rate: 4.25, taxable: false },
        { rate: -10 },
      ],
    });
    expect(status).toBe(200);
    const priced = { role: 'ITEM', price: null, baseQuantity: null, percent: null };
    const noReason = { taxReason: null, taxReasonCode: null };
    const taxed = { taxable: true, taxCategory: 'STANDARD', taxRate: 19, ...noReason };
    const untaxed = { taxable: false, taxCategory: null, taxRate: null, ...noReason };
    const days = { servicePeriodStart: null, servicePeriodEnd: null };
    const unlinked = { unit: null, ...days, depositInvoiceId: null };
    const line = { id: expect.stringMatching(/^lin_/), visible: true, ...unlinked, ...priced };
    const bare = { ...line, type: 'ADHOC', projectId: null, projectName: null };
    expect(body).toEqual({
      externalId: null,
      source: null,
      id: expect.stringMatching(/^inv_/),
      invoiceNumber: expect.any(Number),
      invoiceNumberFormatted: expect.stringMatching(/^INV-\d{5}$/),
      accountId: api.ours.accountId,
      clientId: acme.id,
      clientInfo: expect.objectContaining({ id: acme.id, name: 'Acme' }),
      description: 'March',
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      dateIssued: null,
      dateSent: null,
      dateDue: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      datePaid: null,
      status: 'DRAFT',
      invoiceType: 'STANDARD',
      currency: 'EUR',
      // 50.00 + 8.50 − 10.00, less 4.85; tax on 40.00 less 4.00.
      subTotal: 48.5,
      discountPercent: 10,
      discountAmount: 4.85,
      tax: 6.84,
      taxPercentage: 19,
      taxCategory: null,
      ...noReason,
      taxInclusive: false,
      taxRule: null,
      taxBreakdown: [
        {
          ...{ name: 'Tax', rate: 19, order: 1, compound: false, taxableAmount: 36, amount: 6.84 },
          ...{ taxGroup: 1, category: 'STANDARD', reason: null, reasonCode: null },
        },
      ],
      withholdingAmount: 0,
      prepaidAmount: 0,
      roundTo: null,
      roundingAmount: 0,
      supplyDate: null,
      servicePeriodStart: null,
      servicePeriodEnd: null,
      buyerReference: null,
      deliverTo: null,
      orderNumber: null,
      total: 50.49,
      paymentTotal: 0,
      creditedTotal: 0,
      amountDue: 50.49,
      viewOnlineUrl: expect.stringMatching(
        new RegExp(`^${testPublicUrl}/invoices/view/${api.ours.accountId}-[\\w-]{22}$`),
      ),
      payments: [],
      warnings: [],
      lineItems: [
        {
          ...line,
          ...taxed,
          description: 'Design',
          quantity: 1.5,
          unitPrice: 33.333333,
          lineTotal: 50,
          type: 'PROJECT',
          projectId: site.id,
          projectName: 'Site',
          deliverableName: null,
        },
        {
          ...bare,
          ...untaxed,
          description: 'Stamps',
          quantity: 2,
          unitPrice: 4.25,
          lineTotal: 8.5,
          deliverableName: null,
        },
        {
          ...bare,
          ...taxed,
          description: null,
          quantity: 1,
          unitPrice: -10,
          lineTotal: -10,
          deliverableName: null,
        },
      ],
    });
  });

  test('uses the workspace’s currency if the client has none', async () => {
    await client({ name: 'No currency' });
    expect((await create({ clientName: 'No currency', items })).body.currency).toBe('USD');
  });

  test.each([
    ['JPY', [{ quantity: 3, rate: 33.5 }], 10, { subTotal: 101, tax: 10, total: 111 }],
    ['KWD', [{ quantity: 3, rate: 1.2345 }], 5, { subTotal: 3.704, tax: 0.185, total: 3.889 }],
  ])('rounds to the minor unit of %s', async (currency, lines, taxRate, sums) => {
    await client({ name: `In ${currency}`, currency });
    const { body } = await create({ clientName: `In ${currency}`, taxRate, items: lines });
    expect(body).toMatchObject({ currency, ...sums });
  });

  test('gives every invoice a unique secret link', async () => {
    const links = await Promise.all([1, 2, 3].map(() => invoiceOf(api.ours, 'Acme', 1)));
    expect(new Set(links.map((invoice) => invoice.viewOnlineUrl)).size).toBe(3);
  });

  test('finds client and project by id, and rejects ids that disagree with names', async () => {
    const { id } = await project('Acme', 'By id');
    const byId = await create({ clientId: acme.id, items: [{ rate: 1, projectId: id }] });
    expect(byId.body.lineItems[0]).toMatchObject({
      type: 'PROJECT',
      projectId: id,
      projectName: 'By id',
    });
    const other = await client({ name: 'Other' });
    const answer = await create({ clientName: 'Acme', clientId: other.id, items });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(['clientName: disagrees']);
  });

  test('accepts factors of calculations: hours of minutes, thirds, sums of floats', async () => {
    const items = [
      { quantity: 100 / 60, rate: 90 },
      { quantity: 3, rate: 100 / 3 },
      { quantity: 1, rate: 0.1 + 0.2 },
    ];
    const { status, body } = await create({ clientName: 'Acme', items });
    expect(status).toBe(200);
    const lines = body.lineItems.map((line: Record<string, number>) => [
      line.quantity,
      line.unitPrice,
      line.lineTotal,
    ]);
    expect(lines).toEqual([
      [1.666667, 90, 150],
      [3, 33.333333, 100],
      [1, 0.3, 0.3],
    ]);
  });

  test('needs thirteen statements, however many items, and two more for their projects', async () => {
    await project('Acme', 'First');
    await project('Acme', 'Second');
    const counts = [];
    for (const projectName of [undefined, 'First']) {
      for (const count of [1, 30]) {
        const many = Array.from({ length: count }, (_, index) =>
          projectName ? { rate: 1, projectName: index % 2 ? 'Second' : 'First' } : { rate: 1 },
        );
        const { roundTrips, statements } = await recordStatements(() =>
          create({ clientName: 'Acme', taxRate: 7, items: many }),
        );
        counts.push([statements.length, roundTrips]);
      }
    }
    // Two more on Citus, which do what triggers do elsewhere.
    const more = isDistributedHere ? 2 : 0;
    expect(counts).toEqual([
      [13 + more, 6],
      [13 + more, 6],
      [15 + more, 8],
      [15 + more, 8],
    ]);
  });
});

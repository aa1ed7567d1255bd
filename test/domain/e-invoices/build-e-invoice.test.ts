import { beforeAll, describe, expect, test } from 'vitest';
import { buildEInvoice } from '../../../src/domain/e-invoices/build-e-invoice.ts';
import type { EInvoice } from '../../../src/domain/e-invoices/e-invoice.ts';
import { findInvoice } from '../../../src/domain/invoices/transitions.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { created } from '../../support/invoices.ts';
import {
  addEInvoiceWorkspace,
  eInvoiceClient,
  issue,
  paidDeposit,
  readEInvoices,
} from '../../support/random-e-invoices.ts';

const api = useTestApi();
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await addEInvoiceWorkspace(api);
});

const work = { description: 'Work', rate: 100 };

async function issued(body: object): Promise<{ id: string; lineItems: { id: string }[] }> {
  const invoice = await created(workspace, 'invoices/create', {
    ...{ clientName: 'EUR', taxRate: 19, items: [work], ...body },
  });
  await issue(workspace, invoice.id);
  return invoice;
}

const read = (id: string) => readEInvoices(api, workspace, id);

/** Every amount as text. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

async function documentOf(body: object): Promise<EInvoice> {
  const [{ document } = { document: undefined }] = await read((await issued(body)).id);
  return plain(document);
}

describe('the e-invoice of an invoice', () => {
  test('has parties, references, dates and payment of the record', async () => {
    const document = await documentOf({
      ...{ description: 'Offer 7', notes: 'Thank you', orderNumber: 'PO 9', dueDate: '2099-12-01' },
      ...{ supplyDate: '2026-11-20', paymentInstructions: '30 days' },
    });
    const { name: _name, country: _country, currency: _currency, ...client } = eInvoiceClient;
    const { buyerReference, taxId: vatId, ...buyer } = client;
    expect(document.buyer).toEqual({
      ...{ ...buyer, vatId, name: 'EUR', locality: null, countryCode: 'FR' },
    });
    expect(document.seller).toMatchObject({
      ...{ name: 'Müller & Söhne', countryCode: 'DE', vatId: 'DE123456788' },
      ...{ taxNumber: '27/123/45678', contactPhone: '+49 30 1234' },
    });
    expect(document).toMatchObject({
      ...{ typeCode: '380', dueDate: '2099-12-01', deliveryDate: '2026-11-20', deliverTo: null },
      ...{ buyerReference, orderNumber: 'PO 9', note: 'Offer 7\nThank you' },
      paymentTerms: '30 days',
      payment: {
        ...{ meansCode: '58', reference: document.number, iban: 'DE02120300000000202051' },
        ...{ accountHolder: 'Müller & Söhne', bic: 'BYLADEM1001' },
      },
    });
  });

  test('has the entered net price and its base quantity', async () => {
    const { lines } = await documentOf({
      items: [{ ...work, rate: 12.5, quantity: 200, baseQuantity: 1000, unit: 'fortnight' }],
    });
    expect(lines).toMatchObject([
      {
        ...{ quantity: '200', unitPrice: '12.5', baseQuantity: '1000', netAmount: '2.5' },
        ...{ unitCode: 'C62', description: 'fortnight' },
      },
    ]);
  });

  test('has a net price for a price with tax', async () => {
    const { lines, totals } = await documentOf({
      taxInclusive: true,
      items: [{ ...work, rate: 119, quantity: 2 }],
    });
    expect(lines).toMatchObject([{ unitPrice: '100', baseQuantity: null, netAmount: '200' }]);
    expect(totals).toMatchObject({ withoutTax: '200', tax: '38', amountDue: '238' });
  });

  test('has a negative quantity instead of a negative price', async () => {
    const { lines } = await documentOf({ items: [work, { ...work, rate: -30 }] });
    expect(lines[1]).toMatchObject({ quantity: '-1', unitPrice: '30', netAmount: '-30' });
  });

  test('has the adjustments of an item in its line, a discount of a negative item as a charge', async () => {
    const { lines } = await documentOf({
      items: [
        { ...work, discountPercent: 10, charges: [{ amount: 5, reason: 'Express' }] },
        { ...work, rate: -20, discountPercent: 10 },
      ],
    });
    expect(lines).toMatchObject([
      {
        netAmount: '95',
        allowances: [
          { isCharge: false, amount: '10', percent: '10', baseAmount: '100', reason: 'Discount' },
          { isCharge: true, amount: '5', percent: null, baseAmount: null, reason: 'Express' },
        ],
      },
      { netAmount: '-18', allowances: [{ isCharge: true, amount: '2', baseAmount: '20' }] },
    ]);
  });

  test('has the discount as one allowance of each tax, after allowances and charges', async () => {
    const { allowances, totals } = await documentOf({
      discountPercent: 10,
      items: [work, { ...work, rate: 50, taxRate: 7, taxCategory: 'REDUCED' }],
      charges: [{ amount: 8, reason: 'Freight' }],
    });
    expect(allowances).toMatchObject([
      { isCharge: true, amount: '8', reason: 'Freight', taxCode: 'S', taxRate: '19' },
      { isCharge: false, amount: '10', reason: 'Discount', taxCode: 'S', taxRate: '19' },
      { isCharge: false, amount: '5', reason: 'Discount', taxCode: 'S', taxRate: '7' },
    ]);
    expect(totals).toMatchObject({ lines: '150', allowances: '15', charges: '8' });
  });

  test('has withheld tax as a paid amount with its name, and the rounding', async () => {
    const { paymentTerms, totals } = await documentOf({
      ...{ withholding: { percent: 15, reason: 'IRPF' }, prepaidAmount: 10, roundTo: 5 },
    });
    expect(totals).toMatchObject({
      ...{ withTax: '119', prepaid: '25', rounding: '1', amountDue: '95' },
    });
    expect(paymentTerms).toBe('Tax withheld: IRPF 15 % 15.00 EUR');
  });

  test('names the deposit that it deducts, with a negative quantity', async () => {
    const depositId = await paidDeposit(workspace, {
      ...{ clientName: 'EUR', taxRate: 19, items: [{ description: 'Deposit', rate: 40 }] },
    });
    const [deposit] = await read(depositId);
    expect(deposit?.document.typeCode).toBe('386');
    const { lines, precedingInvoices } = await documentOf({ depositIds: [depositId] });
    const number = deposit?.document.number;
    expect(precedingInvoices).toEqual([{ number, issueDate: null }]);
    expect(lines[1]).toMatchObject({
      ...{ quantity: '-1', unitPrice: '40', netAmount: '-40', name: `Deposit ${number}` },
    });
  });

  test('has the code and the reason of each tax category', async () => {
    const { deliverTo, lines, taxes } = await documentOf({
      items: [
        work,
        { ...work, taxCategory: 'EXEMPT', taxReasonCode: 'VATEX-EU-132' },
        { ...work, taxCategory: 'REVERSE_CHARGE' },
        { ...work, taxCategory: 'INTRA_COMMUNITY' },
        { ...work, taxCategory: 'EXPORT', taxReason: 'To Norway' },
        { ...work, taxCategory: 'ZERO' },
      ],
    });
    const codes = ['S', 'E', 'AE', 'K', 'G', 'Z'];
    expect(lines.map(({ taxCode }) => taxCode)).toEqual(codes);
    expect(taxes.map(({ code, reason, reasonCode }) => [code, reason, reasonCode])).toEqual([
      ['S', null, null],
      ['E', null, 'VATEX-EU-132'],
      ['AE', null, 'VATEX-EU-AE'],
      ['K', null, 'VATEX-EU-IC'],
      ['G', 'To Norway', 'VATEX-EU-G'],
      ['Z', null, null],
    ]);
    expect(deliverTo).toMatchObject({ city: 'Lyon', countryCode: 'FR' });
  });

  test('has no VAT numbers outside the scope of tax', async () => {
    const { buyer, lines, seller, taxes } = await documentOf({
      ...{ taxRate: 0, taxCategory: 'OUTSIDE_SCOPE' },
    });
    expect([seller.vatId, buyer.vatId]).toEqual([null, null]);
    expect(lines[0]).toMatchObject({ taxCode: 'O', taxRate: null });
    expect(taxes).toMatchObject([{ code: 'O', rate: '0', reasonCode: 'VATEX-EU-O' }]);
  });

  test('is refused as a defect if its sums are not those of the record', async () => {
    const { id } = await issued({});
    const invoice = await findInvoice(workspace.context, id);
    const seller = await api.database.prisma.workspace.findUniqueOrThrow({
      where: { accountId: workspace.accountId },
    });
    const changed = { ...invoice, total: invoice.total.plus('0.01') };
    expect(() => buildEInvoice(changed, seller)).toThrow('has the total 119, its record 119.01');
  });
});

describe('the e-invoice of a credit note', () => {
  test('credits a part with the settlements of the invoice, and names the invoice', async () => {
    const { id, lineItems } = await issued({
      ...{ items: [{ ...work, quantity: 3 }, work], prepaidAmount: 20, roundTo: 1 },
      withholding: { percent: 10, reason: 'IRPF' },
    });
    const [line] = lineItems as [{ id: string }];
    for (const lines of [[{ lineId: line.id, quantity: 1 }], null]) {
      await created(workspace, 'creditNotes/create', { invoiceId: id, lines, reason: 'Returned' });
    }
    const [invoice, ...notes] = await read(id);
    for (const { document, record } of notes) {
      expect(document.totals.amountDue).toEqual(record.total);
      expect(document).toMatchObject({
        ...{ typeCode: '381', dueDate: null, note: 'Returned', payment: { meansCode: '97' } },
        precedingInvoices: [{ number: invoice?.document.number }],
      });
    }
    const sumOf = (name: 'prepaid' | 'rounding' | 'tax') =>
      notes.reduce((sum, { document }) => sum + Number(document.totals[name]), 0);
    expect(sumOf('prepaid')).toBeCloseTo(Number(invoice?.document.totals.prepaid), 9);
    expect(sumOf('tax')).toBeCloseTo(Number(invoice?.document.totals.tax), 9);
    expect(notes[0]?.document.lines[0]).toMatchObject({ id: '1', name: 'Work' });
  });
});

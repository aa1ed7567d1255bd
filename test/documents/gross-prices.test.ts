import { expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { buildCreditNoteDocument } from '../../src/documents/credit-note-document.ts';
import { findCreditNote } from '../../src/domain/credit-notes/credit-note-view.ts';
import { useTestApi } from '../support/api.ts';
import { viewInvoice } from '../support/documents.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

const documentOf = async (fields: object) => {
  const name = `Client ${Math.random()}`;
  await created(api.ours, 'clients/create', { name, currency: 'EUR' });
  const body = { clientName: name, taxRate: 21, taxInclusive: true, ...fields };
  const { id } = await created(api.ours, 'invoices/create', body);
  return buildInvoiceDocument(await viewInvoice(api.ours, id));
};

test('prices that include tax are printed unchanged, with a note', async () => {
  const document = await documentOf({ items: [{ description: 'Print', quantity: 3, rate: 100 }] });
  expect(document.lines).toMatchObject([{ unitPrice: '€100.00', total: '€300.00' }]);
  expect([document.subTotal, document.discount, ...document.taxes, document.total]).toEqual([
    { label: 'Subtotal (prices include tax)', amount: '€300.00' },
    null,
    { label: 'Includes Tax 21% on €247.93', amount: '€52.07' },
    { label: 'Total EUR', amount: '€300.00' },
  ]);
});

test('so are discounts, charges, unit prices for several and settled amounts', async () => {
  const document = await documentOf({
    discountPercent: 10,
    items: [
      { description: 'Chair', quantity: 2, rate: 100, discountPercent: 5 },
      { description: 'Paper', quantity: 500, baseQuantity: 1000, rate: 9.99, taxRate: 9 },
      { description: 'Stamp', rate: 1.5, taxable: false },
    ],
    charges: [{ amount: 7, reason: 'Freight' }],
    prepaidAmount: 50,
    roundTo: 0.05,
  });
  const displayed = document.lines.map(({ total, unitPrice }) => [unitPrice, total]);
  expect(displayed).toEqual([
    ['€100.00', '€200.00'],
    ['', '−€10.00'],
    ['€9.99 / 1,000', '€5.00'],
    ['€1.50', '€1.50'],
    ['', '€7.00'],
  ]);
  const { amountToPay, discount, settlements, subTotal, total } = document;
  const sums = [subTotal, discount, total, ...settlements, amountToPay];
  expect(sums.map((sum) => sum?.amount)).toEqual([
    '€203.50',
    '−€19.65',
    '€183.85',
    '−€50.00',
    '€133.85',
  ]);
});

test('prices without tax are printed without', async () => {
  const document = await documentOf({ items: [{ rate: 100 }], taxInclusive: false });
  expect(document.subTotal).toEqual({ label: 'Subtotal', amount: '€100.00' });
  expect(document.taxes).toEqual([{ label: 'Tax 21% on €100.00', amount: '€21.00' }]);
});

test('a credit note prints them as its invoice does, and its parts add up to it', async () => {
  const { accountId, context } = api.ours;
  await created(api.ours, 'clients/create', { name: 'Credited', currency: 'EUR' });
  const body = { clientName: 'Credited', taxRate: 19, taxInclusive: true };
  const items = [
    { description: 'Print', quantity: 3, rate: 33.33 },
    { description: 'Cut', quantity: 1.5, rate: 0.99 },
  ];
  const { id, lineItems, total } = await created(api.ours, 'invoices/create', { ...body, items });
  await api.ours.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  const [print, cut] = lineItems;
  const requested = [
    { lines: [{ lineId: print.id, quantity: 1 }] },
    { lines: [{ lineId: cut.id, quantity: 0.5 }] },
    { lines: [{ lineId: cut.id, quantity: 0.5 }] },
    {},
  ];
  const visible = await viewInvoice(api.ours, id);
  const printed = [];
  let credited = 0;
  for (const more of requested) {
    const made = await created(api.ours, 'creditNotes/create', { invoiceId: id, ...more });
    const note = await findCreditNote(
      { accountId, db: context.db },
      { id: made.id, invoiceId: id },
    );
    if (!note) throw new Error('there is no credit note');
    credited += Math.round(made.total * 100);
    const document = buildCreditNoteDocument(visible, note);
    const { discount, lines, subTotal } = document;
    expect([discount, subTotal.label]).toEqual([null, 'Subtotal (prices include tax)']);
    expect(subTotal.amount).toBe(document.total.amount);
    printed.push(...lines.map((line) => [line.unitPrice, line.total]));
  }
  expect(printed).toEqual([
    ['€33.33', '€33.33'],
    ['€0.99', '€0.50'],
    ['€0.99', '€0.49'],
    ['€33.33', '€66.66'],
    ['€0.99', '€0.50'],
  ]);
  expect(credited).toBe(Math.round(total * 100));
});

import { describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { buildInvoiceDocumentWithFooter } from '../../src/documents/invoice-footer.ts';
import {
  dateText,
  fileNameText,
  moneyText,
  numberText,
  visibleText,
} from '../../src/documents/text-formatting.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import { useTestApi } from '../support/api.ts';
import { viewInvoice } from '../support/documents.ts';
import { created, invoiceOf } from '../support/invoices.ts';

const api = useTestApi();
const money = (amount: string, currency: string) => moneyText(new Decimal(amount), currency);

describe('an amount', () => {
  test.each([
    ['1190', 'EUR', '€1,190.00'],
    ['-1190.5', 'EUR', '−€1,190.50'],
    ['1190', 'JPY', '¥1,190'],
    ['1190.5', 'KWD', 'KWD\u00a01,190.500'],
    ['0', 'CAD', 'CA$0.00'],
    ['99999999999.9999', 'USD', '$99,999,999,999.9999'],
    ['12345678901.23', 'HUF', 'HUF\u00a012,345,678,901.23'],
  ])('%s %s is written %s, with every digit and the currency’s own', (amount, currency, text) => {
    expect(money(amount, currency)).toBe(text);
  });
});

test('a quantity and a percentage keep every digit', () => {
  expect(numberText(new Decimal('1234567.123456'))).toBe('1,234,567.123456');
  expect(numberText(new Decimal('-9.975'))).toBe('−9.975');
});

test('a date names its month', () => {
  expect(dateText(new Date('2026-03-04T00:00:00Z'))).toBe('4 March 2026');
});

test('marks of direction, zero-width spaces and control characters are taken out; letters stay', () => {
  const text = visibleText('Pay \u202e00.01\u202c now\u200b\u0007,\r\n\tשלום नमस्ते e\u0301');
  expect(text).toBe('Pay 00.01 now,\n שלום नमस्ते é');
});

describe('an invoice’s state', () => {
  test.each([
    ['DRAFT', 'Draft', 'This is a draft. Once it is issued, €100.00 is due by 21 December 2026.'],
    ['SENT', 'Due', 'Please pay €100.00 by 21 December 2026.'],
    ['PARTIAL', 'Partly paid', 'Please pay €100.00 by 21 December 2026.'],
    ['PAID', 'Paid', 'Paid in full on 1 December 2026. Thank you!'],
    ['VOIDED', 'Void', 'This invoice is void. There is nothing to pay.'],
    ['WRITE_OFF', 'Closed', 'No payment is expected.'],
  ] as const)('%s is shown as %s', async (status, label, sentence) => {
    const { clientName } = await client();
    const { id } = await invoiceOf(api.ours, clientName, 100);
    const displayed = await viewInvoice(api.ours, id);
    const paymentInstructions = 'Please pay within 30 days.';
    const footer = '{{ invoice.paymentInstructions }}';
    const dueDate = new Date('2026-12-21T00:00:00Z');
    const datePaid = status === 'PAID' ? new Date('2026-12-01T00:00:00Z') : null;
    const invoice = { ...displayed.invoice, status, dueDate, datePaid, paymentInstructions };
    const all = { ...displayed, footerTemplate: footer, today: '2026-12-21', invoice };
    const document = await buildInvoiceDocumentWithFooter(api.database.prisma, all);
    expect(document.status.label).toBe(label);
    expect(document.callToAction).toContain(sentence);
    const isWrittenOff = status === 'WRITE_OFF';
    const writtenOff = isWrittenOff ? { label: 'Written off', amount: '€100.00' } : null;
    expect(document.writtenOff).toEqual(writtenOff);
    expect(document.amountDue === null).toBe(
      isWrittenOff || status === 'VOIDED' || status === 'DRAFT',
    );
    const isToBePaid = !isWrittenOff && status !== 'VOIDED' && status !== 'PAID';
    const reported = isToBePaid ? paymentInstructions : null;
    expect(document).toMatchObject({ paymentInstructions: reported, footer: reported });
    const late = buildInvoiceDocument({ ...displayed, today: '2026-12-22', invoice });
    const isOpen = status === 'SENT' || status === 'PARTIAL';
    expect(late.status.label).toBe(isOpen ? 'Overdue' : label);
    const overdue =
      'This invoice is overdue: €100.00 was due by 21 December 2026. Please pay it now.';
    expect(late.callToAction === overdue).toBe(isOpen);
  });
});

test('an invoice with a total of zero contains no thanks for a payment', async () => {
  const { clientName } = await client();
  const { id } = await invoiceOf(api.ours, clientName, 100, { discountPercent: 100 });
  const view = await viewInvoice(api.ours, id);
  const invoice = { ...view.invoice, status: 'PAID' as const, datePaid: new Date('2026-12-01') };
  expect(buildInvoiceDocument({ ...view, invoice }).callToAction).toBe('There is nothing to pay.');
});

test.each([
  ['VAT', 'VAT no. DE1'],
  ['USt-IdNr', 'USt-IdNr: DE1'],
  ['Tax ID', 'Tax ID: DE1'],
  [null, 'Tax no. DE1'],
])('the tax numbers of both parties have one label: %s', async (taxLabel, line) => {
  const { clientName } = await client();
  const { id } = await invoiceOf(api.ours, clientName, 100);
  const visibleInvoice = await viewInvoice(api.ours, id);
  const clientInfo = { ...visibleInvoice.invoice.clientInfo, taxId: 'DE1' };
  const workspace = { ...visibleInvoice.workspace, taxLabel, taxId: 'DE1' };
  const invoice = { ...visibleInvoice.invoice, clientInfo };
  const document = buildInvoiceDocument({ ...visibleInvoice, workspace, invoice });
  expect([document.seller.lines, document.client.lines]).toEqual([
    expect.arrayContaining([line]),
    expect.arrayContaining([line]),
  ]);
});

test.each([
  [{ country: 'DE', postal: '10119', city: 'Berlin' }, 'de', ['10119 Berlin', 'Deutschland']],
  [
    { country: 'nl', postal: '1015 CJ', city: 'Amsterdam' },
    'fr',
    ['1015 CJ Amsterdam', 'Pays-Bas'],
  ],
  [
    { country: 'US', postal: '02108', city: 'Boston', locality: 'MA' },
    'en-US',
    ['Boston, MA 02108', 'United States'],
  ],
  [
    { country: 'Canada', postal: 'H2W 2R2', city: 'Montréal', locality: 'QC' },
    'fr',
    ['Montréal, QC H2W 2R2', 'Canada'],
  ],
  [{ country: 'Narnia', city: 'Cair' }, 'en', ['Cair', 'Narnia']],
  [{ country: 'QX', locality: 'North' }, 'en', ['North', 'QX']],
])(
  'addresses are written as in their country, which is named: %o',
  async (position, language, received) => {
    const { clientName } = await client();
    const { id } = await invoiceOf(api.ours, clientName, 100);
    const shown = await viewInvoice(api.ours, id);
    const clientInfo = { ...shown.invoice.clientInfo, ...position, language };
    const document = buildInvoiceDocument({ ...shown, invoice: { ...shown.invoice, clientInfo } });
    expect(document.client.lines).toEqual(received);
  },
);

test.each([
  ['DE301234567', 'USt-IdNr. DE301234567'],
  ['NL 1234.56789.B01', 'USt-IdNr. NL 1234.56789.B01'],
  ['30/123/45678', 'Steuernummer 30/123/45678'],
])(
  'a VAT number is labelled as such if the tax of the workspace has no name: %s',
  async (taxId, line) => {
    const { clientName } = await client();
    const { id } = await invoiceOf(api.ours, clientName, 100);
    const shown = await viewInvoice(api.ours, id);
    const clientInfo = { ...shown.invoice.clientInfo, taxId, language: 'de' };
    const workspace = { ...shown.workspace, taxLabel: null };
    const invoice = { ...shown.invoice, clientInfo };
    expect(buildInvoiceDocument({ ...shown, workspace, invoice }).client.lines).toContain(line);
  },
);

test('lines contain the name of their tax if there are several, or the reason why there is none', async () => {
  const { clientName } = await client();
  const items = [
    { description: 'Till', rate: 100 },
    { description: 'Book', rate: 10, taxRate: 7, taxCategory: 'REDUCED' },
    { description: 'Course', rate: 20, taxCategory: 'EXEMPT', taxReason: '§ 4 Nr. 21 UStG' },
    { description: 'Abroad', rate: 30, taxCategory: 'REVERSE_CHARGE' },
  ];
  const body = { clientName, taxRate: 19, items, charges: [{ amount: 5, reason: 'Freight' }] };
  const { id } = await created(api.ours, 'invoices/create', body);
  const shown = await viewInvoice(api.ours, id);
  const clientInfo = { ...shown.invoice.clientInfo, language: 'de' };
  const { lines } = buildInvoiceDocument({ ...shown, invoice: { ...shown.invoice, clientInfo } });
  expect(
    lines.map(({ detail, quantity, unitPrice }) => [detail, quantity, unitPrice !== '']),
  ).toEqual([
    ['MwSt. 19 %', '1', true],
    ['MwSt. 7 %', '1', true],
    ['Steuerfrei', '1', true],
    ['Steuerschuldnerschaft des Leistungsempfängers', '1', true],
    // A charge is not so many at a price.
    ['MwSt. 19 %', '', false],
  ]);
});

test('the foot can name the currency', async () => {
  const { clientName } = await client();
  const { id } = await invoiceOf(api.ours, clientName, 100);
  const footer = 'All amounts are in {{ invoice.currency }}.';
  const shown = { ...(await viewInvoice(api.ours, id)), footerTemplate: footer };
  const document = await buildInvoiceDocumentWithFooter(api.database.prisma, shown);
  expect(document.footer).toBe('All amounts are in EUR.');
});

test('a line that is not to be visible is left out', async () => {
  const { clientName } = await client();
  const { id } = await invoiceOf(api.ours, clientName, 100);
  const shown = await viewInvoice(api.ours, id);
  const [line] = shown.invoice.lineItems;
  if (!line) throw new Error('there is no line');
  const lineItems = [line, { ...line, description: 'Internal', visible: false }];
  const document = buildInvoiceDocument({ ...shown, invoice: { ...shown.invoice, lineItems } });
  expect(document.lines.map(({ description }) => description)).toEqual(['Work']);
});

test('a file name has harmless characters for every invoice number', async () => {
  const { clientName } = await client();
  const invoiceNumber = '../2026/№ "7"\n';
  const { id } = await invoiceOf(api.ours, clientName, 100, { invoiceNumber });
  const document = buildInvoiceDocument(await viewInvoice(api.ours, id));
  expect(document.fileName).toMatch(/^Invoice-[A-Za-z0-9._-]+\.pdf$/);
});

let clients = 0;
async function client(): Promise<{ clientName: string }> {
  clients += 1;
  const clientName = `Client ${clients}`;
  await created(api.ours, 'clients/create', { name: clientName, currency: 'EUR' });
  return { clientName };
}

test.each([
  [['Invoice', 'RE/2026/1 ä'], 'Invoice-RE-2026-1-a'],
  [['Nota de crédito', 'CN-1'], 'Nota-de-credito-CN-1'],
  [['Facture d’acompte', 'Größe #2'], 'Facture-d-acompte-Grosse-2'],
  [['Invoice', '請求書'], 'Invoice'],
  [['Invoice', '../../etc/passwd\u0000'], 'Invoice-..-..-etc-passwd'],
])('a file of %j is called by harmless letters alone', (parts, name) => {
  expect(fileNameText(...parts)).toBe(name);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { moneyText, numberText } from '../../src/documents/text-formatting.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import { useTestApi } from '../support/api.ts';
import {
  expectSumsBesideLastLine,
  hostileTexts,
  textOfPdf,
  viewInvoice,
} from '../support/documents.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

beforeAll(() => created(api.ours, 'clients/create', { name: 'Lovelace', currency: 'EUR' }));

const invoice = (fields: object) =>
  created(api.ours, 'invoices/create', { clientName: 'Lovelace', ...fields });

async function pagesOf(id: string): Promise<string[]> {
  return textOfPdf(await renderInvoicePdf(buildInvoiceDocument(await viewInvoice(api.ours, id))));
}

const items = (count: number, more = '') =>
  Array.from({ length: count }, (_, index) => ({
    description: `Item ${index + 1} of many${more}`,
    rate: 10.25,
    quantity: 3,
  }));

describe('the PDF', () => {
  test('shows the numbers of the API', async () => {
    const fields = { taxRate: 19, discountPercent: 10, items: items(3) };
    const { id, invoiceNumberFormatted } = await invoice(fields);
    const amount = 12.34;
    await created(api.ours, 'payment/create', { invoiceNumber: invoiceNumberFormatted, amount });
    const answer = await api.ours.get('payableInvoices/search', { id });
    const [body] = answer.body;
    const graph = await api.ours.gql(
      'query ($id: ID!) { node(id: $id) { ... on Invoice { discountAmount } } }',
      { id },
    );
    const text = (await pagesOf(id)).join('\n');
    const displayed = [...text.matchAll(/(−?)€([\d,]+\.\d+)/g)].map(
      ([, sign, digits = '']) => Number(digits.replaceAll(',', '')) * (sign ? -1 : 1),
    );
    const line = body.lineItems[0];
    expect(displayed).toEqual(
      expect.arrayContaining([
        line.unitPrice,
        line.lineTotal,
        body.subTotal,
        -Number(graph.body.data.node.discountAmount),
        body.taxBreakdown[0].taxableAmount,
        body.tax,
        body.total,
        -amount,
        body.amountDue,
      ]),
    );
    expect(text).toContain(body.invoiceNumberFormatted);
  });

  test('repeats the table’s head on every page that has lines, and counts the pages', async () => {
    const { id } = await invoice({ items: items(100) });
    const pages = await pagesOf(id);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page.includes('DESCRIPTION')).toBe(/Item \d+ of many/.test(page));
    }
    const reported = pages.join('\n').match(/Item \d+ of many/g);
    expect(new Set(reported).size).toBe(100);
  });

  test('never has the totals alone on a page, however many lines there are', async () => {
    const { id } = await invoice({ taxRate: 19, items: items(30) });
    await expectSumsBesideLastLine(await viewInvoice(api.ours, id), 30);
  });

  test('breaks a description that is longer than a page, and keeps its end with the totals', async () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `word${index + 1}`);
    const { id } = await invoice({
      items: [{ description: 'x', rate: 5 }],
    });
    const visible = await viewInvoice(api.ours, id);
    const lineItems = visible.invoice.lineItems.map((line) => ({
      ...line,
      description: `${'W'.repeat(200)} ${words.join(' ')}`,
    }));
    const document = buildInvoiceDocument({
      ...visible,
      invoice: { ...visible.invoice, lineItems },
    });
    const pages = await textOfPdf(await renderInvoicePdf(document));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join(' ').match(/word\d+/g)).toEqual(words);
    const last = pages.find((text) => text.includes('Subtotal'));
    expect(last).toContain('word2000');
  });

  test('shows hostile values as text', async () => {
    const { id } = await invoice({
      notes: hostileTexts[0],
      paymentInstructions: hostileTexts[1],
      items: [
        { description: hostileTexts[2], rate: 5 },
        { description: hostileTexts[3], rate: 5 },
      ],
    });
    const text = (await pagesOf(id)).join(' ').replace(/\s+/g, '');
    for (const hostile of hostileTexts) expect(text).toContain(hostile.replace(/\s+/g, ''));
  });

  test('shows Latin, Greek, Cyrillic and currency signs, and a mark for missing letters', async () => {
    const notes = 'Žluťoučký kůň, Ευχαριστώ, Спасибо, € £ ¥ ₹ ₽ ₴ ₺ ₩ ₦ ₫ ₿ ₪';
    const covered = await invoice({ notes, items: items(1) });
    const text = (await pagesOf(covered.id)).join(' ');
    expect(text).toContain(notes);
    expect(text).not.toContain('are not in its font');
    const beyond = await invoice({ notes: '𐐔𐐯 🫨\u0300 ok', items: items(1) });
    const other = (await pagesOf(beyond.id)).join(' ');
    expect(other).toContain('\ufffd\ufffd \ufffd ok');
    expect(other).toContain('are not in its font');
    expect(other).toContain('The online invoice shows them.');
  });

  test('fits the largest amounts of the database into their places', async () => {
    const { id } = await invoice({ items: items(1) });
    const view = await viewInvoice(api.ours, id);
    const largest = new Decimal('99999999999.999');
    const lineItems = view.invoice.lineItems.map((line) => ({
      ...line,
      unitPrice: new Decimal('99999999999.9999'),
      lineTotal: largest,
    }));
    const sums = { currency: 'KWD', subTotal: largest, total: largest, amountDue: largest };
    const document = buildInvoiceDocument({
      ...view,
      invoice: { ...view.invoice, ...sums, lineItems },
    });
    const text = (await textOfPdf(await renderInvoicePdf(document))).join('\n');
    expect(text.match(/KWD\s99,999,999,999\.999\b/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).toMatch(/KWD\s99,999,999,999\.9999/);
  });

  test('never breaks a number, and has the text of a line before its numbers', async () => {
    const { id } = await invoice({
      items: [
        { description: 'Hosting', rate: 99_999_999.123456, quantity: 0.5 },
        { description: 'Hosting', rate: 1, quantity: 12_345_678.123456 },
      ],
    });
    const { currency, lineItems } = (await viewInvoice(api.ours, id)).invoice;
    const [page = ''] = await pagesOf(id);
    const text = page.replaceAll(/[ \n]+/g, ' ');
    for (const { lineTotal, quantity, unitPrice } of lineItems) {
      const numbers = [
        numberText(quantity),
        moneyText(unitPrice, currency),
        moneyText(lineTotal, currency),
      ];
      expect(text).toContain(['Hosting', ...numbers].join(' '));
    }
  });

  test('of 500 lines has them all', async () => {
    const { id } = await invoice({
      items: items(500, ', described at some length for its own sake'),
    });
    const received = (await pagesOf(id)).join('\n').match(/Item \d+ of many/g);
    expect(new Set(received).size).toBe(500);
  });

  test.each([
    ['DRAFT', ['DRAFT', 'DRAFT']],
    ['VOIDED', ['VOID', 'VOID']],
    ['WRITE_OFF', []],
    ['PAID', []],
    ['SENT', []],
  ] as const)(
    'of an invoice that is %s shows its state across the page, or nothing, and the amount to pay',
    async (status, stamps) => {
      const { id } = await invoice({
        items: items(1),
        paymentInstructions: 'Please pay within 9 days',
      });
      const visibleInvoice = await viewInvoice(api.ours, id);
      const document = buildInvoiceDocument({
        ...visibleInvoice,
        invoice: { ...visibleInvoice.invoice, status },
      });
      const [page = ''] = await textOfPdf(await renderInvoicePdf(document));
      expect(page.match(/DRAFT|VOID/g) ?? []).toEqual(stamps);
      const isClosed = status === 'VOIDED' || status === 'WRITE_OFF';
      expect(page.includes('Amount due')).toBe(!isClosed && status !== 'DRAFT');
      expect(page.includes('Not issued yet')).toBe(status === 'DRAFT');
      expect(page.includes('Written off')).toBe(status === 'WRITE_OFF');
      expect(/how to pay|please pay within/i.test(page)).toBe(!isClosed && status !== 'PAID');
    },
  );
});

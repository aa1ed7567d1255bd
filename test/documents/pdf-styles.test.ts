import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { loadInvoiceFile } from '../../src/documents/issued-files.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();

async function invoice() {
  const name = `Client ${Math.random()}`;
  await created(api.ours, 'clients/create', { name, currency: 'EUR', city: 'Utrecht' });
  const items = Array.from({ length: 40 }, (_, index) => ({
    description: `Item ${index}`,
    rate: 1,
  }));
  return created(api.ours, 'invoices/create', { clientName: name, items });
}

const change = (input: object) => mutated(api.ours, 'updateWorkspace', { input }, 'name');

async function pdfOf(id: string) {
  const { pdf } = await loadInvoiceFile(api.database.prisma, await viewInvoice(api.ours, id));
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const xOf = (text: string) =>
    items.flatMap((item) =>
      'str' in item && item.str.startsWith(text) ? [item.transform[4]] : [],
    )[0];
  return { pdf, size: page.view, pages: document.numPages, xOf };
}

test('a draft is printed on the paper and in the layout that the workspace has', async () => {
  const { id } = await invoice();
  const standard = await pdfOf(id);
  expect(standard.size).toEqual([0, 0, 595.28, 841.89]);
  await change({ pageSize: 'LETTER', invoiceLayout: 'WINDOW', logoPlace: 'RIGHT' });
  const other = await pdfOf(id);
  expect(other.size).toEqual([0, 0, 612, 792]);
  // The client is at the left then, in the window, and the seller at the right. The number is at the left, the name at
  // the right.
  expect(standard.xOf('Utrecht')).toBeGreaterThan(250);
  expect(other.xOf('Utrecht')).toBeCloseTo(70.9, 0);
  expect(standard.xOf('INV-')).toBeGreaterThan(400);
  expect(other.xOf('INV-')).toBeCloseTo(48, 0);
  const text = (await textOfPdf(other.pdf)).join(' ');
  for (let index = 0; index < 40; index += 1) expect(text).toContain(`Item ${index}`);
  await change({ pageSize: 'A4', invoiceLayout: 'STANDARD', logoPlace: 'LEFT' });
});

test('an issued document keeps its paper, layout and colour, whenever its file is created', async () => {
  const { id } = await invoice();
  await change({ pageSize: 'LETTER', accentColor: '#1d4ed8' });
  await mutated(api.ours, 'markInvoiceSent', { id });
  await change({ pageSize: 'A4', accentColor: null, invoiceLayout: 'WINDOW' });
  const displayed = await viewInvoice(api.ours, id);
  expect(displayed.workspace).toMatchObject({
    pageSize: 'LETTER',
    invoiceLayout: 'STANDARD',
    logoPlace: 'LEFT',
    accentColor: '#1d4ed8',
  });
  expect((await pdfOf(id)).size).toEqual([0, 0, 612, 792]);
  await change({ invoiceLayout: 'STANDARD' });
});

test('one issued before styles were stored has the style of the workspace', async () => {
  const { id } = await invoice();
  await mutated(api.ours, 'markInvoiceSent', { id });
  await api.database.pool.query(
    `UPDATE "Invoice" SET "sellerInfo" = "sellerInfo" - 'pageSize' - 'accentColor' - 'logoPlace' - 'invoiceLayout'
     WHERE "accountId" = $1 AND id = $2`,
    [api.ours.accountId, id],
  );
  await change({ pageSize: 'LETTER' });
  expect((await viewInvoice(api.ours, id)).workspace.pageSize).toBe('LETTER');
  await change({ pageSize: 'A4' });
});

test('looks that there are none of are rejected', async () => {
  const source = 'mutation { updateWorkspace(input: { pageSize: A3 }) { __typename } }';
  const { body } = await api.ours.gql(source);
  expect(JSON.stringify(body.errors)).toContain('PageSize');
});

test('payment instructions are next to the totals if that keeps a short invoice on one page, and are read after them', async () => {
  const account = { iban: 'DE89370400440532013000', accountHolder: 'Ours' };
  await change({ ...account, pageSize: 'LETTER' });
  const { id } = await invoice();
  await mutated(api.ours, 'markInvoiceSent', { id });
  const visible = await viewInvoice(api.ours, id);
  const pagesWith = async (count: number) => {
    const lineItems = visible.invoice.lineItems.slice(0, count);
    const document = buildInvoiceDocument({
      ...visible,
      invoice: { ...visible.invoice, lineItems },
    });
    return textOfPdf(await renderInvoicePdf(document));
  };
  const sizes = Array.from({ length: 16 }, (_, index) => index + 1);
  const pages = await Promise.all(sizes.map(pagesWith));
  for (const [index, texts] of pages.entries()) {
    // The sums are on the page of the last line; how to pay is whole, there or on the next page.
    expect(texts.find((text) => text.includes('Subtotal'))).toMatch(/Item \d+[\s\S]*Amount due/);
    expect(texts.at(-1)).toMatch(/HOW TO PAY[\s\S]*DE89/);
    expect(texts.join(' ')).toContain(`Item ${index} `);
  }
  const onOne = pages.filter((texts) => texts.length === 1).length;
  expect(onOne).toBeGreaterThanOrEqual(8);
  // Below the totals it starts under them, next to them at their height.
  const heights = async (count: number) => {
    const lineItems = visible.invoice.lineItems.slice(0, count);
    const document = buildInvoiceDocument({
      ...visible,
      invoice: { ...visible.invoice, lineItems },
    });
    const file = await getDocumentProxy(new Uint8Array(await renderInvoicePdf(document)));
    const { items } = await (await file.getPage(1)).getTextContent();
    const yOf = (text: string) =>
      items.flatMap((item) => ('str' in item && item.str === text ? [item.transform[5]] : []));
    return { pay: yOf('HOW TO PAY')[0], subtotal: yOf('Subtotal')[0] };
  };
  const [small, many] = [await heights(1), await heights(onOne)];
  expect(small.pay).toBeLessThan(small.subtotal - 60);
  expect(Math.abs(many.pay - many.subtotal)).toBeLessThan(12);
  await change({ iban: null, accountHolder: null, pageSize: 'A4' });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import type { InvoiceDocument } from '../../src/documents/invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

beforeAll(() =>
  created(api.ours, 'clients/create', { name: 'Ampersand & <Sons>', currency: 'EUR' }),
);

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ description: `Item ${index + 1}`, rate: 10 }));

async function documentOf(count: number, more: Partial<InvoiceDocument> = {}) {
  const { id } = await created(api.ours, 'invoices/create', {
    clientName: 'Ampersand & <Sons>',
    taxRate: 19,
    items: items(count),
  });
  return { ...buildInvoiceDocument(await viewInvoice(api.ours, id)), ...more };
}

const render = async (count: number, more?: Partial<InvoiceDocument>) =>
  renderInvoicePdf(await documentOf(count, more));

/** The structure below an element, as tags in brackets: "Table(TR(TH TD))". */
function outline({ children = [], role }: Node): string {
  const below = children.filter((child) => 'role' in child).map(outline);
  return below.length === 0 ? String(role) : `${role}(${below.join(' ')})`;
}

interface Node {
  role?: string;
  children?: Node[];
}

describe('the PDF', () => {
  test('has a structure: title, parties, table with heads, totals, in reading order', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await render(2, { notes: 'Thanks' })));
    const tree = (await (await pdf.getPage(1)).getStructTree()) as Node;
    const row = 'TR(TD TD TD TD)';
    const sum = 'TR(TH TD)';
    expect(outline(tree)).toBe(
      [
        'Root(Document(P H1 P H2 P H2 P P P P P P(Link)',
        `Table(THead(TR(TH TH TH TH)) TBody(${row} ${row}))`,
        `Table(${[sum, sum, sum].join(' ')}) H2 P))`,
      ].join(' '),
    );
    expect((await pdf.getMarkInfo())?.Marked).toBe(true);
  });

  test('links to the page with a text that the structure names', async () => {
    const document = await documentOf(1);
    const file = await renderInvoicePdf(document);
    const pdf = await getDocumentProxy(new Uint8Array(file));
    const [link] = await (await pdf.getPage(1)).getAnnotations();
    expect(link).toMatchObject({
      url: document.viewOnlineUrl,
      contentsObj: { str: 'View this invoice online' },
    });
    const text = (await textOfPdf(file)).join('\n');
    expect(text).toContain('View this invoice online');
    expect(text).not.toContain(document.viewOnlineUrl);
  });

  test('has a title, language and author, with any characters', async () => {
    const seller = { name: 'Müller & <Söhne>', lines: [] };
    const pdf = await getDocumentProxy(new Uint8Array(await render(1, { seller })));
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Author: seller.name, Language: 'en', PDFFormatVersion: '1.7' });
    expect(metadata?.get('dc:title')).toBe((info as { Title: string }).Title);
    expect(metadata?.get('dc:creator')).toEqual([seller.name]);
    // The file was not validated, so that it claims no conformance.
    expect(metadata?.get('pdfaid:part') ?? null).toBeNull();
  });

  test('embeds every font, and the profile of its colours', async () => {
    const file = (await render(1, { notes: '東京 ✓ שלום' })).toString('latin1');
    const fonts = file.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThanOrEqual(4);
    expect(file.match(/\/FontFile2 /g)).toHaveLength(fonts.length);
    expect(file).toContain('/OutputIntent');
  });

  test('marks a row that spans pages as one row', async () => {
    const document = await documentOf(1);
    const [line] = document.lines;
    const long = {
      ...document,
      lines: line ? [{ ...line, description: 'words '.repeat(3_000) }] : [],
    };
    const pdf = await getDocumentProxy(new Uint8Array(await renderInvoicePdf(long)));
    expect(pdf.numPages).toBeGreaterThan(2);
    const second = (await (await pdf.getPage(2)).getStructTree()) as Node;
    expect(outline(second)).toContain('TBody(TR(TD TD TD TD))');
  });

  test('has no page for its foot alone, however many lines there are', async () => {
    const document = await documentOf(30, {
      footer: 'A foot line of the template.\nAnd another one.',
      paymentInstructions: 'By bank transfer.',
      notes: 'Thank you.',
    });
    for (let count = 1; count <= 30; count += 1) {
      const pages = await textOfPdf(
        await renderInvoicePdf({ ...document, lines: document.lines.slice(0, count) }),
      );
      expect(pages.at(-1), `${count} lines`).toMatch(/HOW TO PAY|NOTES/);
      const sums = pages.find((page) => page.includes('Subtotal'));
      expect(sums, `${count} lines`).toMatch(new RegExp(`Item ${count}\\b[\\s\\S]*Total`));
    }
    const footAlone = { ...document, paymentInstructions: null, notes: null };
    for (let count = 1; count <= 30; count += 1) {
      const lines = document.lines.slice(0, count);
      const pages = await textOfPdf(await renderInvoicePdf({ ...footAlone, lines }));
      expect(pages.at(-1), `${count} lines`).toContain(`Item ${count}`);
    }
  });

  test('keeps a line and the totals on one page as long as they fit, whatever follows', async () => {
    const below = { paymentInstructions: 'By bank transfer.\nThank you.', notes: 'Until soon.' };
    const [bare, full] = [await documentOf(30), await documentOf(30, below)];
    for (let count = 1; count <= 30; count += 1) {
      const pageOfSums = async (document: InvoiceDocument) => {
        const lines = document.lines.slice(0, count);
        const pages = await textOfPdf(await renderInvoicePdf({ ...document, lines }));
        return pages.findIndex((page) => page.includes('Amount due'));
      };
      expect(await pageOfSums(full), `${count} lines`).toBe(await pageOfSums(bare));
    }
  });

  test('writes all numbers of its lines in one size, however long one of them is', async () => {
    const document = await documentOf(2);
    const [first, second] = document.lines;
    if (!first || !second) throw new Error('there are two lines');
    const lines = [{ ...first, quantity: '123,456,789,012.123456' }, second];
    const pdf = await getDocumentProxy(
      new Uint8Array(await renderInvoicePdf({ ...document, lines })),
    );
    const { items: texts } = await (await pdf.getPage(1)).getTextContent();
    const sizeOf = (displayed: string) =>
      texts.flatMap((item) => ('str' in item && item.str === displayed ? [item.height] : []));
    const sizes = [lines[0]?.quantity ?? '', second.quantity, first.unitPrice].flatMap(sizeOf);
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sizes).size).toBe(1);
  });

  const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;

  test.runIf(hasQpdf)('is valid for qpdf (skipped without qpdf)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'invoice-'));
    const path = join(folder, 'invoice.pdf');
    writeFileSync(path, await render(60, { notes: 'שלום 東京 क्षत्रिय' }));
    const { status, stderr, stdout } = spawnSync('qpdf', ['--check', path]);
    rmSync(folder, { recursive: true });
    expect(status, `${stdout} ${stderr}`).toBe(0);
  });
});

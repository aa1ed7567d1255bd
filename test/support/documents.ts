import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import type { InvoiceView } from '../../src/domain/invoices/invoice-view.ts';
import { findInvoiceView } from '../../src/domain/invoices/invoice-view.ts';
import type { TestWorkspace } from './api.ts';

/** The texts on each page of a PDF, with their spaces. */
export async function textOfPdf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text;
}

/** An invoice as its customer is shown it, for changing one thing about it. */
export async function viewInvoice({ context }: TestWorkspace, id: string): Promise<InvoiceView> {
  const displayed = await findInvoiceView(context, { id });
  if (!displayed) throw new Error(`there is no invoice ${id}`);
  return displayed;
}

/** Prints an invoice of lines called "Item 1 of many" and so on with one of them, with two …: the sums are on its page. */
export async function expectSumsBesideLastLine(visible: InvoiceView, lines: number): Promise<void> {
  expect(visible.invoice.lineItems).toHaveLength(lines);
  for (let count = 1; count <= lines; count += 1) {
    const lineItems = visible.invoice.lineItems.slice(0, count);
    const issued = { ...visible.invoice, lineItems, status: 'SENT' as const };
    const part = { ...visible, invoice: issued };
    const pages = await textOfPdf(await renderInvoicePdf(buildInvoiceDocument(part)));
    const page = pages.find((text) => text.includes('Subtotal'));
    expect(page, `${count} lines`).toContain(`Item ${count} of many`);
    expect(page, `${count} lines`).toContain('Amount due');
  }
}

/** Strings that want to be something else than text. */
export const hostileTexts = [
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  '{{ 6 | times: 7 }}{% include "/etc/passwd" %}',
  '=HYPERLINK("https://evil.example/")',
  '"></p><a href="javascript:alert(3)">pay here</a>',
];

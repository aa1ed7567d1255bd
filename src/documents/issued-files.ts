import type { Db } from '../database/client/db.ts';
import { findCreditNote } from '../domain/credit-notes/credit-note-view.ts';
import {
  findCreditNoteDocument,
  findCreditNotesWithoutDocument,
  saveCreditNoteDocument,
} from '../domain/credit-notes/documents.ts';
import type { CreditNoteRecord } from '../domain/credit-notes/fields.ts';
import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { findInvoiceView } from '../domain/invoices/invoice-view.ts';
import {
  findInvoicesWithoutDocument,
  findIssuedDocument,
  isIssued,
  saveIssuedDocument,
} from '../domain/invoices/issued-documents.ts';
import { fillPlaceholders } from '../locales/document-locale.ts';
import { Decimal } from '../platform/money/money.ts';
import { documentLocaleOfInvoice, invoiceFileName } from './build-invoice-document.ts';
import { buildCreditNoteDocument } from './credit-note-document.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { buildInvoiceDocumentWithFooter } from './invoice-footer.ts';
import { renderInvoicePdf } from './request-pdf.ts';
import { dateText, fileNameText } from './text-formatting.ts';

export interface InvoiceFile {
  fileName: string;
  pdf: Buffer;
}

/**
 * The PDF of an issued invoice is rendered once and stored, so that it never changes.
 * @throws as `renderInvoicePdf` and {@link buildInvoiceDocumentWithFooter}
 */
export async function loadInvoiceFile(
  db: Db,
  view: InvoiceView,
  signal?: AbortSignal,
): Promise<InvoiceFile> {
  const { invoice } = view;
  const fileName = invoiceFileName(
    documentLocaleOfInvoice(view.workspace, invoice),
    invoice.invoiceNumberFormatted,
  );
  if (!isIssued(invoice)) {
    return {
      fileName,
      pdf: await renderInvoicePdf(await buildInvoiceDocumentWithFooter(db, view), signal),
    };
  }
  const stored = await findIssuedDocument(db, invoice);
  if (stored) return { fileName, pdf: Buffer.from(stored.bytes) };
  const rendered = await renderInvoicePdf(await issuedDocumentOf(db, view), signal);
  return { fileName, pdf: await saveIssuedDocument(db, invoice, rendered) };
}

/**
 * A stamped copy. The stored PDF stays unchanged.
 * @throws as {@link loadInvoiceFile}
 */
export async function renderVoidedCopy(
  db: Db,
  view: InvoiceView,
  signal?: AbortSignal,
): Promise<InvoiceFile> {
  const document = await issuedDocumentOf(db, view);
  const { fileName, words } = document;
  const voided: InvoiceDocument = {
    ...document,
    status: { label: words.statusVoid, mood: 'closed', isVoid: true },
    callToAction: words.isVoid,
    paymentInstructions: null,
    transfer: null,
  };
  const suffix = fileNameText(words.statusVoid);
  const pdf = await renderInvoicePdf(voided, signal);
  return { fileName: fileName.replace(/\.pdf$/, `-${suffix}.pdf`), pdf };
}

/**
 * The PDF of a credit note, rendered once and stored.
 * @throws as `renderInvoicePdf`
 */
export async function loadCreditNoteFile(
  db: Db,
  view: InvoiceView,
  note: CreditNoteRecord,
  signal?: AbortSignal,
): Promise<InvoiceFile> {
  const document = issuedCreditNoteDocumentOf(view, note);
  const { fileName } = document;
  const stored = await findCreditNoteDocument(db, note);
  if (stored) return { fileName, pdf: Buffer.from(stored.bytes) };
  const rendered = await renderInvoicePdf(document, signal);
  return { fileName, pdf: await saveCreditNoteDocument(db, note, rendered) };
}

/** Excludes all that can change: the link, and whether the invoice is overdue. */
export function issuedCreditNoteDocumentOf(
  view: InvoiceView,
  note: CreditNoteRecord,
): InvoiceDocument {
  const invoice = { ...view.invoice, viewOnlineUrl: null };
  return buildCreditNoteDocument({ ...view, invoice, today: '0001-01-01' }, note);
}

/**
 * The printed content of an issued invoice, without anything that can change: payments, status and
 * link.
 */
export async function issuedDocumentOf(db: Db, view: InvoiceView): Promise<InvoiceDocument> {
  const invoice = asIssued(view.invoice);
  const document = await buildInvoiceDocumentWithFooter(db, {
    ...view,
    invoice,
    today: '0001-01-01',
  });
  const { dueDate, total } = invoice;
  return {
    ...document,
    status: { label: '', mood: 'open' },
    amountDue: null,
    callToAction: total.isZero()
      ? document.callToAction
      : fillPlaceholders(document.words.isPayable, {
          amount: (document.amountToPay ?? document.total).amount,
          date: dateText(dueDate, document.language),
        }),
  };
}

/** The state at the time of issue. */
function asIssued(invoice: InvoiceRecord): InvoiceRecord {
  return {
    ...invoice,
    status: 'SENT',
    payments: [],
    paymentTotal: new Decimal(0),
    creditNotes: [],
    creditedTotal: new Decimal(0),
    amountDue: invoice.total,
    datePaid: null,
    viewOnlineUrl: null,
    updatedAt: invoice.dateIssued ?? invoice.updatedAt,
  };
}

/** Renders missing PDFs of recently issued invoices and credit notes. Returns their number. */
export async function createMissingInvoiceFiles(db: Db, publicUrl: string): Promise<number> {
  const readContext = { db, publicUrl, now: new Date() };
  const missing = await findInvoicesWithoutDocument(db);
  let rendered = 0;
  for (const { accountId, id } of missing) {
    const view = await findInvoiceView({ ...readContext, accountId }, { id });
    if (!view) continue;
    await loadInvoiceFile(db, view);
    rendered += 1;
  }
  for (const { accountId, id, invoiceId } of await findCreditNotesWithoutDocument(db)) {
    const view = await findInvoiceView({ ...readContext, accountId }, { id: invoiceId });
    const note = await findCreditNote({ accountId, db }, { id, invoiceId });
    if (!view || !note) continue;
    await loadCreditNoteFile(db, view, note);
    rendered += 1;
  }
  return rendered;
}

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
import { fillPlaceholders } from '../locales/documents/index.ts';
import { Decimal } from '../platform/money/money.ts';
import { documentLocaleOfInvoice, invoiceFileName } from './build-invoice-document.ts';
import { buildCreditNoteDocument } from './credit-note-document.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { buildInvoiceDocumentWithFooter } from './invoice-footer.ts';
import { renderInvoicePdf } from './request-pdf.ts';
import { dateText, fileNameText } from './text-formatting.ts';

/** An invoice or a credit note as a file. */
export interface InvoiceFile {
  fileName: string;
  pdf: Buffer;
}

/**
 * The PDF of an invoice. That of an issued one is made when it is wanted first, and is the same from then on, byte for byte,
 * whatever becomes of the invoice, its link, the workspace or this program; of a draft it shows what is there now.
 * @throws as `renderInvoicePdf` and {@link buildInvoiceDocumentWithFooter}, where it is still to be made
 */
export async function loadInvoiceFile(
  db: Db,
  shown: InvoiceView,
  signal?: AbortSignal,
): Promise<InvoiceFile> {
  const { invoice } = shown;
  const fileName = invoiceFileName(
    documentLocaleOfInvoice(shown.workspace, invoice),
    invoice.invoiceNumberFormatted,
  );
  if (!isIssued(invoice)) {
    return {
      fileName,
      pdf: await renderInvoicePdf(await buildInvoiceDocumentWithFooter(db, shown), signal),
    };
  }
  const kept = await findIssuedDocument(db, invoice);
  if (kept) return { fileName, pdf: Buffer.from(kept.bytes) };
  const made = await renderInvoicePdf(await issuedDocumentOf(db, shown), signal);
  return { fileName, pdf: await saveIssuedDocument(db, invoice, made) };
}

/**
 * A copy of the PDF of an invoice that was issued and declared void, with a stamp across each page. The PDF itself stays as it was issued.
 * @throws as `renderInvoicePdf` and {@link buildInvoiceDocumentWithFooter}
 */
export async function renderVoidedCopy(
  db: Db,
  shown: InvoiceView,
  signal?: AbortSignal,
): Promise<InvoiceFile> {
  const document = await issuedDocumentOf(db, shown);
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
 * The PDF of a credit note, which is made when it is wanted first, and is the same from then on, byte for byte, as that of an invoice
 * that was issued.
 * @throws as `renderInvoicePdf`, where it is still to be made
 */
export async function loadCreditNoteFile(
  db: Db,
  shown: InvoiceView,
  note: CreditNoteRecord,
  signal?: AbortSignal,
): Promise<InvoiceFile> {
  // Nothing that can change is in it: not the link, and not what is late today.
  const invoice = { ...shown.invoice, viewOnlineUrl: null };
  const document = buildCreditNoteDocument({ ...shown, invoice, today: '0001-01-01' }, note);
  const { fileName } = document;
  const kept = await findCreditNoteDocument(db, note);
  if (kept) return { fileName, pdf: Buffer.from(kept.bytes) };
  const made = await renderInvoicePdf(document, signal);
  return { fileName, pdf: await saveCreditNoteDocument(db, note, made) };
}

/**
 * What is printed of an issued invoice: all that was issued, and nothing that can change afterwards. What was paid, is due, late
 * or void stands on the page and in mails, and the link, which can be taken away, in the mail.
 */
async function issuedDocumentOf(db: Db, shown: InvoiceView): Promise<InvoiceDocument> {
  const invoice = asIssued(shown.invoice);
  const document = await buildInvoiceDocumentWithFooter(db, {
    ...shown,
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

/** An invoice as it was when it was issued. */
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

/**
 * Makes the files of invoices and credit notes that were issued lately and nobody has asked for so far, one after the other; answers
 * how many.
 */
export async function createMissingInvoiceFiles(db: Db, publicUrl: string): Promise<number> {
  const keyless = { db, publicUrl, now: new Date() };
  const missing = await findInvoicesWithoutDocument(db);
  let made = 0;
  for (const { accountId, id } of missing) {
    const shown = await findInvoiceView({ ...keyless, accountId }, { id });
    if (!shown) continue;
    await loadInvoiceFile(db, shown);
    made += 1;
  }
  for (const { accountId, id, invoiceId } of await findCreditNotesWithoutDocument(db)) {
    const shown = await findInvoiceView({ ...keyless, accountId }, { id: invoiceId });
    const note = await findCreditNote({ accountId, db }, { id, invoiceId });
    if (!shown || !note) continue;
    await loadCreditNoteFile(db, shown, note);
    made += 1;
  }
  return made;
}

import {
  findIssuedDocument,
  findWithoutDocument,
  isIssued,
  keepIssuedDocument,
} from '../domain/invoices/issued-documents.ts';
import type { InvoiceRecord } from '../domain/invoices/records.ts';
import type { ShownInvoice } from '../domain/invoices/shown.ts';
import { findShownInvoice } from '../domain/invoices/shown.ts';
import type { Db } from '../domain/kernel/context.ts';
import { Decimal } from '../domain/kernel/money.ts';
import type { InvoiceDocument } from './document.ts';
import { fileNameOf, speechOfInvoice } from './document.ts';
import { documentOf } from './document-of.ts';
import { renderInvoicePdf } from './pdf.ts';
import { dateText } from './texts.ts';
import { filled } from './words/index.ts';

/** An invoice as a file. */
export interface InvoiceFile {
  fileName: string;
  pdf: Buffer;
}

/**
 * The PDF of an invoice. That of an issued one is made when it is wanted first, and is the same from then on, byte for byte,
 * whatever becomes of the invoice, its link, the workspace or this program; of a draft it shows what is there now.
 * @throws as `renderInvoicePdf` and {@link documentOf}, where it is still to be made
 */
export async function invoiceFile(
  db: Db,
  shown: ShownInvoice,
  signal?: AbortSignal,
): Promise<InvoiceFile> {
  const { invoice } = shown;
  const fileName = fileNameOf(
    speechOfInvoice(shown.workspace, invoice),
    invoice.invoiceNumberFormatted,
  );
  if (!isIssued(invoice)) {
    return { fileName, pdf: await renderInvoicePdf(await documentOf(db, shown), signal) };
  }
  const kept = await findIssuedDocument(db, invoice);
  if (kept) return { fileName, pdf: Buffer.from(kept.bytes) };
  const made = await renderInvoicePdf(await issuedDocumentOf(db, shown), signal);
  return { fileName, pdf: await keepIssuedDocument(db, invoice, made) };
}

/**
 * What is printed of an issued invoice: all that was issued, and nothing that can change afterwards. What was paid, is due, late
 * or void stands on the page and in mails, and the link, which can be taken away, in the mail.
 */
async function issuedDocumentOf(db: Db, shown: ShownInvoice): Promise<InvoiceDocument> {
  const invoice = asIssued(shown.invoice);
  const document = await documentOf(db, { ...shown, invoice, today: '0001-01-01' });
  const { dueDate, total } = invoice;
  return {
    ...document,
    status: { label: '', mood: 'open' },
    amountDue: null,
    callToAction: total.isZero()
      ? document.callToAction
      : filled(document.words.isPayable, {
          amount: document.total.amount,
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

/** Makes the files of invoices that were issued lately and nobody has asked for so far, one after the other; answers how many. */
export async function makeMissingFiles(db: Db, publicUrl: string): Promise<number> {
  const missing = await findWithoutDocument(db);
  let made = 0;
  for (const { accountId, id } of missing) {
    const shown = await findShownInvoice({ accountId, db, publicUrl, now: new Date() }, { id });
    if (!shown) continue;
    await invoiceFile(db, shown);
    made += 1;
  }
  return made;
}

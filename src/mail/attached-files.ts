import { loadEInvoiceFile } from '../documents/e-invoice-files.ts';
import { loadCreditNoteFile, loadInvoiceFile } from '../documents/issued-files.ts';
import { findCreditNote } from '../domain/credit-notes/credit-note-view.ts';
import type { CreditNoteRecord } from '../domain/credit-notes/fields.ts';
import type { EInvoiceFile } from '../domain/invoices/e-invoice-services.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import type { OutboxMail, PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { OutgoingMail } from './smtp-transport.ts';

/** The PDF and the e-invoice that the client receives. A Factur-X PDF replaces the other PDF. */
export async function attachedFiles(
  db: PrismaClient,
  { accountId, creditNoteId, kind }: OutboxMail,
  view: InvoiceView,
): Promise<OutgoingMail['attachments']> {
  const key = { id: creditNoteId ?? '', invoiceId: view.invoice.id };
  const creditNote = creditNoteId === null ? null : await findCreditNote({ accountId, db }, key);
  if (kind !== 'INVOICE' && !creditNote) return [];
  const eInvoice = await tryLoadEInvoice(db, view, creditNote);
  const attached = eInvoice
    ? [
        {
          ...{ filename: eInvoice.fileName, contentType: eInvoice.mediaType },
          content: eInvoice.bytes,
        },
      ]
    : [];
  if (eInvoice?.format === 'FACTUR_X') return attached;
  const { fileName, pdf } = creditNote
    ? await loadCreditNoteFile(db, view, creditNote)
    : await loadInvoiceFile(db, view);
  return [{ filename: fileName, contentType: 'application/pdf', content: pdf }, ...attached];
}

/** Null if the client receives none, or if values are missing: `sendInvoice` has reported them. */
async function tryLoadEInvoice(
  db: PrismaClient,
  view: InvoiceView,
  creditNote: CreditNoteRecord | null,
): Promise<EInvoiceFile | null> {
  try {
    return await loadEInvoiceFile({ db, view, creditNote }, null);
  } catch (error) {
    if (error instanceof ActionError && error.status === 409) return null;
    throw error;
  }
}

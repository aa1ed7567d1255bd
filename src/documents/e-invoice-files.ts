import type { Db } from '../database/client/db.ts';
import { findCreditNote } from '../domain/credit-notes/credit-note-view.ts';
import type { CreditNoteRecord } from '../domain/credit-notes/fields.ts';
import { eInvoiceInclude } from '../domain/e-invoices/e-invoice-source.ts';
import { xmlFormatOf } from '../domain/e-invoices/formats.ts';
import { makeXml } from '../domain/e-invoices/issue-e-invoice.ts';
import type { EInvoiceSource } from '../domain/e-invoices/list-faults.ts';
import { findStoredEInvoice, saveEInvoice } from '../domain/e-invoices/stored-e-invoices.ts';
import type { EInvoiceFile, EInvoiceKey } from '../domain/invoices/e-invoice-services.ts';
import type { InvoiceHeader } from '../domain/invoices/invoice-record.ts';
import { presentInvoice } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView, UnauthenticatedContext } from '../domain/invoices/invoice-view.ts';
import { findInvoiceView } from '../domain/invoices/invoice-view.ts';
import { isIssued } from '../domain/invoices/issued-documents.ts';
import { sellerOf } from '../domain/invoices/seller.ts';
import type { EInvoiceDocument, Workspace } from '../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../generated/prisma/enums.ts';
import type { Services } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { documentLocaleOfInvoice, invoiceFileName } from './build-invoice-document.ts';
import { issuedCreditNoteDocumentOf, issuedDocumentOf } from './issued-files.ts';
import { renderInvoicePdf } from './request-pdf.ts';

interface Source {
  db: Db;
  view: InvoiceView;
  creditNote: CreditNoteRecord | null;
}

export const loadEInvoice: Services['loadEInvoice'] = async (context, key, format) => {
  const { accountId, now, publicUrl } = context;
  // One file for all callers: no access policy limits what it contains.
  const readContext = { accountId, now, publicUrl, db: context.root ?? context.db };
  const view = await findInvoiceView(readContext, { id: key.invoiceId });
  if (!view) throw recordNotFoundError('Invoice', key.invoiceId, 'invoiceId');
  const creditNote = await findKeyedCreditNote(readContext, key);
  return loadEInvoiceFile({ db: readContext.db, view, creditNote }, format);
};

async function findKeyedCreditNote(
  context: UnauthenticatedContext,
  { creditNoteId: id, invoiceId }: EInvoiceKey,
): Promise<CreditNoteRecord | null> {
  if (id === undefined) return null;
  const creditNote = await findCreditNote(context, { id, invoiceId });
  if (!creditNote) throw recordNotFoundError('CreditNote', id, 'creditNoteId');
  return creditNote;
}

/**
 * The stored file. It is made if there is none yet. Null if no format is given and the client has none.
 * @throws ActionError conflicting_state for a draft, e_invoice_incomplete; as `renderInvoicePdf`
 */
export async function loadEInvoiceFile(
  source: Source,
  wanted: EInvoiceFormat | null,
  signal?: AbortSignal,
): Promise<EInvoiceFile | null> {
  const { creditNote, db, view } = source;
  const format = wanted ?? view.eInvoiceFormat;
  if (format === null) return null;
  const { accountId, id: invoiceId } = view.invoice;
  const key = { invoiceId, ...(creditNote && { creditNoteId: creditNote.id }) };
  const number = creditNote?.numberFormatted ?? view.invoice.invoiceNumberFormatted;
  const loadXml = async () => {
    const stored = await findStoredEInvoice(db, accountId, key, xmlFormatOf(format));
    if (stored) return stored;
    const bytes = Buffer.from(await makeIssuedXml(source, format));
    return saveEInvoice(db, accountId, key, { bytes, format: xmlFormatOf(format), number });
  };
  const loadPdf = async () => {
    const stored = await findStoredEInvoice(db, accountId, key, format);
    if (stored) return stored;
    const xml = Buffer.from((await loadXml()).bytes).toString();
    const bytes = await renderInvoicePdf({ ...(await pdfSourceOf(source)), xml }, signal);
    return saveEInvoice(db, accountId, key, { bytes, format, number });
  };
  const stored = await (format === 'FACTUR_X' ? loadPdf() : loadXml());
  return toFile(fileNameOf(creditNote, view, format), { ...stored, format });
}

export function presentStoredEInvoice(
  { creditNote, row }: EInvoiceSource,
  stored: EInvoiceDocument,
): EInvoiceFile {
  const invoice = presentInvoice({ publicUrl: '' }, row);
  const workspace = sellerOf(row.workspace, invoice);
  return toFile(fileNameOf(creditNote, { invoice, workspace }, stored.format), stored);
}

const toFile = (
  fileName: string,
  { bytes, format, mediaType, sha256 }: EInvoiceDocument,
): EInvoiceFile => ({ format, fileName, mediaType, sha256, bytes: Buffer.from(bytes) });

async function makeIssuedXml(
  { creditNote, db, view }: Source,
  format: EInvoiceFormat,
): Promise<string> {
  const { accountId, id } = view.invoice;
  const where = { accountId_id: { accountId, id } };
  const row = await db.invoice.findUniqueOrThrow({ where, include: eInvoiceInclude });
  const xml = makeXml(row, format, creditNote);
  if (isIssued(view.invoice)) return xml;
  throw new ActionError(
    'conflicting_state',
    'The invoice has no e-invoice yet, because it is not issued. Send it, or mark it as sent.',
  );
}

const pdfSourceOf = ({ creditNote, db, view }: Source) =>
  creditNote ? issuedCreditNoteDocumentOf(view, creditNote) : issuedDocumentOf(db, view);

function fileNameOf(
  creditNote: CreditNoteRecord | null,
  { invoice, workspace }: { invoice: InvoiceHeader; workspace: Workspace },
  format: EInvoiceFormat,
): string {
  const { words } = documentLocaleOfInvoice(workspace, invoice);
  const name = creditNote
    ? invoiceFileName(
        { words: { ...words, invoice: words.creditNote } },
        creditNote.numberFormatted,
      )
    : invoiceFileName({ words }, invoice.invoiceNumberFormatted);
  return format === 'FACTUR_X' ? name : name.replace(/\.pdf$/, '.xml');
}

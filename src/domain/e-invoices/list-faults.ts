import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Context, Services } from '../../platform/context/context.ts';
import { findCreditNotes } from '../credit-notes/credit-note-view.ts';
import type { CreditNoteRecord } from '../credit-notes/fields.ts';
import type { EInvoiceKey, EInvoiceRow } from '../invoices/e-invoice-services.ts';
import type { InvoiceWarning } from '../invoices/invoice-warnings.ts';
import { findInvoiceWarnings } from '../invoices/invoice-warnings.ts';
import { eInvoiceInclude, eInvoiceOf } from './e-invoice-source.ts';
import type { EInvoiceFault } from './fault.ts';
import { findEInvoiceFaults, findWorkspaceEInvoiceFaults } from './find-faults.ts';

export interface EInvoiceSource {
  row: EInvoiceRow;
  creditNote: CreditNoteRecord | null;
}

/** Returns the sources of invoices, drafts and credit notes in the order of the keys, and null for a missing record. */
export async function findEInvoiceSources(
  context: Pick<Context, 'accountId' | 'db'> & Partial<Pick<Context, 'root'>>,
  keys: readonly EInvoiceKey[],
): Promise<(EInvoiceSource | null)[]> {
  const { accountId } = context;
  // Documents contain all data of their parties, also data that the caller cannot read.
  const db = context.root ?? context.db;
  const ids = keys.map(({ invoiceId }) => invoiceId);
  const creditNoteIds = keys.flatMap(({ creditNoteId }) => creditNoteId ?? []);
  const query = { where: { accountId, id: { in: ids } }, include: eInvoiceInclude };
  const [rows, creditNotes] = await Promise.all([
    db.invoice.findMany(query),
    findCreditNotes({ accountId, db }, creditNoteIds),
  ]);
  return keys.map(({ creditNoteId, invoiceId }) => {
    const row = rows.find(({ id }) => id === invoiceId);
    const creditNote = creditNotes.find(({ id }) => id === creditNoteId) ?? null;
    return row && (creditNoteId === undefined || creditNote) ? { row, creditNote } : null;
  });
}

/**
 * Lists everything that prevents an invoice, a draft or a credit note from being an e-invoice. Contacts of clients get an empty list.
 * @param format default: that of the client. Without one, there are no faults.
 */
export function listEInvoiceFaults(
  { actor }: Pick<Context, 'actor'>,
  source: EInvoiceSource | null,
  format: EInvoiceFormat | null,
): EInvoiceFault[] {
  if (actor.contact) return [];
  const requestedFormat = format ?? source?.row.client.eInvoiceFormat;
  if (!source || !requestedFormat) return [];
  return findEInvoiceFaults(eInvoiceOf(source.row, source.creditNote), requestedFormat);
}

export const listDraftWarnings = (
  context: Pick<Context, 'actor'>,
  source: EInvoiceSource | null,
): InvoiceWarning[] => [
  ...findInvoiceWarnings(source?.row.taxBreakdown ?? []),
  ...listEInvoiceFaults(context, source, null).map(toWarning),
];

export const listPreviewWarnings: Services['listPreviewWarnings'] = (context, row) =>
  listDraftWarnings(context, { row, creditNote: null });

const toWarning = ({ message, path, rule }: EInvoiceFault): InvoiceWarning => ({
  ...{ path, code: rule, message },
});

export async function listWorkspaceEInvoiceFaults(
  { accountId, actor, db, root }: Pick<Context, 'accountId' | 'actor' | 'db' | 'root'>,
  format: EInvoiceFormat,
): Promise<EInvoiceFault[]> {
  if (actor.contact) return [];
  const workspace = await (root ?? db).workspace.findUniqueOrThrow({ where: { accountId } });
  return findWorkspaceEInvoiceFaults(workspace, format);
}

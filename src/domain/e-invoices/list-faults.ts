import type { Prisma } from '../../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { findCreditNote } from '../credit-notes/credit-note-view.ts';
import type { EInvoiceKey } from '../invoices/e-invoice-services.ts';
import { eInvoiceInclude, eInvoiceOf } from './e-invoice-source.ts';
import type { EInvoiceFault } from './find-faults.ts';
import { findEInvoiceFaults, findWorkspaceEInvoiceFaults } from './find-faults.ts';

/**
 * Everything that prevents an invoice, a draft or a credit note from being an e-invoice.
 * @param format default: that of the client. Without one, there are no faults.
 */
export async function listEInvoiceFaults(
  context: Pick<Context, 'accountId' | 'db'>,
  { creditNoteId, invoiceId: id }: EInvoiceKey,
  format: EInvoiceFormat | null,
): Promise<EInvoiceFault[]> {
  const { accountId, db } = context;
  const hasFormat: Prisma.InvoiceWhereInput =
    format === null ? { client: { eInvoiceFormat: { not: null } } } : {};
  const find = { where: { accountId, id, ...hasFormat }, include: eInvoiceInclude };
  const row = await db.invoice.findFirst(find);
  const wanted = format ?? row?.client.eInvoiceFormat;
  if (!row || !wanted) return [];
  const creditNote = creditNoteId
    ? await findCreditNote(context, { id: creditNoteId, invoiceId: id })
    : null;
  return findEInvoiceFaults(eInvoiceOf(row, creditNote), wanted);
}

export async function listWorkspaceEInvoiceFaults(
  { accountId, db }: Pick<Context, 'accountId' | 'db'>,
  format: EInvoiceFormat,
): Promise<EInvoiceFault[]> {
  const workspace = await db.workspace.findUniqueOrThrow({ where: { accountId } });
  return findWorkspaceEInvoiceFaults(workspace, format);
}

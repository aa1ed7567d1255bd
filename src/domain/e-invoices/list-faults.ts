import type { Prisma } from '../../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { findCreditNote } from '../credit-notes/credit-note-view.ts';
import type { EInvoiceKey } from '../invoices/e-invoice-services.ts';
import { eInvoiceInclude, eInvoiceOf } from './e-invoice-source.ts';
import type { EInvoiceFault } from './find-faults.ts';
import { findEInvoiceFaults, findWorkspaceEInvoiceFaults } from './find-faults.ts';

/**
 * Everything that prevents an invoice, a draft or a credit note from being an e-invoice. Contacts of clients see none.
 * @param format default: that of the client. Without one, there are no faults.
 */
export async function listEInvoiceFaults(
  context: Pick<Context, 'accountId' | 'actor' | 'db' | 'root'>,
  { creditNoteId, invoiceId: id }: EInvoiceKey,
  format: EInvoiceFormat | null,
): Promise<EInvoiceFault[]> {
  const { accountId, actor } = context;
  if (actor.contact) return [];
  const db = context.root ?? context.db;
  const hasFormat: Prisma.InvoiceWhereInput =
    format === null ? { client: { eInvoiceFormat: { not: null } } } : {};
  const find = { where: { accountId, id, ...hasFormat }, include: eInvoiceInclude };
  const row = await db.invoice.findFirst(find);
  const wanted = format ?? row?.client.eInvoiceFormat;
  if (!row || !wanted) return [];
  const creditNote = creditNoteId
    ? await findCreditNote({ accountId, db }, { id: creditNoteId, invoiceId: id })
    : null;
  return findEInvoiceFaults(eInvoiceOf(row, creditNote), wanted);
}

export async function listWorkspaceEInvoiceFaults(
  { accountId, actor, db, root }: Pick<Context, 'accountId' | 'actor' | 'db' | 'root'>,
  format: EInvoiceFormat,
): Promise<EInvoiceFault[]> {
  if (actor.contact) return [];
  const workspace = await (root ?? db).workspace.findUniqueOrThrow({ where: { accountId } });
  return findWorkspaceEInvoiceFaults(workspace, format);
}

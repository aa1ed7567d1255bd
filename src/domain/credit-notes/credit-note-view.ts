import type { Context } from '../../platform/context/context.ts';
import { viewOnlineUrl } from '../invoices/invoice-record.ts';
import type { UnauthenticatedContext } from '../invoices/invoice-view.ts';
import type { CreditNoteRecord } from './fields.ts';

const parts = {
  lineItems: { orderBy: { position: 'asc' } },
  taxBreakdown: { orderBy: { order: 'asc' } },
} as const;

/** The URL starts with the link of the invoice. Null if that link was revoked. */
export function creditNotePdfUrl(
  context: Pick<Context, 'publicUrl'>,
  {
    accountId,
    id,
    invoice,
  }: { accountId: number; id: string; invoice: { viewToken: string | null } },
): string | null {
  const url = viewOnlineUrl(context, { accountId, viewToken: invoice.viewToken });
  return url && `${url}/credit-notes/${id}.pdf`;
}

export function findCreditNote(
  { accountId, db }: Pick<UnauthenticatedContext, 'accountId' | 'db'>,
  { id, invoiceId }: { id: string; invoiceId: string },
): Promise<CreditNoteRecord | null> {
  return db.creditNote.findFirst({ where: { accountId, id, invoiceId }, include: parts });
}

export const findCreditNotes = (
  { accountId, db }: Pick<UnauthenticatedContext, 'accountId' | 'db'>,
  ids: readonly string[],
): Promise<CreditNoteRecord[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.creditNote.findMany({ where: { accountId, id: { in: [...ids] } }, include: parts });

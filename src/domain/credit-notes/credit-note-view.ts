import type { Context } from '../../platform/context/context.ts';
import { viewOnlineUrl } from '../invoices/invoice-record.ts';
import type { UnauthenticatedContext } from '../invoices/invoice-view.ts';
import type { CreditNoteRecord } from './fields.ts';

/** A credit note as Prisma includes its parts. */
const parts = {
  lineItems: { orderBy: { position: 'asc' } },
  taxBreakdown: { orderBy: { order: 'asc' } },
} as const;

/** Where the client downloads a credit note as a PDF, below the link of its invoice; null where that was revoked. */
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

/** A credit note of an invoice that somebody has the link to; null where the invoice has none with that id. */
export function findCreditNote(
  { accountId, db }: Pick<UnauthenticatedContext, 'accountId' | 'db'>,
  { id, invoiceId }: { id: string; invoiceId: string },
): Promise<CreditNoteRecord | null> {
  return db.creditNote.findFirst({ where: { accountId, id, invoiceId }, include: parts });
}

import type { Db } from '../../database/client/db.ts';
import type { Workspace, WorkspaceLogo } from '../../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { invoicePartsInclude, presentInvoice } from './invoice-record.ts';
import { sellerOf } from './seller.ts';

export interface InvoiceView {
  invoice: InvoiceRecord;
  /** The seller: at the time of issue, or today for a draft. */
  workspace: Workspace;
  /** Format of the e-invoices that the client receives. Null: none. */
  eInvoiceFormat: EInvoiceFormat | null;
  /** Null if the page shows the workspace's name. */
  logo: ShownLogo | null;
  /** The footer of the template, before rendering. */
  footerTemplate: string | null;
  /** YYYY-MM-DD in the workspace's time zone, for overdue invoices. */
  today: string;
}

type ShownLogo = Pick<WorkspaceLogo, 'bytes' | 'mediaType' | 'width' | 'height' | 'updatedAt'>;

/** The page and the mail job have no key. */
export type UnauthenticatedContext = Pick<Context, 'accountId' | 'now' | 'publicUrl'> & { db: Db };

const parts = {
  ...invoicePartsInclude,
  workspace: true,
  client: { select: { eInvoiceFormat: true } },
  invoiceTemplate: { select: { footer: true } },
} as const;

/**
 * Null if the link was revoked or the workspace was deleted. A lookup in a unique index reveals nothing about a secret
 * by its duration.
 */
export async function findInvoiceView(
  { accountId, db, now, publicUrl }: UnauthenticatedContext,
  by: { id: string } | { viewToken: string },
): Promise<InvoiceView | null> {
  const where =
    'id' in by
      ? { accountId_id: { accountId, id: by.id } }
      : { accountId_viewToken: { accountId, viewToken: by.viewToken } };
  const row = await db.invoice.findUnique({ where, include: parts });
  // The records of a deleted workspace are removed later.
  if (!row || row.workspace.deletedAt !== null) return null;
  const { client, invoiceTemplate, workspace, ...rest } = row;
  const invoice = presentInvoice({ publicUrl }, rest);
  const { sellerInfo } = invoice;
  return {
    invoice,
    workspace: sellerOf(workspace, invoice),
    eInvoiceFormat: client.eInvoiceFormat,
    logo: await findLogo(db, invoice),
    footerTemplate: (sellerInfo ?? invoiceTemplate)?.footer ?? null,
    today: todayIn(workspace.timeZone, now),
  };
}

/** The logo at the time of issue, or the current one for a draft. */
async function findLogo(
  db: Db,
  { accountId, sellerInfo }: InvoiceRecord,
): Promise<ShownLogo | null> {
  if (sellerInfo === null) return db.workspaceLogo.findUnique({ where: { accountId } });
  const { logo: sha256 } = sellerInfo;
  if (sha256 === null) return null;
  return db.sellerLogo.findUnique({ where: { accountId_sha256: { accountId, sha256 } } });
}

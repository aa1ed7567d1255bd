import type { Db } from '../../database/client/db.ts';
import type { Workspace, WorkspaceLogo } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { invoicePartsInclude, presentInvoice } from './invoice-record.ts';
import { sellerOf } from './seller.ts';

/** An invoice with all else that its customer is shown of it. */
export interface InvoiceView {
  invoice: InvoiceRecord;
  /** The seller: of an issued invoice as it was then, of a draft as it is. */
  workspace: Workspace;
  /** The image at its head, likewise; null where the workspace's name stands there. */
  logo: ShownLogo | null;
  /** Text at the foot, of the template it was made from, with its placeholders: never to be shown as it stands. */
  footerTemplate: string | null;
  /** YYYY-MM-DD in the workspace's time zone; decides what is overdue. */
  today: string;
}

type ShownLogo = Pick<WorkspaceLogo, 'bytes' | 'mediaType' | 'width' | 'height' | 'updatedAt'>;

/** Where to look for it: no key is needed, since the customer and the mail's job have none. */
export type UnauthenticatedContext = Pick<Context, 'accountId' | 'now' | 'publicUrl'> & { db: Db };

const parts = {
  ...invoicePartsInclude,
  workspace: true,
  invoiceTemplate: { select: { footer: true } },
} as const;

/**
 * A workspace's invoice as its customer is shown it, by its id or by the secret of its link; null where there is none,
 * the link was revoked, or the workspace was deleted. Either is looked up in a unique index, so how long it takes tells nothing of a secret.
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
  // What a deleted workspace has is removed by and by; nobody is shown it meanwhile.
  if (!row || row.workspace.deletedAt !== null) return null;
  const { invoiceTemplate, workspace, ...rest } = row;
  const invoice = presentInvoice({ publicUrl }, rest);
  const { sellerInfo } = invoice;
  return {
    invoice,
    workspace: sellerOf(workspace, invoice),
    logo: await findLogo(db, invoice),
    footerTemplate: (sellerInfo ?? invoiceTemplate)?.footer ?? null,
    today: todayIn(workspace.timeZone, now),
  };
}

/** The logo that it was issued with, or the one that the workspace has. At most one statement. */
async function findLogo(
  db: Db,
  { accountId, sellerInfo }: InvoiceRecord,
): Promise<ShownLogo | null> {
  if (sellerInfo === null) return db.workspaceLogo.findUnique({ where: { accountId } });
  const { logo: sha256 } = sellerInfo;
  if (sha256 === null) return null;
  return db.sellerLogo.findUnique({ where: { accountId_sha256: { accountId, sha256 } } });
}

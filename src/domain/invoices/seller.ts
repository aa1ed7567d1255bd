import type { Workspace } from '../../generated/prisma/client.ts';

/** What is printed of a workspace as the seller on its invoices. */
const sellerFields = [
  'name',
  'address1',
  'address2',
  'city',
  'locality',
  'postal',
  'country',
  'taxId',
  'taxLabel',
  'taxNumber',
  'legalId',
  'legalIdScheme',
  'phone',
  'website',
  'accountHolder',
  'iban',
  'bic',
  'language',
] as const;

/** How its invoices look; what those that were issued before that was kept do not say is as the workspace has it. */
const lookFields = ['accentColor', 'pageSize', 'invoiceLayout', 'logoPlace'] as const;

/**
 * The seller as it was when an invoice left DRAFT. The database keeps it by itself, whichever way the invoice is issued (the
 * trigger `keep_seller`), so that what the workspace is called and where it is can change without changing an invoice.
 */
export type SellerInfo = Pick<Workspace, (typeof sellerFields)[number]> &
  Partial<Pick<Workspace, (typeof lookFields)[number]>> & {
    /** The text at the foot, of the template as it was, with its placeholders. */
    footer: string | null;
    /** SHA-256 of the logo; null where the seller's name stood in its place. */
    logo: string | null;
    /** MIGRATION: it was issued before sellers were kept, and the workspace's data are those of the day of the upgrade. */
    keptBy: 'ISSUE' | 'MIGRATION';
  };

/** The workspace as an invoice shows it: as it was when that was issued, or as it is. */
export function sellerOf<W extends { name: string }>(
  workspace: W,
  { sellerInfo }: { sellerInfo?: SellerInfo | null },
): W {
  if (!sellerInfo) return workspace;
  const kept = sellerFields.map((field) => [field, sellerInfo[field] ?? null]);
  const looks = lookFields.flatMap((field) =>
    sellerInfo[field] === undefined ? [] : [[field, sellerInfo[field]] as const],
  );
  return { ...workspace, ...Object.fromEntries([...kept, ...looks]) };
}

import type { Workspace } from '../../generated/prisma/client.ts';

/** Columns of the workspace and of clients. */
export const partyFields = [
  ...(['name', 'address1', 'address2', 'city', 'locality', 'postal', 'country'] as const),
  ...(['countryCode', 'taxId', 'legalId', 'legalIdScheme', 'phone', 'website'] as const),
  ...(['electronicAddress', 'electronicAddressScheme', 'language'] as const),
] as const;

const sellerFields = [
  ...partyFields,
  ...(['taxLabel', 'taxNumber', 'contactName', 'contactEmail'] as const),
  ...(['accountHolder', 'iban', 'bic'] as const),
] as const;

/** Invoices that were issued before these were stored use the current values. */
const appearanceFields = ['accentColor', 'pageSize', 'invoiceLayout', 'logoPlace'] as const;

/** The seller at the time of issue. The trigger `capture_issued_snapshot` stores it. */
export type SellerInfo = Pick<Workspace, (typeof sellerFields)[number]> &
  Partial<Pick<Workspace, (typeof appearanceFields)[number]>> & {
    /** The footer of the template, with its placeholders. */
    footer: string | null;
    /** SHA-256 of the logo. Null if the document shows the name. */
    logo: string | null;
    /** MIGRATION: issued by a release that stored no seller. The data are of the day of the upgrade. */
    keptBy: 'ISSUE' | 'MIGRATION';
  };

/** The workspace with the values at the time of issue. */
export function sellerOf<W extends { name: string }>(
  workspace: W,
  { sellerInfo }: { sellerInfo?: SellerInfo | null },
): W {
  if (!sellerInfo) return workspace;
  const sellerValues = sellerFields.map((field) => [field, sellerInfo[field] ?? null]);
  const appearance = appearanceFields.flatMap((field) =>
    sellerInfo[field] === undefined ? [] : [[field, sellerInfo[field]] as const],
  );
  return { ...workspace, ...Object.fromEntries([...sellerValues, ...appearance]) };
}

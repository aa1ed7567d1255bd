import { Prisma } from '../../generated/prisma/client.ts';
import { hasMerged } from '../../platform/names/merged-records.ts';

export interface AddressedContact {
  id: string;
  clientId: string | null;
  /** Set if the client is archived. */
  archivedName: string | null;
  name: string | null;
  email: string | null;
}

/** Prefers contacts of the business, then of active clients, then the oldest. */
export const contactByAddressSql = (
  accountId: number,
  address: string,
  businessName: string | null = null,
): Prisma.Sql =>
  Prisma.sql`
    SELECT k.id, k."clientId", CASE WHEN c.archived THEN c.name END AS "archivedName",
      nullif(concat_ws(' ', k."firstName", k."lastName"), '') AS name, k.email FROM "Contact" k
    LEFT JOIN "Client" c ON c."accountId" = k."accountId" AND c.id = k."clientId"
    WHERE k."accountId" = ${accountId} AND (lower(k.email) = lower(${address}) OR ${hasMerged('k', { email: address.toLowerCase() })}) AND NOT k.archived
    ORDER BY c.id IS NULL, lower(k.email) = lower(${address}) DESC NULLS LAST, c.name = ${businessName} DESC NULLS LAST, c.archived, k.id LIMIT 1`;

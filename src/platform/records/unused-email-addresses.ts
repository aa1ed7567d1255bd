import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

export async function findUnusedEmailAddresses(
  db: Db,
  addresses: readonly string[],
  except: number | null = null,
): Promise<string[]> {
  const all = [...addresses];
  const isOther = Prisma.sql`(${except}::int IS NULL OR "accountId" <> ${except}::int)`;
  // Citus cannot join rows of several workspaces.
  const rows = await db.$queryRaw<{ address: string }[]>`
    SELECT address FROM (
      SELECT lower(email) AS address FROM "User" WHERE lower(email) = ANY(${all}::text[]) AND ${isOther}
      UNION ALL SELECT p.email FROM "User" u JOIN "Person" p ON p.id = u."personId" WHERE p.email = ANY(${all}::text[]) AND ${isOther}
      UNION ALL SELECT lower(email) FROM "Contact" WHERE lower(email) = ANY(${all}::text[]) AND ${isOther}
    ) AS used`;
  const used = new Set(rows.map(({ address }) => address));
  return all.filter((address) => !used.has(address));
}

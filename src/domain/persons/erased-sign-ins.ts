import type { Db } from '../kernel/context.ts';

/**
 * Forgets who signed in by addresses in lower case, with sessions, ways in and mails, unless somebody else goes by one of them: a user or a
 * contact of any workspace. Says nothing of whether there was one, since who signs in belongs to no workspace (decision 31).
 * Four statements.
 */
export async function eraseSignIns(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const rows = await db.$queryRaw<{ address: string }[]>`
    SELECT address FROM unnest(${addresses}::text[]) AS address
    WHERE NOT EXISTS (SELECT FROM "User" u LEFT JOIN "Person" p ON p.id = u."personId"
        WHERE lower(u.email) = address OR p.email = address)
      AND NOT EXISTS (SELECT FROM "Contact" c WHERE lower(c.email) = address)`;
  const free = rows.map(({ address }) => address);
  if (free.length === 0) return;
  await db.$executeRaw`DELETE FROM "Person" WHERE email = ANY(${free}::text[])`;
  await db.$executeRaw`DELETE FROM "SignInMail" WHERE lower(recipient) = ANY(${free}::text[])`;
  await db.$executeRaw`
    DELETE FROM "SignInVerification" v WHERE EXISTS (
      SELECT FROM unnest(${free}::text[]) AS address
      WHERE position(address IN lower(v.identifier || ' ' || v.value)) > 0)`;
}

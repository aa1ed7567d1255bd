import type { Db } from '../../database/client/db.ts';
import { findUnusedEmailAddresses } from '../../platform/records/unused-email-addresses.ts';

/**
 * Forgets who signed in by addresses in lower case, with sessions, ways in and mails, unless somebody else goes by one of them: a user or a
 * contact of any workspace. Says nothing of whether there was one, since who signs in belongs to no workspace (decision 31).
 * Four statements.
 */
export async function eraseSignIns(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const free = await findUnusedEmailAddresses(db, addresses);
  if (free.length === 0) return;
  await db.$executeRaw`DELETE FROM "Person" WHERE email = ANY(${free}::text[])`;
  await db.$executeRaw`DELETE FROM "SignInMail" WHERE lower(recipient) = ANY(${free}::text[])`;
  await db.$executeRaw`
    DELETE FROM "SignInVerification" v WHERE EXISTS (
      SELECT FROM unnest(${free}::text[]) AS address
      WHERE position(address IN lower(v.identifier || ' ' || v.value)) > 0)`;
}

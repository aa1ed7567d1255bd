import type { Db } from '../../database/client/db.ts';
import { findUnusedEmailAddresses } from '../../platform/records/unused-email-addresses.ts';

/**
 * Deletes the persons with these addresses (in lower case) and their sign-ins, unless a user or contact of any
 * workspace has the address.
 * It returns nothing: a result would reveal whether a person existed.
 */
export async function eraseSignIns(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const unusedAddresses = await findUnusedEmailAddresses(db, addresses);
  if (unusedAddresses.length === 0) return;
  await db.$executeRaw`DELETE FROM "Person" WHERE email = ANY(${unusedAddresses}::text[])`;
  await db.$executeRaw`DELETE FROM "SignInMail" WHERE lower(recipient) = ANY(${unusedAddresses}::text[])`;
  await db.$executeRaw`
    DELETE FROM "SignInVerification" v WHERE EXISTS (
      SELECT FROM unnest(${unusedAddresses}::text[]) AS address
      WHERE position(address IN lower(v.identifier || ' ' || v.value)) > 0)`;
}

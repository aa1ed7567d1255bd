import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** `SignInMethod.providerId` of external accounts. */
export const externalProviderId = 'openid';

/** An account at an OpenID provider. */
export interface ExternalAccount {
  /** Without a trailing slash. */
  issuer: string;
  /** The permanent id of the account at the provider. */
  subject: string;
  /** Null unless the provider has verified it. */
  email: string | null;
}

/** Ids are unique per issuer only. */
export const externalSubjectOf = ({
  issuer,
  subject,
}: Pick<ExternalAccount, 'issuer' | 'subject'>): string => `${issuer} ${subject}`;

/**
 * The person who signed in with the account before, otherwise the person with the verified address, unless linked to
 * another account of the issuer: the address can belong to someone else by now.
 */
export function personOfExternalAccountSql(account: ExternalAccount): Prisma.Sql {
  const { email, issuer } = account;
  return Prisma.sql`(
    SELECT "personId", 1 AS rank FROM "SignInMethod"
    WHERE "providerId" = ${externalProviderId} AND subject = ${externalSubjectOf(account)}
    UNION ALL
    SELECT p.id, 2 FROM "Person" p
    WHERE p.email = ${email} AND p."emailVerified" AND NOT EXISTS (
      SELECT FROM "SignInMethod" m WHERE m."personId" = p.id AND m."providerId" = ${externalProviderId}
        AND starts_with(m.subject, ${externalSubjectOf({ issuer, subject: '' })}))
    ORDER BY rank LIMIT 1)`;
}

/** `isActive`: the person is an active user of a workspace. */
export async function findPersonByExternalAccount(
  db: Db,
  account: ExternalAccount,
): Promise<{ email: string; isActive: boolean } | undefined> {
  const [found] = await db.$queryRaw<{ email: string; isActive: boolean }[]>`
    SELECT p.email, EXISTS (SELECT FROM "User" u WHERE u."personId" = p.id AND u.active) AS "isActive"
    FROM "Person" p JOIN ${personOfExternalAccountSql(account)} found ON found."personId" = p.id`;
  return found;
}

/** ASCII letters only, so that similar letters of other scripts do not become equal. */
const lowercaseAscii = (email: string): string =>
  email
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .normalize('NFC');

/** The verified address in the claims (OpenID Connect Core, 5.1). */
export function verifiedEmailOf(claims: Readonly<Record<string, unknown>>): string | null {
  const { email, email_verified: isVerified } = claims;
  // Some providers send `email_verified` as a string.
  if (typeof email !== 'string' || email.length > 320) return null;
  return isVerified === true || isVerified === 'true' ? lowercaseAscii(email) : null;
}

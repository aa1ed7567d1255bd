import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Of a way in that is an account elsewhere (SignInMethod.providerId). */
export const externalProviderId = 'openid';

/** An account at a service that vouches for people, as that service describes it. */
export interface ExternalAccount {
  /** The service's URL, without a slash at the end. */
  issuer: string;
  /** The account's own name there, which never becomes somebody else's. */
  subject: string;
  /** The e-mail address, where the service says that it is proven; null otherwise. */
  email: string | null;
}

/** What is kept of an account (SignInMethod.subject): names of one service are nobody's at another. */
export const externalSubjectOf = ({
  issuer,
  subject,
}: Pick<ExternalAccount, 'issuer' | 'subject'>): string => `${issuer} ${subject}`;

/**
 * The person of an account elsewhere: who signed in by it before, or otherwise whoever has the proven address. An address
 * that went to another account of the same service is not followed: it may be that of somebody else by now.
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

/** Whoever has an account elsewhere, and whether any workspace has them as an active user. One statement. */
export async function findPersonByExternalAccount(
  db: Db,
  account: ExternalAccount,
): Promise<{ email: string; isActive: boolean } | undefined> {
  const [found] = await db.$queryRaw<{ email: string; isActive: boolean }[]>`
    SELECT p.email, EXISTS (SELECT FROM "User" u WHERE u."personId" = p.id AND u.active) AS "isActive"
    FROM "Person" p JOIN ${personOfExternalAccountSql(account)} found ON found."personId" = p.id`;
  return found;
}

/** An address as persons have it: letters of other scripts that look like those of ours never become those. */
const asKept = (email: string): string =>
  email
    .trim()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .normalize('NFC');

/** The address that claims prove (OpenID Connect Core, 5.1); null where they say nothing of it, or that it is not proven. */
export function verifiedEmailOf(claims: Readonly<Record<string, unknown>>): string | null {
  const { email, email_verified: isProven } = claims;
  // Some services write it as a text.
  if (typeof email !== 'string' || email.length > 320) return null;
  return isProven === true || isProven === 'true' ? asKept(email) : null;
}

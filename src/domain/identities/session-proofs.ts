import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { ExternalAccount } from './external-accounts.ts';
import { personOfExternalAccountSql } from './external-accounts.ts';

/** A session's secret, a signed token, the grant of an app, a person, or an external account. */
export type SessionProof =
  | { sessionToken: string }
  | { sessionId: string; personId: string }
  | { grantId: string; personId: string }
  | { personId: string }
  | { account: ExternalAccount; until: Date; issuedAt: Date | null };

/** Between its two statements, a rotation leaves no unused token. */
const rotationMs = 60_000;

/** A second use of a code or refresh token deletes the tokens, so `g` ends with all its access tokens. */
export const isLiveGrantSql = (now: Date) => Prisma.sql`EXISTS (
  SELECT FROM "OAuthRefreshToken" t WHERE t."grantId" = g.id AND t."expiresAt" > ${now}
    AND (t.revoked IS NULL OR t."rotatedAt" > ${new Date(now.getTime() - rotationMs)}))`;

/** A missing issue time counts as before the reset. */
export const isIssuedAfterResetSql = Prisma.sql`NOT EXISTS (
  SELECT FROM "Person" r WHERE r.id = p."personId" AND r."resetAt" >= coalesce(p."issuedAt", '-infinity'))`;

const noTokenColumns = Prisma.sql`NULL::timestamptz AS until, NULL::timestamptz AS "issuedAt"`;

/** No row for an invalid proof. */
export function sessionOfProofSql(proof: SessionProof, now: Date): Prisma.Sql {
  const session = Prisma.sql`
    SELECT "personId", id AS "sessionId", "addressProvenAt", "onlyIn", ${noTokenColumns} FROM "SignInSession"
    WHERE "expiresAt" > ${now}`;
  if ('sessionToken' in proof) return Prisma.sql`${session} AND token = ${proof.sessionToken}`;
  if ('sessionId' in proof) {
    return Prisma.sql`${session} AND id = ${proof.sessionId} AND "personId" = ${proof.personId}`;
  }
  const noSessionColumns = Prisma.sql`NULL AS "sessionId", NULL::timestamptz AS "addressProvenAt", NULL::int AS "onlyIn"`;
  if ('grantId' in proof) {
    return Prisma.sql`SELECT g."personId", NULL AS "sessionId", NULL::timestamptz AS "addressProvenAt", g."onlyIn",
      ${noTokenColumns} FROM "OAuthGrant" g
      WHERE g.id = ${proof.grantId} AND g."personId" = ${proof.personId} AND ${isLiveGrantSql(now)}`;
  }
  if ('account' in proof) {
    const { account, issuedAt, until } = proof;
    return Prisma.sql`SELECT * FROM (SELECT "personId", ${noSessionColumns}, ${until}::timestamptz AS until,
      ${issuedAt}::timestamptz AS "issuedAt" FROM ${personOfExternalAccountSql(account)} found) p WHERE ${isIssuedAfterResetSql}`;
  }
  return Prisma.sql`SELECT id AS "personId", ${noSessionColumns}, ${noTokenColumns}
    FROM "Person" WHERE id = ${proof.personId}`;
}

/** @throws ActionError not_signed_in */
export async function findPersonOfProof(
  db: PrismaClient,
  proof: SessionProof,
  now: Date,
): Promise<{ personId: string; sessionId: string | undefined }> {
  const [row] = await db.$queryRaw<{ personId: string; sessionId: string | null }[]>`
    SELECT "personId", "sessionId" FROM (${sessionOfProofSql(proof, now)}) p`;
  if (row === undefined) throw sessionProofError(proof);
  return { personId: row.personId, sessionId: row.sessionId ?? undefined };
}

export const sessionProofError = (proof: SessionProof): ActionError =>
  'account' in proof ? unknownAccountError(proof.account) : notSignedInError();

/** The same error for every invalid session or token. */
export function notSignedInError(): ActionError {
  return new ActionError(
    'not_signed_in',
    'The session or token is invalid or has ended. Sign in again.',
  );
}

/** The token is valid, so the error may state what is missing. */
function unknownAccountError({ email }: ExternalAccount): ActionError {
  const message =
    email === null
      ? 'The token is valid, but has no verified e-mail address (email, email_verified), and its subject has not signed in here before.'
      : 'The token is valid, but its subject and e-mail address are unknown here. Ask for an invitation to that address and follow its link once. If your sign-in was reset, use a token that was issued since (iat).';
  return new ActionError('not_signed_in', message);
}

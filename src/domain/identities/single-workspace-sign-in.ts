import type { Db } from '../../database/client/db.ts';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { canEnterPortalSql } from './portal-contacts.ts';
import type { RequestOrigin, SignInTransaction } from './sign-in-audit-entries.ts';
import { inSignInTransaction } from './sign-in-audit-entries.ts';

/**
 * Where no mail server is configured, a workspace is shown the mails by which its own people sign in, and can be each of them. So
 * a session that began by such a mail opens that workspace and no other, and so does whatever way in was made in it (decision 31).
 */

/** Who signed in, and by which session. */
export interface SessionIdentity {
  personId: string;
  sessionId: string;
}

/** That a row of sessions `s` opens what the session of that id opens too. */
export const sharesWorkspaceWithSessionSql = (sessionId: string) => Prisma.sql`EXISTS (
  SELECT FROM "SignInSession" own WHERE own.id = ${sessionId}
    AND (own."onlyIn" IS NULL OR own."onlyIn" = s."onlyIn"))`;

/**
 * The workspace that was shown a mail of the last minutes by which a person signs in, a code or a link: the session that begins by
 * one opens no other. Null where none was. One statement.
 */
export async function findWorkspaceShowingMail(
  prisma: PrismaClient,
  personId: string,
  { now, longestMillis }: { now: Date; longestMillis: number },
): Promise<number | null> {
  const { email } = await prisma.person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true },
  });
  const mail = await prisma.signInMail.findFirst({
    where: {
      recipient: email,
      invitationHash: null,
      shownIn: { not: null },
      expiresAt: { gt: now, lte: new Date(now.getTime() + longestMillis) },
    },
    select: { shownIn: true },
    orderBy: { id: 'desc' },
  });
  return mail?.shownIn ?? null;
}

/** The workspace that can have made a person's ways in. One statement. */
export async function findWorkspaceOfSignInMethods(
  prisma: PrismaClient,
  personId: string,
): Promise<number | null> {
  const person = await prisma.person.findUnique({
    where: { id: personId },
    select: { onlyIn: true },
  });
  return person?.onlyIn ?? null;
}

/**
 * Does what touches a person's ways in, for who is signed in: a session that opens one workspace alone does so only where the person is nobody
 * in any other, and what it makes opens no other either.
 * @throws ActionError conflicting_state where the person is somebody elsewhere; not_signed_in where the session is over
 */
export async function inSignInMethodTransaction<T>(
  prisma: PrismaClient,
  { personId, sessionId }: SessionIdentity,
  at: RequestOrigin,
  work: (transaction: SignInTransaction) => Promise<T>,
): Promise<T> {
  return inSignInTransaction(prisma, at, async (transaction) => {
    const { db } = transaction;
    const [person] = await db.$queryRaw<{ email: string }[]>`
      SELECT email FROM "Person" WHERE id = ${personId} FOR UPDATE`;
    const session = await db.signInSession.findFirst({ where: { id: sessionId, personId } });
    if (!person || !session) throw sessionOver();
    const { onlyIn } = session;
    if (onlyIn !== null) {
      if (await isElsewhere(db, personId, person.email, onlyIn)) throw confined();
      await db.person.update({ where: { id: personId }, data: { onlyIn } });
    }
    return work(transaction);
  });
}

async function isElsewhere(db: Db, personId: string, email: string, onlyIn: number) {
  const [row] = await db.$queryRaw<{ elsewhere: boolean }[]>`
    SELECT EXISTS (SELECT FROM "User" WHERE "personId" = ${personId} AND "accountId" <> ${onlyIn})
      OR ${canEnterPortalSql(Prisma.sql`${email}`, Prisma.sql`AND c."accountId" <> ${onlyIn}`)} AS elsewhere`;
  return row?.elsewhere === true;
}

function sessionOver(): ActionError {
  return new ActionError('not_signed_in', 'This session has ended. Sign in again.');
}

function confined(): ActionError {
  return new ActionError(
    'conflicting_state',
    'This session started with an e-mail that one workspace can read, and you belong to another workspace too. Sign in another way to change your sign-in methods: request a code by e-mail. Without a mail server, ask the operator for a link: actiongraph users reset.',
  );
}

import type { Db } from '../../database/client/db.ts';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { canEnterPortalSql } from './portal-contacts.ts';
import type { RequestOrigin, SignInTransaction } from './sign-in-audit-entries.ts';
import { inSignInTransaction } from './sign-in-audit-entries.ts';

/**
 * Without a mail server, a workspace can read the sign-in mails of its people and act as each of them. So a session
 * that starts with such a mail opens only that workspace, and so do its sign-in methods.
 */

export interface SessionIdentity {
  personId: string;
  sessionId: string;
}

/** The session `s` opens a workspace that the given session opens too. */
export const sharesWorkspaceWithSessionSql = (sessionId: string) => Prisma.sql`EXISTS (
  SELECT FROM "SignInSession" own WHERE own.id = ${sessionId}
    AND (own."onlyIn" IS NULL OR own."onlyIn" = s."onlyIn"))`;

/** The workspace that could read a current code or link of the person. */
export async function findWorkspaceShowingMail(
  prisma: PrismaClient,
  personId: string,
  { now, maxValidityMs }: { now: Date; maxValidityMs: number },
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
      expiresAt: { gt: now, lte: new Date(now.getTime() + maxValidityMs) },
    },
    select: { shownIn: true },
    orderBy: { id: 'desc' },
  });
  return mail?.shownIn ?? null;
}

/** The workspace to which the person's sign-in methods are limited. */
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
 * A session that is limited to one workspace may change sign-in methods only if the person belongs to no other. The new
 * methods have the same limit.
 * @throws ActionError not_signed_in; conflicting_state if the person belongs to another workspace
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
    if (!person || !session) throw sessionEndedError();
    const { onlyIn } = session;
    if (onlyIn !== null) {
      if (await belongsToOtherWorkspace(db, personId, person.email, onlyIn))
        throw limitedSessionError();
      await db.person.update({ where: { id: personId }, data: { onlyIn } });
    }
    return work(transaction);
  });
}

async function belongsToOtherWorkspace(db: Db, personId: string, email: string, onlyIn: number) {
  const [row] = await db.$queryRaw<{ elsewhere: boolean }[]>`
    SELECT EXISTS (SELECT FROM "User" WHERE "personId" = ${personId} AND "accountId" <> ${onlyIn})
      OR ${canEnterPortalSql(Prisma.sql`${email}`, Prisma.sql`AND c."accountId" <> ${onlyIn}`)} AS elsewhere`;
  return row?.elsewhere === true;
}

function sessionEndedError(): ActionError {
  return new ActionError('not_signed_in', 'This session has ended. Sign in again.');
}

function limitedSessionError(): ActionError {
  return new ActionError(
    'conflicting_state',
    'This session started with an e-mail that one workspace can read, and you belong to another workspace too. Sign in another way to change your sign-in methods: request a code by e-mail. Without a mail server, ask the operator for a link: actiongraph users reset.',
  );
}

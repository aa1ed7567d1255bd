import type { PrismaClient } from '../../generated/prisma/client.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { RequestOrigin } from './sign-in-audit-entries.ts';
import { findActorsOfSession, inSignInTransaction } from './sign-in-audit-entries.ts';
import { newSignInId } from './sign-in-ids.ts';
import {
  inSignInMethodTransaction,
  type SessionIdentity,
  sharesWorkspaceWithSessionSql,
} from './single-workspace-sign-in.ts';

export interface SessionView {
  id: string;
  createdAt: Date;
  /** Updated once a day. */
  updatedAt: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Newest first, without secrets. A session that is limited to one workspace gets only those with the same limit. */
export async function listSessions(
  prisma: PrismaClient,
  { personId, sessionId }: SessionIdentity,
  now: Date,
): Promise<SessionView[]> {
  return prisma.$queryRaw<SessionView[]>`
    SELECT s.id, s."createdAt", s."updatedAt", s."expiresAt", s."ipAddress", s."userAgent" FROM "SignInSession" s
    WHERE s."personId" = ${personId} AND s."expiresAt" > ${now} AND ${sharesWorkspaceWithSessionSql(sessionId)}
    ORDER BY s."createdAt" DESC, s.id DESC LIMIT 200`;
}

/**
 * Ends a session and writes an audit entry.
 * @throws ActionError record_not_found
 */
export async function endSession(
  prisma: PrismaClient,
  { personId, sessionId }: SessionIdentity,
  at: RequestOrigin,
  id: string,
): Promise<void> {
  const count = await inSignInTransaction(prisma, at, async ({ db, addEntries }) => {
    const opened = await findActorsOfSession(db, id);
    const ended = await db.$executeRaw`
      DELETE FROM "SignInSession" s WHERE s.id = ${id} AND s."personId" = ${personId} AND ${sharesWorkspaceWithSessionSql(sessionId)}`;
    if (ended > 0) addEntries('SESSION_ENDED', opened);
    return ended;
  });
  if (count > 0) return;
  throw new ActionError('record_not_found', 'You have no session with that id. It may have ended.');
}

/** In addition to mailed codes and links. */
export interface SignInMethodSummary {
  password: boolean;
  secondFactor: boolean;
  providers: string[];
}

export async function findSignInMethods(
  prisma: PrismaClient,
  personId: string,
): Promise<SignInMethodSummary> {
  const { methods, twoFactorEnabled } = await prisma.person.findUniqueOrThrow({
    where: { id: personId },
    select: { twoFactorEnabled: true, methods: { select: { providerId: true } } },
  });
  const names = methods.map(({ providerId }) => providerId);
  return {
    password: names.includes('credential'),
    secondFactor: twoFactorEnabled,
    providers: names.filter((name) => name !== 'credential'),
  };
}

/**
 * Removes the second factor and trusted devices.
 * @throws ActionError conflicting_state
 */
export async function disableSecondFactor(
  prisma: PrismaClient,
  own: SessionIdentity,
  at: RequestOrigin,
): Promise<void> {
  const { personId, sessionId } = own;
  await inSignInMethodTransaction(prisma, own, at, async ({ db, addEntries }) => {
    addEntries('SECOND_FACTOR_CHANGED', await findActorsOfSession(db, sessionId));
    await db.person.update({ where: { id: personId }, data: { twoFactorEnabled: false } });
    await db.secondFactor.deleteMany({ where: { personId } });
    await db.signInVerification.deleteMany({ where: { value: personId } });
  });
}

/**
 * Sets the password, and ends all other sessions and apps of the person.
 * @throws ActionError conflicting_state
 */
export async function setPersonPassword(
  prisma: PrismaClient,
  own: SessionIdentity,
  at: RequestOrigin,
  password: string,
): Promise<void> {
  const { personId, sessionId } = own;
  await inSignInMethodTransaction(prisma, own, at, async ({ db, addEntries }) => {
    addEntries('PASSWORD_CHANGED', await findActorsOfSession(db, sessionId));
    const method = { providerId: 'credential', subject: personId };
    const { count } = await db.signInMethod.updateMany({
      where: { personId, providerId: method.providerId },
      data: { password },
    });
    if (count === 0) {
      const id = newSignInId('SignInMethod');
      await db.signInMethod.create({ data: { id, personId, ...method, password } });
    }
    await db.signInSession.deleteMany({ where: { personId, NOT: { id: sessionId } } });
    await db.oAuthGrant.deleteMany({ where: { personId } });
  });
}

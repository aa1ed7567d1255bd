import type { PrismaClient } from '../../generated/prisma/client.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { changingWays, type OwnSessionKey, seenFrom } from './single-workspace-sign-in.ts';
import { signInId } from './sign-in-ids.ts';
import type { ActOrigin } from './sign-in-audit-entries.ts';
import { inSignInTransaction, openedBy } from './sign-in-audit-entries.ts';

/** A browser or an app in which a person is signed in, as the person itself is told of it. */
export interface OwnSession {
  id: string;
  createdAt: Date;
  /** When it was last gone on with, by the day. */
  updatedAt: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/**
 * The sessions of a person that go on, the newest first; never what lets anybody into one, and to one that opens a single workspace
 * none but its like. One statement.
 */
export async function sessionsOf(
  prisma: PrismaClient,
  { personId, sessionId }: OwnSessionKey,
  now: Date,
): Promise<OwnSession[]> {
  return prisma.$queryRaw<OwnSession[]>`
    SELECT s.id, s."createdAt", s."updatedAt", s."expiresAt", s."ipAddress", s."userAgent" FROM "SignInSession" s
    WHERE s."personId" = ${personId} AND s."expiresAt" > ${now} AND ${seenFrom(sessionId)}
    ORDER BY s."createdAt" DESC, s.id DESC LIMIT 200`;
}

/** Ends a session of those that are listed, which the log of what it opened tells. @throws ActionError record_not_found where the person has none by that id */
export async function endSession(
  prisma: PrismaClient,
  { personId, sessionId }: OwnSessionKey,
  at: ActOrigin,
  id: string,
): Promise<void> {
  const count = await inSignInTransaction(prisma, at, async ({ db, note }) => {
    const opened = await openedBy(db, id);
    const ended = await db.$executeRaw`
      DELETE FROM "SignInSession" s WHERE s.id = ${id} AND s."personId" = ${personId} AND ${seenFrom(sessionId)}`;
    if (ended > 0) note('SESSION_ENDED', opened);
    return ended;
  });
  if (count > 0) return;
  throw new ActionError(
    'record_not_found',
    'You have no session by that id: it has ended, or never was one.',
  );
}

/** Which ways in a person has besides a mailed code or link. */
export interface OwnMethods {
  password: boolean;
  secondFactor: boolean;
  /** The providers that vouch for the person, by name. */
  providers: string[];
}

/** One statement. */
export async function methodsOf(prisma: PrismaClient, personId: string): Promise<OwnMethods> {
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

/** Takes a person's second factor away, and the trust in devices that need none. @throws ActionError conflicting_state */
export async function switchOffSecondFactor(
  prisma: PrismaClient,
  own: OwnSessionKey,
  at: ActOrigin,
): Promise<void> {
  const { personId, sessionId } = own;
  await changingWays(prisma, own, at, async ({ db, note }) => {
    note('SECOND_FACTOR_CHANGED', await openedBy(db, sessionId));
    await db.person.update({ where: { id: personId }, data: { twoFactorEnabled: false } });
    await db.secondFactor.deleteMany({ where: { personId } });
    await db.signInVerification.deleteMany({ where: { value: personId } });
  });
}

/**
 * Writes a person's password, the first or another one, and ends every other session of the person.
 * @throws ActionError conflicting_state
 */
export async function writePassword(
  prisma: PrismaClient,
  own: OwnSessionKey,
  at: ActOrigin,
  password: string,
): Promise<void> {
  const { personId, sessionId } = own;
  await changingWays(prisma, own, at, async ({ db, note }) => {
    note('PASSWORD_CHANGED', await openedBy(db, sessionId));
    const method = { providerId: 'credential', subject: personId };
    const { count } = await db.signInMethod.updateMany({
      where: { personId, providerId: method.providerId },
      data: { password },
    });
    if (count === 0) {
      const id = signInId('SignInMethod');
      await db.signInMethod.create({ data: { id, personId, ...method, password } });
    }
    await db.signInSession.deleteMany({ where: { personId, NOT: { id: sessionId } } });
  });
}

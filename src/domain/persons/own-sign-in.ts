import type { PrismaClient } from '../../generated/prisma/client.ts';
import { ActionError } from '../kernel/errors.ts';

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

/** The sessions of a person that go on, the newest first; never what lets anybody into one. One statement. */
export async function sessionsOf(
  prisma: PrismaClient,
  personId: string,
  now: Date,
): Promise<OwnSession[]> {
  return prisma.signInSession.findMany({
    where: { personId, expiresAt: { gt: now } },
    select: {
      ...{ id: true, createdAt: true, updatedAt: true, expiresAt: true },
      ...{ ipAddress: true, userAgent: true },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 200,
  });
}

/** Ends a session of a person. @throws ActionError record_not_found where the person has none by that id */
export async function endSession(
  prisma: PrismaClient,
  personId: string,
  id: string,
): Promise<void> {
  const { count } = await prisma.signInSession.deleteMany({ where: { id, personId } });
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

/** Takes a person's second factor away, and the trust in devices that need none. */
export async function switchOffSecondFactor(prisma: PrismaClient, personId: string): Promise<void> {
  await prisma.$transaction(async (db) => {
    await db.person.update({ where: { id: personId }, data: { twoFactorEnabled: false } });
    await db.secondFactor.deleteMany({ where: { personId } });
    await db.signInVerification.deleteMany({ where: { value: personId } });
  });
}

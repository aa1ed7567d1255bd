import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** There is one row at most: every process takes what the first one wrote. */
const only = 'sec_only';

/**
 * The secret that signs cookies and encrypts second factors: that of the configuration, or one of the database's own,
 * which the first process makes, so that it is the same for all processes, and after a restart or a restore.
 */
export async function ensureAuthSecret(
  prisma: PrismaClient,
  configured: string | undefined,
): Promise<string> {
  if (configured !== undefined) return configured;
  const kept = await prisma.signInSecret.findUnique({ where: { id: only } });
  if (kept) return kept.secret;
  const secret = randomBytes(32).toString('base64url');
  await prisma.$executeRaw`
    INSERT INTO "SignInSecret" (id, secret) VALUES (${only}, ${secret}) ON CONFLICT DO NOTHING`;
  const { secret: first } = await prisma.signInSecret.findUniqueOrThrow({ where: { id: only } });
  return first;
}

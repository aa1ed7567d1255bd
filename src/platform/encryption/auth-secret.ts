import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '../../generated/prisma/client.ts';

/** The table has at most one row. */
const secretId = 'sec_only';

/** AUTH_SECRET, or a secret in the database. */
export async function ensureAuthSecret(
  prisma: PrismaClient,
  configured: string | undefined,
): Promise<string> {
  if (configured !== undefined) return configured;
  const stored = await prisma.signInSecret.findUnique({ where: { id: secretId } });
  if (stored) return stored.secret;
  const secret = randomBytes(32).toString('base64url');
  await prisma.$executeRaw`
    INSERT INTO "SignInSecret" (id, secret) VALUES (${secretId}, ${secret}) ON CONFLICT DO NOTHING`;
  const { secret: first } = await prisma.signInSecret.findUniqueOrThrow({
    where: { id: secretId },
  });
  return first;
}

import { setPersonPassword } from '../domain/identities/sessions.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { AuthRequest } from './auth-route.ts';
import { parseNewPassword } from './request-inputs.ts';
import { requireFreshSession, requireReauthentication } from './request-session.ts';

/**
 * Requires a recent sign-in, for example with a mailed code after a forgotten password. Ends other sessions.
 * @throws ActionError
 */
export async function setPassword(
  prisma: PrismaClient,
  { origin, auth, countAttempt, input, request }: AuthRequest,
): Promise<Response> {
  const { session, user } = await requireFreshSession(auth, request);
  const { password, proof } = parseNewPassword(input);
  await countAttempt(user.id);
  if (user.twoFactorEnabled) await requireReauthentication(auth, request, user.id, proof);
  const { password: passwords } = await auth.$context;
  const identity = { personId: user.id, sessionId: session.id };
  await setPersonPassword(prisma, identity, origin, await passwords.hash(password));
  return Response.json({ status: true });
}

import { newPasswordOf } from './inputs.ts';
import type { Asked } from './own-paths.ts';
import { freshSessionOf, requireProof } from './proofs.ts';

/**
 * Sets somebody's password, the first or another one: for who signed in a short while ago, by a mailed code say, so that a
 * password that was forgotten is no way of its own. Where there is a second factor, the password that there was, or a code
 * is asked for, since a password goes a step towards switching it off. Every other session of the person ends.
 * @throws ActionError not_signed_in, sign_in_again, sign_in_refused, invalid_input
 */
export async function newPassword({ auth, countTry, given, request }: Asked): Promise<Response> {
  const { session, user } = await freshSessionOf(auth, request);
  const { password, proof } = newPasswordOf(given);
  await countTry(user.id);
  if (user.twoFactorEnabled) await requireProof(auth, request, user.id, proof);
  const { internalAdapter, password: passwords } = await auth.$context;
  const hash = await passwords.hash(password);
  const methods = await internalAdapter.findAccounts(user.id);
  if (methods.some(({ providerId }) => providerId === 'credential')) {
    await internalAdapter.updatePassword(user.id, hash);
  } else {
    const method = { userId: user.id, providerId: 'credential', accountId: user.id };
    await internalAdapter.linkAccount({ ...method, password: hash });
  }
  const { token } = session;
  const others = (await internalAdapter.listSessions(user.id)).filter((one) => one.token !== token);
  await Promise.all(others.map((one) => internalAdapter.deleteSession(one.token)));
  return Response.json({ status: true });
}

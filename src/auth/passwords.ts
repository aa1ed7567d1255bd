import { notSignedIn } from '../domain/persons/signed-in.ts';
import { newPasswordOf } from './inputs.ts';
import type { Library } from './library.ts';
import { signInAgain } from './library-errors.ts';
import { freshMillis } from './rules.ts';

/**
 * Sets somebody's password, the first or another one: for who signed in a short while ago, by a mailed code say, so that a
 * password that was forgotten is no way of its own. Every other session of the person ends.
 * @throws ActionError not_signed_in, sign_in_again where the sign-in is too long ago; invalid_input
 */
export async function newPassword(
  auth: Library,
  request: Request,
  given: unknown,
): Promise<Response> {
  const found = await auth.api.getSession({ headers: request.headers });
  if (!found) throw notSignedIn();
  const { session, user } = found;
  if (Date.now() - session.createdAt.getTime() >= freshMillis) {
    throw signInAgain();
  }
  const password = newPasswordOf(given);
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

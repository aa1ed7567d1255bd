import { ActionError, invalidInput } from '../domain/kernel/errors.ts';
import { notSignedIn } from '../domain/persons/signed-in.ts';
import type { Library } from './library.ts';
import { freshMillis } from './rules.ts';

/**
 * Sets somebody's password, the first or another one: for who signed in a short while ago, by a mailed code say, so that a
 * password that was forgotten is no way of its own. Every other session of the person ends.
 * @throws ActionError not_signed_in, conflicting_state where the sign-in is too long ago; invalid_input
 */
export async function newPassword(
  auth: Library,
  request: Request,
  body: string | null,
): Promise<Response> {
  const found = await auth.api.getSession({ headers: request.headers });
  if (!found) throw notSignedIn();
  const { session, user } = found;
  if (Date.now() - session.createdAt.getTime() >= freshMillis) {
    throw new ActionError(
      'conflicting_state',
      'Sign in again first: a password can be set within 15 minutes of signing in.',
    );
  }
  const password = passwordOf(body);
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

function passwordOf(body: string | null): string {
  const { password } = (body === null ? {} : JSON.parse(body)) as { password?: unknown };
  if (typeof password === 'string' && password.length >= 12 && password.length <= 128) {
    return password;
  }
  const message = 'must be a text of 12 to 128 characters';
  throw invalidInput([{ path: 'password', code: 'invalid_length', message }]);
}

import { isAPIError } from 'better-auth/api';
import { notSignedInError } from '../domain/identities/session-proofs.ts';
import type { BetterAuth } from './better-auth.ts';
import { reauthenticationFailedError, signInAgainError } from './better-auth-errors.ts';
import type { ReauthenticationInput } from './request-inputs.ts';
import { freshSessionMs } from './sign-in-rules.ts';

/** @throws ActionError not_signed_in */
export async function requireSession(auth: BetterAuth, { headers }: Request) {
  const result = await auth.api.getSession({ headers });
  if (!result) throw notSignedInError();
  return result;
}

/** @throws ActionError not_signed_in, sign_in_again */
export async function requireFreshSession(auth: BetterAuth, request: Request) {
  const result = await requireSession(auth, request);
  if (Date.now() - result.session.createdAt.getTime() < freshSessionMs) return result;
  throw signInAgainError();
}

/**
 * A session alone must not remove the second factor.
 * @throws ActionError sign_in_refused
 */
export async function requireReauthentication(
  auth: BetterAuth,
  { headers }: Request,
  personId: string,
  { code, password }: ReauthenticationInput,
): Promise<void> {
  if (password && (await isPassword(auth, personId, password))) return;
  if (code && (await isCode(auth, headers, code))) return;
  throw reauthenticationFailedError();
}

async function isPassword(auth: BetterAuth, personId: string, password: string): Promise<boolean> {
  const { internalAdapter, password: passwords } = await auth.$context;
  const methods = await internalAdapter.findAccounts(personId);
  const hash = methods.find(({ providerId }) => providerId === 'credential')?.password;
  return hash ? passwords.verify({ hash, password }) : false;
}

/** Six digits are a code of the authenticator app. A backup code works once. */
async function isCode(auth: BetterAuth, headers: Headers, code: string): Promise<boolean> {
  try {
    if (/^\d{6}$/.test(code)) await auth.api.verifyTOTP({ headers, body: { code } });
    else await auth.api.verifyBackupCode({ headers, body: { code, disableSession: true } });
    return true;
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return false;
    throw error;
  }
}

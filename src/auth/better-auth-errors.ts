import { notSignedInError } from '../domain/identities/session-proofs.ts';
import {
  ActionError,
  type FieldError,
  invalidInputError,
} from '../platform/errors/action-error.ts';

/** better-auth's own texts describe its implementation. */

const invalidCodeMessage = 'That code is wrong or has expired. Request a new one.';
const invalidAppCodeMessage =
  'That authentication code is wrong. Enter the code that your app shows now.';
const signInExpiredMessage = 'This sign-in has expired, or had too many wrong codes. Start again.';

export const invalidCodeError = () => signInRefusedError(invalidCodeMessage);

export const reauthenticationFailedError = () =>
  signInRefusedError(
    'Enter your password, a code from your app, or a backup code. The one you entered is missing or wrong.',
  );

/** Codes with the same message cannot be distinguished. */
const rejectedMessages: ReadonlyMap<string, string> = new Map([
  ['INVALID_OTP', invalidCodeMessage],
  ['OTP_EXPIRED', invalidCodeMessage],
  ['TOO_MANY_ATTEMPTS', invalidCodeMessage],
  ['INVALID_EMAIL_OR_PASSWORD', 'Wrong e-mail address or password.'],
  ['INVALID_PASSWORD', 'Enter your current password. It is missing or wrong.'],
  ['INVALID_CODE', invalidAppCodeMessage],
  ['INVALID_BACKUP_CODE', 'That backup code is wrong or was already used. Each code works once.'],
  ['INVALID_TWO_FACTOR_COOKIE', signInExpiredMessage],
  ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', signInExpiredMessage],
  ['INVALID_TOKEN', 'That link was already used or has expired. Request a new one.'],
]);

const conflictMessages: ReadonlyMap<string, string> = new Map([
  ['TOTP_ALREADY_ENABLED', 'There is a second factor already: switch it off first.'],
  ['TOTP_NOT_ENABLED', 'There is no second factor.'],
  ['TWO_FACTOR_NOT_ENABLED', 'There is no second factor.'],
  ['BACKUP_CODES_NOT_ENABLED', 'There is no second factor.'],
]);

const redirectFields: ReadonlyMap<string, string> = new Map([
  ['INVALID_CALLBACK_URL', 'callbackURL'],
  ['INVALID_ERROR_CALLBACK_URL', 'errorCallbackURL'],
]);

const wrongOrigins = ['INVALID_ORIGIN', 'MISSING_OR_NULL_ORIGIN'];

/** After ten wrong codes of a second factor. */
const lockSeconds = 900;

export function signInAgainError(): ActionError {
  return new ActionError(
    'sign_in_again',
    'Sign in again first: how one signs in can be changed within 15 minutes of signing in.',
  );
}

const signInRefusedError = (message: string): ActionError =>
  new ActionError('sign_in_refused', message);

/** @throws Error for a failure of better-auth */
export async function toActionError(response: Response): Promise<ActionError> {
  const { code = '', message = '' } = await readErrorBody(response);
  const rejectedMessage = rejectedMessages.get(code);
  if (rejectedMessage !== undefined) return signInRefusedError(rejectedMessage);
  const conflict = conflictMessages.get(code);
  if (conflict !== undefined) return new ActionError('conflicting_state', conflict);
  const field = redirectFields.get(code);
  if (field !== undefined) return invalidRedirectError(field);
  if (wrongOrigins.includes(code) || code.startsWith('CROSS_SITE')) return wrongOriginError();
  if (code === 'INVALID_EMAIL') return invalidInputError([fieldErrorOf('email')]);
  if (code === 'VALIDATION_ERROR') return invalidInputError(fieldErrorsIn(message));
  return errorOfStatus(response.status, code);
}

async function readErrorBody(response: Response): Promise<{ code?: string; message?: string }> {
  const body: unknown = await response.json().catch(() => null);
  const { code, message } = (body ?? {}) as Record<string, unknown>;
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
  };
}

function errorOfStatus(status: number, code: string): ActionError {
  if (status >= 500) throw new Error(`The sign-in library answered ${status} ${code}.`);
  if (status === 401) return notSignedInError();
  if (status === 404) return new ActionError('route_not_found', 'There is nothing here.');
  if (status === 429) {
    const message = 'The second factor was wrong too often. Wait, then try again.';
    return new ActionError('too_many_requests', message, { retryAfterSeconds: lockSeconds });
  }
  return signInRefusedError('This does not let anybody in. Begin to sign in again.');
}

const fieldErrorOf = (path: string): FieldError => ({
  path,
  code: 'invalid_format',
  message: path === 'email' ? 'must be an e-mail address, like ada@example.com' : 'cannot be taken',
});

/** Parses `[body.email] …; [body.otp] …`. */
function fieldErrorsIn(message: string): FieldError[] {
  const paths = [...message.matchAll(/\[(?:body|query)\.?([\w.]*)\]/g)].map(
    ([, path = '']) => path,
  );
  return [...new Set(paths.length === 0 ? [''] : paths)].map(fieldErrorOf);
}

export function invalidRedirectError(path: string): ActionError {
  const message = 'must be a page of this service or of an origin in CORS_ORIGINS';
  const errors = [{ path, code: 'origin_not_allowed', message }];
  return new ActionError('origin_not_allowed', `${path}: ${message}`, { errors });
}

const wrongOriginError = (): ActionError =>
  new ActionError(
    'origin_not_allowed',
    'Pages of that origin are not allowed to sign people in. Add the origin to CORS_ORIGINS.',
  );

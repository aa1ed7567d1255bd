import { APIError } from 'better-auth/api';

/** The service's reasons, in addition to those of provider and better-auth. */
export type SignInErrorReason =
  | 'email_not_verified'
  | 'email_domain_not_allowed'
  | 'not_invited'
  | 'not_active'
  | 'issuer_unavailable'
  | 'invalid_answer';

export const signInErrorUrl = (publicUrl: string, reason?: string): string =>
  `${publicUrl}/sign-in/refused${reason === undefined ? '' : `?${new URLSearchParams({ error: reason })}`}`;

/** An error that makes better-auth redirect to the error page. */
export function openIdErrorRedirect(publicUrl: string, reason: SignInErrorReason): APIError {
  return new APIError('FOUND', undefined, { location: signInErrorUrl(publicUrl, reason) });
}

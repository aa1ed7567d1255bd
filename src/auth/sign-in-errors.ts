import { APIError } from 'better-auth/api';

/** Provider and better-auth have further reasons. */
export type SignInErrorReason =
  | 'email_not_verified'
  | 'email_domain_not_allowed'
  | 'not_invited'
  | 'not_active'
  | 'issuer_unavailable'
  | 'invalid_answer';

export const signInErrorUrl = (publicUrl: string, reason?: string): string =>
  `${publicUrl}/sign-in/refused${reason === undefined ? '' : `?${new URLSearchParams({ error: reason })}`}`;

/** Makes better-auth redirect to the error page. */
export function openIdErrorRedirect(publicUrl: string, reason: SignInErrorReason): APIError {
  return new APIError('FOUND', undefined, { location: signInErrorUrl(publicUrl, reason) });
}

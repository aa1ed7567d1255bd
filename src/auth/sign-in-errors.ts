import { APIError } from 'better-auth/api';

/** Why somebody who comes back from an OpenID Connect provider is not let in, beside what provider and library say. */
export type SignInErrorReason =
  | 'email_not_verified'
  | 'email_domain_not_allowed'
  | 'not_invited'
  | 'not_active'
  | 'issuer_unavailable'
  | 'invalid_answer';

/** The page that says in words why somebody was not signed in. */
export const signInErrorUrl = (publicUrl: string, reason?: string): string =>
  `${publicUrl}/sign-in/refused${reason === undefined ? '' : `?${new URLSearchParams({ error: reason })}`}`;

/** Leads to that page, out of the library. */
export function openIdErrorRedirect(publicUrl: string, reason: SignInErrorReason): APIError {
  return new APIError('FOUND', undefined, { location: signInErrorUrl(publicUrl, reason) });
}

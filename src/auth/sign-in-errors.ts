import { APIError } from 'better-auth/api';

/** Why somebody who comes back from an OpenID Connect provider is not let in, beside what provider and library say. */
export type Refusal =
  | 'email_not_verified'
  | 'email_domain_not_allowed'
  | 'not_invited'
  | 'not_active'
  | 'issuer_unavailable'
  | 'invalid_answer';

/** The page that says in words why somebody was not signed in. */
export const refusalPage = (publicUrl: string, reason?: string): string =>
  `${publicUrl}/sign-in/refused${reason === undefined ? '' : `?${new URLSearchParams({ error: reason })}`}`;

/** Leads to that page, out of the library. */
export function refusedWith(publicUrl: string, reason: Refusal): APIError {
  return new APIError('FOUND', undefined, { location: refusalPage(publicUrl, reason) });
}

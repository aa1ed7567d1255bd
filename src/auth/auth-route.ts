import type { RequestOrigin } from '../domain/identities/sign-in-audit-entries.ts';
import type { RequestMetadata } from './auth-request.ts';
import type { BetterAuth } from './better-auth.ts';
import type { LinkSignIn } from './link-sign-in.ts';
import type { RateLimitCategory } from './sign-in-rules.ts';

/** `input` is the body, or the query parameters with GET. */
export interface AuthRequest {
  auth: BetterAuth;
  request: Request;
  input: unknown;
  metadata: RequestMetadata;
  /** For the audit log. */
  origin: RequestOrigin;
  /** @throws ActionError too_many_requests */
  countAttempt: (personId: string) => Promise<void>;
}

export interface AuthRoute {
  rateLimitCategory: RateLimitCategory;
  handle: (authRequest: AuthRequest) => Promise<Response>;
}

export type SignInByLink = (authRequest: AuthRequest, link: LinkSignIn) => Promise<Response>;

/** A token of an external issuer has no session. */
export type ResolvePerson = (
  request: Request,
) => Promise<{ personId: string; sessionId?: string | undefined }>;

import type { RequestOrigin } from '../domain/identities/sign-in-audit-entries.ts';
import type { RequestMetadata } from './auth-request.ts';
import type { BetterAuth } from './better-auth.ts';
import type { LinkSignIn } from './link-sign-in.ts';
import type { RateLimitCategory } from './sign-in-rules.ts';

/** What a path of ours is asked: `given` is what the body says, or what stands behind the question mark. */
export interface AuthRequest {
  auth: BetterAuth;
  request: Request;
  given: unknown;
  visitor: RequestMetadata;
  /** Where it comes from, as the log says it. */
  at: RequestOrigin;
  /** Counts a try about a person. @throws ActionError too_many_requests */
  countTry: (personId: string) => Promise<void>;
}

/** A path that the house answers, and as what it is counted. */
export interface AuthRoute {
  counted: RateLimitCategory;
  answer: (asked: AuthRequest) => Promise<Response>;
}

export type SignInByLink = (asked: AuthRequest, entry: LinkSignIn) => Promise<Response>;

/** Who a request's session or token is of; a token of an outside issuer has no session. */
export type ResolvePerson = (
  request: Request,
) => Promise<{ personId: string; sessionId?: string | undefined }>;

/** What the library is told of a request. */
export interface Sent {
  body: string | null;
  search: string;
  headers?: Readonly<Record<string, string>>;
}

/** Hands a request on to the library. */
export type Forward = (
  request: Request,
  path: string,
  sent: Sent,
  visitor: RequestMetadata,
) => Promise<Response>;

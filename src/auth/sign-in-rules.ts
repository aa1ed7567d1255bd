import type { SignInRates } from '../config/rate-limit-settings.ts';

const day = 86_400;

export const lifetimeSeconds = {
  session: 7 * day,
  /** Minimum interval between renewals. */
  sessionRefresh: day,
  /** Lifetime of a mailed link or code. */
  code: 600,
  signingKey: 30 * day,
} as const;

/** Within this time after sign-in, the person may change sign-in methods. */
export const freshSessionMs = 900_000;

/** These paths require the second factor. For OpenID Connect, the provider decides. */
export const signInPaths: readonly string[] = [
  '/sign-in/email',
  '/sign-in/email-otp',
  '/magic-link/verify',
];

/** Codes count by client (email-codes.ts). */
export type RateLimitCategory = 'mail' | 'try' | 'code' | 'other';

/** All other paths of better-auth are disabled. */
export const allowedBetterAuthRoutes: ReadonlyMap<string, RateLimitCategory> = new Map<
  string,
  RateLimitCategory
>([
  ['POST /sign-in/magic-link', 'mail'],
  ['POST /sign-in/email', 'try'],
  ['POST /sign-out', 'other'],
  ['GET /get-session', 'other'],
  ['GET /token', 'other'],
  ['GET /jwks', 'other'],
]);

export interface Rate {
  points: number;
  duration: number;
}

export const signInRateTable = (rates: SignInRates) =>
  ({
    byNetwork: {
      mail: { points: rates.mailsPerAddress, duration: 600 },
      try: { points: rates.attemptsPerAddress, duration: 60 },
      code: { points: rates.attemptsPerAddress, duration: 60 },
      other: { points: rates.otherPerAddress, duration: 60 },
    },
    byEmail: {
      mail: { points: rates.mailsPerEmail, duration: 600 },
      try: { points: rates.attemptsPerEmail, duration: 900 },
      code: { points: rates.attemptsPerEmail, duration: 900 },
    },
  }) as const satisfies Record<string, Record<string, Rate>>;

/** For the requester, and for all others together. */
export const codeGuessRate: Rate = { points: 5, duration: lifetimeSeconds.code };

/** For better-auth: more than all requesters of a code can guess together. */
export const maxCodeGuesses = 200;

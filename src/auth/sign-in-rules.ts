import type { SignInRates } from '../config/rate-limit-settings.ts';

const day = 86_400;

/** In seconds. */
export const lifetimeSeconds = {
  session: 7 * day,
  /** A session that is used goes on for its whole length again, at most so often. */
  sessionRefresh: day,
  /** Of a link or code that was mailed. */
  code: 600,
  signingKey: 30 * day,
} as const;

/** For so long after signing in somebody may change how they sign in. */
export const freshSessionMs = 900_000;

/**
 * Paths that end in a session and ask for the second factor, where there is one. Who comes from the OpenID Connect provider
 * is not asked: how people prove who they are is that provider's to decide (decision 33).
 */
export const signInPaths: readonly string[] = [
  '/sign-in/email',
  '/sign-in/email-otp',
  '/magic-link/verify',
];

/** Paths that change how somebody signs in. */
export const freshSessionPaths: readonly string[] = [
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
];

/**
 * What of a request is counted: tries to get in are few, mails fewer. A mailed code is guessed at few times (email-codes.ts), so
 * tries of codes are counted by where they come from, and no stranger uses up another's.
 */
export type RateLimitCategory = 'mail' | 'try' | 'code' | 'other';

/** Only these paths of better-auth exist. */
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

/** By network, and by e-mail address. Codes count by both. */
export const signInRateTable = (rates: SignInRates) =>
  ({
    fromAddress: {
      mail: { points: rates.mailsPerAddress, duration: 600 },
      try: { points: rates.attemptsPerAddress, duration: 60 },
      code: { points: rates.attemptsPerAddress, duration: 60 },
      other: { points: rates.otherPerAddress, duration: 60 },
    },
    aboutMail: {
      mail: { points: rates.mailsPerEmail, duration: 600 },
      try: { points: rates.attemptsPerEmail, duration: 900 },
      code: { points: rates.attemptsPerEmail, duration: 900 },
    },
  }) as const satisfies Record<string, Record<string, Rate>>;

/** Guesses at a mailed code by its requester, and by all others together. */
export const codeGuessRate: Rate = { points: 5, duration: lifetimeSeconds.code };

/** How often a code is guessed at at all: more than all who may guess have together. */
export const maxCodeGuesses = 200;

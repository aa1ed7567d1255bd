/** What the door to signing in lets through, for how long, and how often. */

const day = 86_400;

/** In seconds. */
export const lifetimes = {
  session: 7 * day,
  /** A session that is used goes on for its whole length again, at most so often. */
  sessionRefresh: day,
  /** Of a link or code that was mailed. */
  code: 600,
  /** After this, tokens are signed with a new key. */
  signingKey: 30 * day,
} as const;

/** For so long after signing in somebody may change how they sign in. */
export const freshMillis = 900_000;

/**
 * Paths that end in a session and ask for the second factor, where there is one. Who comes from the OpenID Connect provider
 * is not asked: how people prove who they are is that provider's to decide (decision 33).
 */
export const waysIn: readonly string[] = [
  '/sign-in/email',
  '/sign-in/email-otp',
  '/magic-link/verify',
];

/** Paths that change how somebody signs in. */
export const needFreshSession: readonly string[] = [
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
];

/**
 * What of a request is counted: tries to get in are few, mails fewer. A mailed code is guessed at five times and never again, so
 * tries of codes are counted by where they come from, and no stranger uses up another's.
 */
export type Counted = 'mail' | 'try' | 'code' | 'other';

/** Every path of the library that is let through; whatever else it has does not exist here. */
export const paths: ReadonlyMap<string, Counted> = new Map<string, Counted>([
  ['POST /email-otp/send-verification-otp', 'mail'],
  ['POST /sign-in/magic-link', 'mail'],
  ['POST /sign-in/email-otp', 'code'],
  ['POST /sign-in/email', 'try'],
  ['GET /magic-link/verify', 'try'],
  ['POST /two-factor/verify-totp', 'try'],
  ['POST /two-factor/verify-backup-code', 'try'],
  ['POST /two-factor/enable', 'try'],
  ['POST /sign-out', 'other'],
  ['GET /get-session', 'other'],
  ['POST /revoke-sessions', 'other'],
  ['POST /revoke-other-sessions', 'other'],
  ['GET /token', 'other'],
  ['GET /jwks', 'other'],
]);

/** How often, in how many seconds. */
export interface Rate {
  points: number;
  duration: number;
}

/** How often from one network; and about one e-mail address from anywhere, a code's from one network, and either from a known browser. */
export const rates = {
  fromAddress: {
    mail: { points: 20, duration: 600 },
    try: { points: 30, duration: 60 },
    code: { points: 30, duration: 60 },
    other: { points: 300, duration: 60 },
  },
  aboutMail: {
    mail: { points: 5, duration: 600 },
    try: { points: 20, duration: 900 },
    code: { points: 20, duration: 900 },
  },
} as const satisfies Record<string, Record<string, Rate>>;

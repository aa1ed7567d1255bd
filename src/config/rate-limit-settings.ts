import { numbersSetting } from './numbers-setting.ts';
import type { SettingProblem, SettingValues } from './setting-table.ts';

export const rateLimitSettings = {
  REQUEST_LIMITS: numbersSetting('Limits of requests.', {
    requestsPerMinute: [
      30_000,
      [0, 1_000_000_000],
      'RATE_LIMIT_PER_MINUTE',
      'requests for one key or person; 0 for no limit.',
    ],
    costPerMinute: [
      6_000_000,
      [0, 1_000_000_000],
      'GRAPHQL_COST_PER_MINUTE',
      'cost of GraphQL operations for one key or person; 0 for no limit.',
    ],
    unknownKeysPerMinute: [
      60,
      [0, 1_000_000],
      'UNKNOWN_KEYS_PER_MINUTE',
      'requests with unknown keys from one address. Further ones get a 429; 0 for no limit.',
    ],
    bodyBytes: [1_048_576, [1_024, 104_857_600], 'BODY_LIMIT_BYTES', 'size of a request body.'],
  }),
  // Sign-in always has a limit. Without one, an attacker could guess a password.
  // The windows are fixed in auth/sign-in-rules.ts.
  SIGN_IN_LIMITS: numbersSetting('Limits of sign-in.', {
    attemptsPerAddress: [
      30,
      [1, 100_000],
      'SIGN_IN_TRIES_PER_ADDRESS',
      'attempts with passwords and links, and as many with codes, per minute and address. An office with one address may need more.',
    ],
    attemptsPerEmail: [
      20,
      [1, 1_000],
      'SIGN_IN_TRIES_PER_EMAIL',
      'attempts with passwords, and as many with codes, in 15 minutes for one e-mail address.',
    ],
    mailsPerAddress: [
      20,
      [1, 100_000],
      'SIGN_IN_MAILS_PER_ADDRESS',
      'e-mails requested in 10 minutes from one address.',
    ],
    mailsPerEmail: [
      5,
      [1, 1_000],
      'SIGN_IN_MAILS_PER_EMAIL',
      'e-mails in 10 minutes to one e-mail address.',
    ],
    otherPerAddress: [
      300,
      [10, 1_000_000],
      'SIGN_IN_OTHER_PER_ADDRESS',
      'other requests to /auth per minute and address.',
    ],
  }),
};

type Values = SettingValues<typeof rateLimitSettings>;

/** 0 means no limit. */
export type RateLimitConfig = Omit<Values['REQUEST_LIMITS'], 'bodyBytes'>;

export type SignInRates = Values['SIGN_IN_LIMITS'];

export const defaultSignInRates = rateLimitSettings.SIGN_IN_LIMITS.parse(undefined);

export function validateRateLimitSettings({
  REQUEST_LIMITS: { costPerMinute },
  GRAPHQL_LIMITS: { cost },
}: Values & { GRAPHQL_LIMITS: { cost: number } }): SettingProblem[] {
  if (costPerMinute === 0 || costPerMinute >= cost) return [];
  const message = `must be 0 or at least ${cost}, the cost in GRAPHQL_LIMITS`;
  return [['REQUEST_LIMITS', message, 'costPerMinute']];
}

import type { SettingTable, SettingValues } from './setting-table.ts';
import { integerSetting } from './value-parsers.ts';

/** Limits of sign-in. Their windows are fixed in auth/sign-in-rules.ts. */
export interface SignInRates {
  /** Passwords and links, and as many codes, per minute and network. */
  attemptsPerAddress: number;
  /** Passwords, and as many codes, in 15 minutes for one email address. */
  attemptsPerEmail: number;
  /** In ten minutes from one network. */
  mailsPerAddress: number;
  /** In ten minutes to one email address. */
  mailsPerEmail: number;
  /** All other requests under /auth per minute and network. */
  otherPerAddress: number;
}

export const defaultSignInRates: SignInRates = {
  attemptsPerAddress: 30,
  attemptsPerEmail: 20,
  mailsPerAddress: 20,
  mailsPerEmail: 5,
  otherPerAddress: 300,
};

export const rateLimitSettings = {
  RATE_LIMIT_PER_MINUTE: {
    default: '30000',
    description: 'Maximum number of requests per minute for one key or person. 0: no limit.',
    value: integerSetting(0, 1_000_000_000),
  },
  GRAPHQL_COST_PER_MINUTE: {
    default: '6000000',
    description:
      'Maximum cost of GraphQL operations per minute for one key or person. 0: no limit.',
    value: integerSetting(0, 1_000_000_000),
  },
  UNKNOWN_KEYS_PER_MINUTE: {
    default: '60',
    description:
      'Maximum number of requests with unknown keys per minute and address. Further ones get a 429. 0: no limit.',
    value: integerSetting(0, 1_000_000),
  },
  // Sign-in always has a limit. Without one, an attacker could guess a password.
  SIGN_IN_TRIES_PER_ADDRESS: {
    default: String(defaultSignInRates.attemptsPerAddress),
    description:
      'Maximum number of sign-in attempts with passwords and links, and as many with codes, per minute and address. An office with one address may need more.',
    value: integerSetting(1, 100_000),
  },
  SIGN_IN_TRIES_PER_EMAIL: {
    default: String(defaultSignInRates.attemptsPerEmail),
    description:
      'Maximum number of sign-in attempts with passwords, and as many with codes, in 15 minutes for one e-mail address.',
    value: integerSetting(1, 1_000),
  },
  SIGN_IN_MAILS_PER_ADDRESS: {
    default: String(defaultSignInRates.mailsPerAddress),
    description: 'Maximum number of sign-in e-mails requested in 10 minutes from one address.',
    value: integerSetting(1, 100_000),
  },
  SIGN_IN_MAILS_PER_EMAIL: {
    default: String(defaultSignInRates.mailsPerEmail),
    description: 'Maximum number of sign-in e-mails in 10 minutes to one e-mail address.',
    value: integerSetting(1, 1_000),
  },
  SIGN_IN_OTHER_PER_ADDRESS: {
    default: String(defaultSignInRates.otherPerAddress),
    description: 'Maximum number of other requests to /auth per minute and address.',
    value: integerSetting(10, 1_000_000),
  },
} as const satisfies SettingTable;

type Values = SettingValues<typeof rateLimitSettings>;

/** 0 means no limit. */
export interface RateLimitConfig {
  rateLimitPerMinute: number;
  costPerMinute: number;
  unknownKeysPerMinute: number;
}

export const rateLimitConfigOf = (values: Values): RateLimitConfig => ({
  rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
  costPerMinute: values.GRAPHQL_COST_PER_MINUTE,
  unknownKeysPerMinute: values.UNKNOWN_KEYS_PER_MINUTE,
});

export const signInRatesOf = (values: Values): SignInRates => ({
  attemptsPerAddress: values.SIGN_IN_TRIES_PER_ADDRESS,
  attemptsPerEmail: values.SIGN_IN_TRIES_PER_EMAIL,
  mailsPerAddress: values.SIGN_IN_MAILS_PER_ADDRESS,
  mailsPerEmail: values.SIGN_IN_MAILS_PER_EMAIL,
  otherPerAddress: values.SIGN_IN_OTHER_PER_ADDRESS,
});

/** Problems of valid values that do not fit together. */
export function validateRateLimitSettings({
  GRAPHQL_COST_PER_MINUTE: costPerMinute,
  GRAPHQL_MAX_COST: maxCost,
}: Values & { GRAPHQL_MAX_COST: number }): [name: string, message: string][] {
  if (costPerMinute === 0 || costPerMinute >= maxCost) return [];
  const message = `must be 0 or at least ${maxCost}, the value of GRAPHQL_MAX_COST`;
  return [['GRAPHQL_COST_PER_MINUTE', message]];
}

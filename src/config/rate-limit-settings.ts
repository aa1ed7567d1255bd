import { z } from 'zod';
import { defaultSignInRates, type SignInRates } from '../auth/sign-in-rules.ts';
import { integerSetting } from './value-parsers.ts';

/** What the environment says of how much may be asked for in a minute, with what it means. */
export const rateLimitSettings = {
  RATE_LIMIT_PER_MINUTE: {
    default: '30000',
    meaning: 'Most requests a minute for one key or person; 0 for no limit.',
  },
  GRAPHQL_COST_PER_MINUTE: {
    default: '6000000',
    meaning:
      'Highest cost of the GraphQL operations of one key or person in a minute; 0 for no limit.',
  },
  UNKNOWN_KEYS_PER_MINUTE: {
    default: '60',
    meaning: 'Unknown keys that are looked up a minute for one address; 0 for no limit.',
  },
  SIGN_IN_TRIES_PER_ADDRESS: {
    default: String(defaultSignInRates.triesPerAddress),
    meaning:
      'Passwords and links, and as many codes, that are tried a minute from one address; an office whose people share one may need more.',
  },
  SIGN_IN_TRIES_PER_EMAIL: {
    default: String(defaultSignInRates.triesPerEmail),
    meaning: 'Passwords, and as many codes, that are tried in 15 minutes for one e-mail address.',
  },
  SIGN_IN_MAILS_PER_ADDRESS: {
    default: String(defaultSignInRates.mailsPerAddress),
    meaning: 'Mails for signing in that are asked for in 10 minutes from one address.',
  },
  SIGN_IN_MAILS_PER_EMAIL: {
    default: String(defaultSignInRates.mailsPerEmail),
    meaning: 'Mails for signing in that are asked for in 10 minutes to one e-mail address.',
  },
  SIGN_IN_OTHER_PER_ADDRESS: {
    default: String(defaultSignInRates.otherPerAddress),
    meaning: 'Other requests to /auth a minute from one address.',
  },
} as const;

export const rateLimitEnvironmentSchema = {
  RATE_LIMIT_PER_MINUTE: integerSetting(0, 1_000_000_000),
  GRAPHQL_COST_PER_MINUTE: integerSetting(0, 1_000_000_000),
  UNKNOWN_KEYS_PER_MINUTE: integerSetting(0, 1_000_000),
  // Signing in is never without a limit: a password could be found by trying.
  SIGN_IN_TRIES_PER_ADDRESS: integerSetting(1, 100_000),
  SIGN_IN_TRIES_PER_EMAIL: integerSetting(1, 1_000),
  SIGN_IN_MAILS_PER_ADDRESS: integerSetting(1, 100_000),
  SIGN_IN_MAILS_PER_EMAIL: integerSetting(1, 1_000),
  SIGN_IN_OTHER_PER_ADDRESS: integerSetting(10, 1_000_000),
};

const shape = z.object(rateLimitEnvironmentSchema);
type Values = z.output<typeof shape>;

/** What may be asked for in a minute; 0 of anything: any number. */
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

/** How much of signing in is let through. */
export const signInRatesOf = (values: Values): SignInRates => ({
  triesPerAddress: values.SIGN_IN_TRIES_PER_ADDRESS,
  triesPerEmail: values.SIGN_IN_TRIES_PER_EMAIL,
  mailsPerAddress: values.SIGN_IN_MAILS_PER_ADDRESS,
  mailsPerEmail: values.SIGN_IN_MAILS_PER_EMAIL,
  otherPerAddress: values.SIGN_IN_OTHER_PER_ADDRESS,
});

/** What is wrong with limits that are right each by itself, by name. */
export function validateRateLimitSettings({
  GRAPHQL_COST_PER_MINUTE: aMinute,
  GRAPHQL_MAX_COST: ofOne,
}: Values & { GRAPHQL_MAX_COST: number }): [name: string, message: string][] {
  if (aMinute === 0 || aMinute >= ofOne) return [];
  const message = `must be 0 or at least ${ofOne}, which GRAPHQL_MAX_COST lets one operation cost`;
  return [['GRAPHQL_COST_PER_MINUTE', message]];
}

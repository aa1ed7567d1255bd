import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Pool } from 'pg';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { SignInRates } from '../config/rate-limit-settings.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { Rate, RateLimitCategory } from './sign-in-rules.ts';
import { codeGuessRate, signInRateTable } from './sign-in-rules.ts';

/** An IPv6 subscriber has a whole /64 network. */
export const networkOf = (address: string): string =>
  isIPv6(address) ? ipaddr.IPv6.parse(address).parts.slice(0, 4).join(':') : address;

interface RateLimitSubject {
  email: string | undefined;
  /** A browser in which this person signed in before. */
  browser: string | undefined;
}

interface RateLimitsOptions {
  /** Shared by all processes. */
  pool: Pool;
  /** Hides subjects from readers of the table. */
  hashKey: (subject: string) => Promise<string>;
  rates: SignInRates;
}

/**
 * Counts before any look-up, so that known and unknown addresses behave alike. A known browser has its own
 * counter, so that strangers cannot lock the person out. All processes share the counters.
 */
export function createRateLimits({ pool, hashKey, rates }: RateLimitsOptions) {
  const rateTable = signInRateTable(rates);
  const networkLimiters = createLimiters(pool, 'from', rateTable.byNetwork);
  const emailLimiters = createLimiters(pool, 'about', rateTable.byEmail);
  const personLimiter = createLimiter(pool, 'person', rateTable.byEmail.try);

  const guessLimiter = createLimiter(pool, 'guess', codeGuessRate, true);

  async function consume(limiter: RateLimiterPostgres, subject: string): Promise<void> {
    await limiter.consume(await hashKey(subject)).catch((result) => {
      throw result instanceof Error ? result : rateLimitError(limiter, result);
    });
  }

  return {
    /** @throws ActionError too_many_requests */
    count: async (
      category: RateLimitCategory,
      address: string,
      { browser, email }: RateLimitSubject,
    ): Promise<void> => {
      const network = networkOf(address);
      await consume(networkLimiters[category], network);
      if (category === 'other' || email === undefined) return;
      const clientKey = browser ?? (category === 'code' ? network : 'anywhere');
      await consume(emailLimiters[category], `${email} ${clientKey}`);
    },
    /** @throws ActionError too_many_requests */
    countPerson: (personId: string): Promise<void> => consume(personLimiter, personId),
    /** @returns false if no guess is left */
    takeGuess: async (guesser: string): Promise<boolean> =>
      guessLimiter.consume(await hashKey(guesser)).then(
        () => true,
        (result) => {
          if (result instanceof Error) throw result;
          return false;
        },
      ),
    renewGuesses: async (guesser: string): Promise<void> => {
      await guessLimiter.delete(await hashKey(guesser));
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

const createLimiter = (pool: Pool, name: string, rate: Rate, isRenewable = false) =>
  new RateLimiterPostgres({
    ...rate,
    keyPrefix: `sign-in ${name}`,
    // A block in memory would outlast a reset by another process.
    ...(!isRenewable && { inMemoryBlockOnConsumed: rate.points }),
    storeClient: pool,
    storeType: 'pool',
    tableName: 'RateCount',
    // A migration creates the table. The retention job deletes rows.
    tableCreated: true,
    clearExpiredByTimeout: false,
  });

const createLimiters = <const N extends string>(
  pool: Pool,
  group: string,
  rates: Readonly<Record<N, Rate>>,
) =>
  Object.fromEntries(
    Object.entries<Rate>(rates).map(([name, rate]) => [
      name,
      createLimiter(pool, `${group} ${name}`, rate),
    ]),
  ) as Record<N, RateLimiterPostgres>;

function rateLimitError(
  { duration, points }: RateLimiterPostgres,
  { msBeforeNext }: RateLimiterRes,
): ActionError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  const minutes = duration / 60;
  const window = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const message = `Too many sign-in attempts. The limit is ${points} in ${window}. Try again in ${retryAfterSeconds} s.`;
  return new ActionError('too_many_requests', message, { retryAfterSeconds });
}

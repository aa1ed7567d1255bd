import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { SignInRates } from '../config/rate-limit-settings.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { Rate, RateLimitCategory } from './sign-in-rules.ts';
import { codeGuessRate, signInRateTable } from './sign-in-rules.ts';

/** The /64 network of an IPv6 address, because one subscriber has all addresses in it. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array(Math.max(0, zeros)).fill('0'), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

interface About {
  email: string | undefined;
  /** Id of a browser in which this person signed in before. */
  browser: string | undefined;
}

interface RateLimitsOptions {
  /** The database in which all processes count. */
  pool: Pool;
  /** Hides the counted subject from readers of the table. */
  hide: KeyedHash;
  given: SignInRates;
}

/** Keyed hash that replaces a personal value. */
export type KeyedHash = (text: string) => Promise<string>;

export function createKeyedHash(secret: () => Promise<string>): KeyedHash {
  return async (text) =>
    createHmac('sha256', await secret())
      .update(`rate limit ${text}`)
      .digest('base64url');
}

/**
 * Limits by network and by email address, before any look-up, so that known and unknown addresses
 * behave alike. A known browser has its own counter, so that strangers cannot lock the person out.
 * All processes share the counters: one statement for each count, none while a process already
 * rejects the subject. Without the database all attempts fail.
 */
export function createRateLimits({ pool, hide, given }: RateLimitsOptions) {
  const rates = signInRateTable(given);
  const limiterOf = (name: string, rate: Rate, isRenewed = false): RateLimiterPostgres =>
    new RateLimiterPostgres({
      ...rate,
      keyPrefix: `sign-in ${name}`,
      // A process cannot cache a block that another process may renew.
      ...(!isRenewed && { inMemoryBlockOnConsumed: rate.points }),
      storeClient: pool,
      storeType: 'pool',
      tableName: 'RateCount',
      // A migration creates the table, and the retention job deletes expired rows.
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
  const limitersOf = <const N extends string>(group: string, of: Readonly<Record<N, Rate>>) =>
    Object.fromEntries(
      Object.entries<Rate>(of).map(([name, rate]) => [name, limiterOf(`${group} ${name}`, rate)]),
    ) as Record<N, RateLimiterPostgres>;
  const fromAddress = limitersOf('from', rates.fromAddress);
  const aboutMail = limitersOf('about', rates.aboutMail);
  const aboutPerson = limiterOf('person', rates.aboutMail.try);

  const guessing = limiterOf('guess', codeGuessRate, true);

  async function consume(limiter: RateLimiterPostgres, counted: string): Promise<void> {
    await limiter.consume(await hide(counted)).catch((refusal) => {
      throw refusal instanceof Error ? refusal : refusedBy(limiter, refusal);
    });
  }

  return {
    /** @throws ActionError too_many_requests */
    count: async (
      counted: RateLimitCategory,
      address: string,
      { browser, email }: About,
    ): Promise<void> => {
      const network = networkOf(address);
      await consume(fromAddress[counted], network);
      if (counted === 'other' || email === undefined) return;
      const where = browser ?? (counted === 'code' ? network : 'anywhere');
      await consume(aboutMail[counted], `${email} ${where}`);
    },
    /** @throws ActionError too_many_requests */
    countPerson: (personId: string): Promise<void> => consume(aboutPerson, personId),
    /** Returns false if no guess is left. One statement. */
    takeGuess: async (guesser: string): Promise<boolean> =>
      guessing.consume(await hide(guesser)).then(
        () => true,
        (refusal) => {
          if (refusal instanceof Error) throw refusal;
          return false;
        },
      ),
    /** A new code restores the guesses. One statement. */
    renewGuesses: async (guesser: string): Promise<void> => {
      await guessing.delete(await hide(guesser));
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

function refusedBy(
  { duration, points }: RateLimiterPostgres,
  { msBeforeNext }: RateLimiterRes,
): ActionError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  const minutes = duration / 60;
  const length = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const message = `Too many sign-in attempts. The limit is ${points} in ${length}. Try again in ${retryAfterSeconds} s.`;
  return new ActionError('too_many_requests', message, { retryAfterSeconds });
}

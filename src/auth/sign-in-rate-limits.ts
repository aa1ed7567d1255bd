import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { SignInRates } from '../config/rate-limit-settings.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { Rate, RateLimitCategory } from './sign-in-rules.ts';
import { codeGuessRate, signInRateTable } from './sign-in-rules.ts';

/** Whoever has one address of IPv6 has a whole network of them. */
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

/** Whom a request is about. */
interface About {
  email: string | undefined;
  /** A browser in which the person of that address signed in before. */
  browser: string | undefined;
}

interface RateLimitsOptions {
  /** The connections of the database in which all processes count. */
  pool: Pool;
  /** Hides whom a count is about from who reads the table. */
  hide: KeyedHash;
  given: SignInRates;
}

/** What a text is called where nobody is to learn the text: a hash by the secret that signs cookies. */
export type KeyedHash = (text: string) => Promise<string>;

export function createKeyedHash(secret: () => Promise<string>): KeyedHash {
  return async (text) =>
    createHmac('sha256', await secret())
      .update(`rate limit ${text}`)
      .digest('base64url');
}

/**
 * Counts what is tried, before anything is looked up: from one network, and about one e-mail address, whether
 * somebody is known by it or not. What is tried about it where its person signed in before is counted apart, so that a stranger
 * who uses up all the rest keeps that person from nothing. All processes of a service count together, one statement for each
 * count; who is over a limit is refused without any for the rest of its time. Where the database is away nobody is let through: the
 * count throws what the connection does.
 */
export function createRateLimits({ pool, hide, given }: RateLimitsOptions) {
  const rates = signInRateTable(given);
  const limiterOf = (name: string, rate: Rate, isRenewed = false): RateLimiterPostgres =>
    new RateLimiterPostgres({
      ...rate,
      keyPrefix: `sign-in ${name}`,
      // What another process may renew is not remembered here.
      ...(!isRenewed && { inMemoryBlockOnConsumed: rate.points }),
      storeClient: pool,
      storeType: 'pool',
      tableName: 'RateCount',
      // Migrations make the table, and the sweeper removes what counts no more.
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
    /** Counts a try of who is signed in to show again who that is. @throws ActionError too_many_requests */
    countPerson: (personId: string): Promise<void> => consume(aboutPerson, personId),
    /** Takes a guess at a mailed code; false where whoever guesses has none left. One statement. */
    takeGuess: async (guesser: string): Promise<boolean> =>
      guessing.consume(await hide(guesser)).then(
        () => true,
        (refusal) => {
          if (refusal instanceof Error) throw refusal;
          return false;
        },
      ),
    /** Gives the guesses back, since there is another code. One statement. */
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

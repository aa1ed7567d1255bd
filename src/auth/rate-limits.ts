import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ActionError } from '../domain/kernel/errors.ts';
import type { Counted, Rate } from './rules.ts';
import { rates } from './rules.ts';

/** Whoever has one address of IPv6 has a whole network of them. */
function networkOf(address: string): string {
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

/**
 * Counts what is tried, before anything is looked up: from one network, and about one e-mail address, whether
 * somebody is known by it or not. What is tried about it where its person signed in before is counted apart, so that a stranger
 * who uses up all the rest keeps that person from nothing.
 */
export function createRateLimits() {
  const limitersOf = <const N extends string>(of: Readonly<Record<N, Rate>>) =>
    Object.fromEntries(
      Object.entries<Rate>(of).map(([name, rate]) => [name, new RateLimiterMemory(rate)]),
    ) as Record<N, RateLimiterMemory>;
  const fromAddress = limitersOf(rates.fromAddress);
  const aboutMail = limitersOf(rates.aboutMail);
  const aboutPerson = new RateLimiterMemory(rates.aboutMail.try);
  return {
    /** @throws ActionError too_many_requests */
    count: async (counted: Counted, address: string, { browser, email }: About): Promise<void> => {
      const network = networkOf(address);
      await consume(fromAddress[counted], network);
      if (counted === 'other' || email === undefined) return;
      const where = browser ?? (counted === 'code' ? network : 'anywhere');
      await consume(aboutMail[counted], `${email} ${where}`);
    },
    /** Counts a try of who is signed in to show again who that is. @throws ActionError too_many_requests */
    countPerson: (personId: string): Promise<void> => consume(aboutPerson, personId),
  };
}

async function consume(limiter: RateLimiterMemory, name: string): Promise<void> {
  try {
    await limiter.consume(name);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    const { msBeforeNext } = refusal as { msBeforeNext: number };
    throw new ActionError('too_many_requests', 'Too many tries to sign in. Wait, then try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    });
  }
}

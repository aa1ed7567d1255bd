import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { ActionError } from '../domain/kernel/errors.ts';
import type { Counted } from './rules.ts';
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

/**
 * Counts what is tried, before anything is looked up: from one address, and about one e-mail address from anywhere, whether
 * somebody is known by it or not.
 */
export function createRateLimits() {
  const fromAddress = {
    mail: new RateLimiterMemory(rates.fromAddress.mail),
    try: new RateLimiterMemory(rates.fromAddress.try),
    other: new RateLimiterMemory(rates.fromAddress.other),
  };
  const aboutMail = {
    mail: new RateLimiterMemory(rates.aboutMail.mail),
    try: new RateLimiterMemory(rates.aboutMail.try),
  };
  /** @throws ActionError too_many_requests */
  return async (counted: Counted, address: string, email: string | undefined): Promise<void> => {
    await consume(fromAddress[counted], networkOf(address));
    if (counted !== 'other' && email !== undefined) await consume(aboutMail[counted], email);
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

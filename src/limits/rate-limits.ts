import type { HttpRequest } from '../http/http-request.ts';
import { createRequestAttribute } from '../http/http-request.ts';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { SharedCounters } from './shared-counters.ts';
import { rateLimitWindowMs, SharedCounter } from './shared-counters.ts';

/** How much each key, and each person who signed in, may ask for; 0: any number. */
export interface RequestRates {
  requestsPerMinute: number;
  /** Of GraphQL operations. */
  costPerMinute: number;
}

/** What a key, or a person who signed in, may ask for in this minute. */
export interface Quota {
  /** Whether it is a key's. */
  isKey: boolean;
  requests: SharedCounter;
  cost: SharedCounter;
}

/** The headers that tell of limits (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = { state: 'ratelimit', policy: 'ratelimit-policy' } as const;

const windowSeconds = rateLimitWindowMs / 1_000;

/**
 * The limits of requests, counted by key and by person: requests through either door, and the cost of GraphQL operations. What is refused
 * uses up nothing.
 */
export function createRateLimiter(counts: SharedCounters, rates: RequestRates) {
  const { costPerMinute, requestsPerMinute } = rates;
  const quotaMaker = (isKey: boolean) => (name: string) => ({
    isKey,
    requests: new SharedCounter(`requests ${name}`, requestsPerMinute),
    cost: new SharedCounter(`cost ${name}`, costPerMinute),
  });
  const quotas = createRequestAttribute<Quota>('quota');
  const ofKey = memoizeByName<Quota>(quotaMaker(true));
  const ofPerson = memoizeByName<Quota>(quotaMaker(false));
  const policyOfRequests = `"requests";q=${requestsPerMinute};w=${windowSeconds}`;
  const policyOfCost = `"cost";q=${costPerMinute};qu="cost";w=${windowSeconds}`;
  const countsRequests = requestsPerMinute > 0;
  const countsCost = costPerMinute > 0;

  function headersOf(isGraphQL: boolean) {
    const countsCostHere = countsCost && isGraphQL;
    const policy = [
      ...(countsRequests ? [policyOfRequests] : []),
      ...(countsCostHere ? [policyOfCost] : []),
    ].join(', ');
    return (request: HttpRequest, headers: Record<string, string>): Record<string, string> => {
      if (policy === '') return headers;
      headers[rateLimitHeaders.policy] = policy;
      const quota = quotas.of(request);
      if (quota === undefined) return headers;
      const now = Date.now();
      const requests = countsRequests ? stateOf('requests', quota.requests, now) : '';
      const cost = countsCostHere ? stateOf('cost', quota.cost, now) : '';
      headers[rateLimitHeaders.state] =
        requests && cost ? `${requests}, ${cost}` : requests || cost;
      return headers;
    };
  }

  return {
    rates,
    /**
     * Counts a request of a key or a person; without a promise where it is let through at once.
     * @throws ActionError too_many_requests
     */
    takeRequest: (
      request: HttpRequest,
      name: string,
      isKey: boolean,
    ): Promise<void> | undefined => {
      if (!countsRequests && !countsCost) return undefined;
      const quota = isKey ? ofKey(name) : ofPerson(name);
      quotas.set(request, quota);
      if (!countsRequests) return undefined;
      const isLetThrough = counts.take(quota.requests, 1);
      if (isLetThrough === true) return undefined;
      return requireTaken(isLetThrough, () => tooMany(quota));
    },
    /**
     * Counts a request that was let through as as many as it does the work of, or as the limit where that is less: it would never
     * be let through otherwise. What is refused uses nothing up, the request itself included.
     * @throws ActionError too_many_requests
     */
    takeMore: async (request: HttpRequest, requests: number): Promise<void> => {
      const quota = countsRequests ? quotas.of(request) : undefined;
      const more = Math.min(requests, requestsPerMinute) - 1;
      if (!quota || more < 1 || (await counts.take(quota.requests, more))) return;
      counts.note(quota.requests, -1);
      throw tooMany(quota, more + 1);
    },
    /** Counts what the operation of a request costs. @throws ActionError too_many_requests */
    takeCost: (request: HttpRequest, cost: number): Promise<void> | undefined => {
      const quota = countsCost && cost > 0 ? quotas.of(request) : undefined;
      if (!quota) return undefined;
      const isLetThrough = counts.take(quota.cost, cost);
      if (isLetThrough === true) return undefined;
      return requireTaken(isLetThrough, () => tooCostly(quota, cost));
    },
    /** Adds the headers of limits to those of an answer: what is left, where it is known who asks, and the limits. */
    addToSurface: headersOf(false),
    addToGraphQL: headersOf(true),
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

async function requireTaken(
  isLetThrough: boolean | Promise<boolean>,
  refusal: () => ActionError,
): Promise<void> {
  if (!(await isLetThrough)) throw refusal();
}

function stateOf(name: string, count: SharedCounter, now: number): string {
  const seconds = count.secondsLeft(now);
  return `"${name}";r=${count.left};t=${seconds}`;
}

const whose = ({ isKey }: Quota) => (isKey ? 'This key' : 'You');

function tooMany(quota: Quota, wanted = 1): ActionError {
  const { requests } = quota;
  const retryAfterSeconds = requests.secondsLeft(Date.now());
  const left =
    wanted === 1
      ? 'no more are left'
      : `${requests.left} are left, while this one counts as ${wanted}`;
  const message = `${whose(quota)} may send ${requests.limit} requests a minute, and ${left}. Try again in ${retryAfterSeconds} s.`;
  return new ActionError('too_many_requests', message, { retryAfterSeconds });
}

function tooCostly(quota: Quota, cost: number): ActionError {
  const { limit, left } = quota.cost;
  const retryAfterSeconds = quota.cost.secondsLeft(Date.now());
  const message = `${whose(quota)} may spend a cost of ${limit} a minute on GraphQL operations; ${left} is left, and this operation costs ${cost}. Try again in ${retryAfterSeconds} s.`;
  return new ActionError('too_many_requests', message, { retryAfterSeconds });
}

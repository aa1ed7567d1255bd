import type { HttpRequest } from '../http/http-request.ts';
import { createRequestAttribute } from '../http/http-request.ts';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { SharedCounters } from './shared-counters.ts';
import { rateLimitWindowMs, SharedCounter } from './shared-counters.ts';

/** Per API key or person. 0: no limit. */
export interface RequestRates {
  requestsPerMinute: number;
  costPerMinute: number;
}

export interface Quota {
  isKey: boolean;
  requests: SharedCounter;
  cost: SharedCounter;
}

/** draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = { state: 'ratelimit', policy: 'ratelimit-policy' } as const;

const windowSeconds = rateLimitWindowMs / 1_000;

/** Quotas by key and by person, and those of requests. */
function createQuotas({ costPerMinute, requestsPerMinute }: RequestRates) {
  const quotaFactory = (isKey: boolean) => (name: string) => ({
    isKey,
    requests: new SharedCounter(`requests ${name}`, requestsPerMinute),
    cost: new SharedCounter(`cost ${name}`, costPerMinute),
  });
  return {
    ofRequest: createRequestAttribute<Quota>('quota'),
    ofKey: memoizeByName<Quota>(quotaFactory(true)),
    ofPerson: memoizeByName<Quota>(quotaFactory(false)),
  };
}

function createHeaderWriter(
  { costPerMinute, requestsPerMinute }: RequestRates,
  quotaOf: (request: HttpRequest) => Quota | undefined,
  isGraphQL: boolean,
) {
  const limitsRequests = requestsPerMinute > 0;
  const includesCost = costPerMinute > 0 && isGraphQL;
  const policy = [
    ...(limitsRequests ? [`"requests";q=${requestsPerMinute};w=${windowSeconds}`] : []),
    ...(includesCost ? [`"cost";q=${costPerMinute};qu="cost";w=${windowSeconds}`] : []),
  ].join(', ');
  return (request: HttpRequest, headers: Record<string, string>): Record<string, string> => {
    if (policy === '') return headers;
    headers[rateLimitHeaders.policy] = policy;
    const quota = quotaOf(request);
    if (quota === undefined) return headers;
    const now = Date.now();
    const requests = limitsRequests ? headerValueOf('requests', quota.requests, now) : '';
    const cost = includesCost ? headerValueOf('cost', quota.cost, now) : '';
    headers[rateLimitHeaders.state] = requests && cost ? `${requests}, ${cost}` : requests || cost;
    return headers;
  };
}

/** Rejected requests do not count. */
export function createRateLimiter(counters: SharedCounters, rates: RequestRates) {
  const { costPerMinute, requestsPerMinute } = rates;
  const limitsRequests = requestsPerMinute > 0;
  const limitsCost = costPerMinute > 0;
  const { ofRequest: quotas, ofKey, ofPerson } = createQuotas(rates);

  return {
    rates,
    /** @throws ActionError too_many_requests */
    takeRequest: (
      request: HttpRequest,
      name: string,
      isKey: boolean,
    ): Promise<void> | undefined => {
      if (!limitsRequests && !limitsCost) return undefined;
      const quota = isKey ? ofKey(name) : ofPerson(name);
      quotas.set(request, quota);
      if (!limitsRequests) return undefined;
      const isAllowed = counters.take(quota.requests, 1);
      if (isAllowed === true) return undefined;
      return requireAllowed(isAllowed, () => tooManyRequestsError(quota));
    },
    /**
     * Counts an allowed request as several, at most as the limit; a rejected one not at all.
     * @throws ActionError too_many_requests
     */
    countExtraRequests: async (request: HttpRequest, requests: number): Promise<void> => {
      const quota = limitsRequests ? quotas.of(request) : undefined;
      const extraRequests = Math.min(requests, requestsPerMinute) - 1;
      if (!quota || extraRequests < 1 || (await counters.take(quota.requests, extraRequests)))
        return;
      counters.record(quota.requests, -1);
      throw tooManyRequestsError(quota, extraRequests + 1);
    },
    /** @throws ActionError too_many_requests */
    takeCost: (request: HttpRequest, cost: number): Promise<void> | undefined => {
      const quota = limitsCost && cost > 0 ? quotas.of(request) : undefined;
      if (!quota) return undefined;
      const isAllowed = counters.take(quota.cost, cost);
      if (isAllowed === true) return undefined;
      return requireAllowed(isAllowed, () => tooCostlyError(quota, cost));
    },
    addRestHeaders: createHeaderWriter(rates, quotas.of, false),
    addGraphQLHeaders: createHeaderWriter(rates, quotas.of, true),
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

async function requireAllowed(
  isAllowed: boolean | Promise<boolean>,
  createError: () => ActionError,
): Promise<void> {
  if (!(await isAllowed)) throw createError();
}

function headerValueOf(name: string, counter: SharedCounter, now: number): string {
  const seconds = counter.secondsLeft(now);
  return `"${name}";r=${counter.left};t=${seconds}`;
}

const quotaOwner = ({ isKey }: Quota) => (isKey ? 'This key' : 'Your account');

function tooManyRequestsError(quota: Quota, requestCount = 1): ActionError {
  const { requests } = quota;
  const retryAfterSeconds = requests.secondsLeft(Date.now());
  const left =
    requestCount === 1
      ? 'none are left'
      : `${requests.left} are left, and this request counts as ${requestCount}`;
  const message = `${quotaOwner(quota)} has a limit of ${requests.limit} requests per minute, and ${left}. Try again in ${retryAfterSeconds} s.`;
  return new ActionError('too_many_requests', message, { retryAfterSeconds });
}

function tooCostlyError(quota: Quota, cost: number): ActionError {
  const { limit, left } = quota.cost;
  const retryAfterSeconds = quota.cost.secondsLeft(Date.now());
  const message = `${quotaOwner(quota)} has a limit of ${limit} per minute for the cost of GraphQL operations. ${left} is left, and this operation costs ${cost}. Try again in ${retryAfterSeconds} s.`;
  return new ActionError('too_many_requests', message, { retryAfterSeconds });
}

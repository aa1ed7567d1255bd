import type { ActiongraphError, AnyErrorCode } from './errors.ts';

const retryableCodes: ReadonlySet<AnyErrorCode> = new Set<AnyErrorCode>([
  ...(['connection_failed', 'timeout', 'request_timeout', 'too_many_requests'] as const),
  ...(['database_unavailable', 'issuer_unavailable', 'read_only'] as const),
  // The idempotency key makes these safe.
  ...(['outcome_unknown', 'idempotency_key_in_use'] as const),
]);
/** Responses of proxies. */
const retryableStatuses = [408, 429, 502, 503, 504];

export const isRetryable = ({ code, status = 0 }: ActiongraphError): boolean =>
  retryableCodes.has(code) || (code === 'invalid_response' && retryableStatuses.includes(status));

const baseDelayMs = 250;
const maxDelayMs = 15_000;
/** After a longer `Retry-After`, the call fails. */
const maxRetryAfterMs = 60_000;

/**
 * The delay before the next attempt: `Retry-After`, otherwise exponential backoff, both with jitter. Undefined if the
 * request must not be repeated now.
 */
export function retryDelayMs(error: ActiongraphError, attempt: number): number | undefined {
  const { retryAfterMs } = error;
  if (!isRetryable(error) || (retryAfterMs ?? 0) > maxRetryAfterMs) return undefined;
  const backoffMs = Math.min(baseDelayMs * 2 ** attempt, maxDelayMs);
  return retryAfterMs === undefined
    ? backoffMs * (0.5 + Math.random() / 2)
    : retryAfterMs + baseDelayMs * Math.random();
}

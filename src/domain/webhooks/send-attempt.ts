import { OutboundError } from '../../platform/outbound-http/outbound-error.ts';
import type { OutboundResponse } from '../../platform/outbound-http/outbound-http.ts';
import { signatureHeaders } from './secrets.ts';
import type { WebhookServices } from './services.ts';

export interface WebhookRequest {
  url: string;
  /** Valid secrets, decrypted. */
  secrets: readonly string[];
  eventId: string;
  body: Uint8Array;
  headers?: Readonly<Record<string, string>>;
  /** Starts with 1. */
  attempt: number;
  signal?: AbortSignal;
}

export type AttemptOutcome = 'DELIVERED' | 'FAILED' | 'TIMEOUT' | 'THROTTLED' | 'GONE' | 'ABORTED';

export interface AttemptResult {
  outcome: AttemptOutcome;
  statusCode: number | null;
  durationMs: number;
  error: string | null;
  responseExcerpt: string | null;
  /** From the header Retry-After, at most an hour. */
  retryAfterMs: number | undefined;
}

const maxExcerptLength = 1_024;
const maxRetryAfterMs = 3_600_000;
const throttlingStatuses = [429, 502, 503, 504];

type Sender = Pick<WebhookServices, 'allowedHosts' | 'http' | 'userAgent'>;

/** Signs and sends one request. It never throws. */
export async function sendAttempt(
  { allowedHosts, http, userAgent }: Sender,
  request: WebhookRequest,
  now: Date,
): Promise<AttemptResult> {
  const { attempt, body, eventId, secrets, signal, url } = request;
  const startedAt = performance.now();
  const message = { id: eventId, timestamp: Math.floor(now.getTime() / 1_000), body };
  const headers = {
    ...signatureHeaders(secrets, message),
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    'X-Webhook-Attempt': String(attempt),
    ...request.headers,
  };
  const end = () => ({ durationMs: Math.round(performance.now() - startedAt) });
  try {
    const response = await http.send({
      ...{ method: 'POST' as const, url, headers, body },
      ...(signal && { signal }),
    });
    const isInternal = allowedHosts.includesHost(new URL(url).hostname);
    return {
      ...resultOf(response, now),
      ...end(),
      responseExcerpt: isInternal ? null : excerptOf(response),
    };
  } catch (error) {
    const isTimeout = error instanceof OutboundError && error.code === 'timeout';
    const failure = signal?.aborted ? 'ABORTED' : isTimeout ? 'TIMEOUT' : 'FAILED';
    return {
      ...{ outcome: failure, statusCode: null, ...end(), error: (error as Error).message },
      ...{ responseExcerpt: null, retryAfterMs: undefined },
    };
  }
}

function resultOf({ headers, statusCode }: OutboundResponse, now: Date) {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  if (isSuccess)
    return { outcome: 'DELIVERED' as const, statusCode, error: null, retryAfterMs: undefined };
  const outcome: AttemptOutcome =
    statusCode === 410 ? 'GONE' : throttlingStatuses.includes(statusCode) ? 'THROTTLED' : 'FAILED';
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const advice = isRedirect ? ', a redirect: update the URL' : '';
  return {
    outcome,
    statusCode,
    error: `The response has the status ${statusCode}${advice}.`,
    retryAfterMs: outcome === 'THROTTLED' ? retryAfterOf(headers['retry-after'], now) : undefined,
  };
}

function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : undefined;
}

const excerptOf = ({ body }: OutboundResponse): string | null => {
  const text = body.subarray(0, maxExcerptLength).toString('utf8').toWellFormed();
  return text.replaceAll('\u0000', '').slice(0, maxExcerptLength) || null;
};

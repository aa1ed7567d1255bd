import { ActiongraphError, errorOfResponse, invalidResponse } from './errors.ts';
import { retryDelayMs } from './retries.ts';
import { sleep, startTimeout, type Timeout } from './timeout.ts';

export interface ActiongraphOptions {
  /** Address of the service, for example `https://api.example.com`. */
  url: string | URL;
  /** Sent as `X-API-KEY`. */
  apiKey?: string;
  /** Headers of every request. A function is called for each attempt, for example for a short-lived token. */
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>);
  /** `include` for a page of a person who signed in with a cookie. */
  credentials?: RequestCredentials;
  fetch?: typeof globalThis.fetch;
  /** Time limit of each attempt. Default: 30,000. */
  timeoutMs?: number;
  /** Repetitions after the first attempt. Default: 3. */
  maxRetries?: number;
}

export interface RequestOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: HeadersInit;
}

export interface WriteOptions extends RequestOptions {
  /** Default: a new key for each call. All attempts of a call have the same key. Null: no key, and a single attempt. */
  idempotencyKey?: string | null;
  /** Returns the response of the write, but stores nothing. */
  dryRun?: boolean;
}

export interface OutgoingRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object | undefined;
  /** Whether a repetition has the effect of one request. */
  isRepeatable: boolean;
  /** Whether a successful response contains an error. */
  hasError?(data: unknown): boolean;
}

export interface Reply<T> {
  data: T;
  response: Response;
}

const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The headers of a write, and whether the write can be repeated. */
export function writeRequestOf({
  dryRun = false,
  idempotencyKey = createIdempotencyKey(),
}: WriteOptions): Pick<OutgoingRequest, 'isRepeatable'> & { headers: Record<string, string> } {
  const isRepeatable = idempotencyKey !== null;
  const headers = {
    ...(isRepeatable && { 'idempotency-key': idempotencyKey }),
    ...(dryRun && { 'dry-run': 'true' }),
  };
  return { headers, isRepeatable };
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && /^application\/(xml|pdf)\b/.test(type)) return response.blob();
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidResponse(response, error);
  }
}

/** Sends requests, and repeats those that are safe to repeat. */
export class Transport {
  readonly #options: ActiongraphOptions;
  readonly #baseUrl: string;

  constructor(options: ActiongraphOptions) {
    this.#options = options;
    this.#baseUrl = String(options.url).replace(/\/+$/, '');
    if (!/^(https?:[/]{2}|[/]|$)/i.test(this.#baseUrl))
      throw new TypeError(`The url must be an http or https address, not ${this.#baseUrl}`);
  }

  /** @throws ActiongraphError */
  async request<T>(request: OutgoingRequest, options: RequestOptions = {}): Promise<Reply<T>> {
    const { maxRetries = this.#options.maxRetries ?? 3, signal } = options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt<T>(request, options);
      } catch (error) {
        if (!(error instanceof ActiongraphError)) throw error;
        const delayMs = retryDelayMs(error, attempt);
        if (!request.isRepeatable || attempt >= maxRetries || delayMs === undefined) throw error;
        await sleep(delayMs, signal);
      }
    }
  }

  async #attempt<T>(request: OutgoingRequest, options: RequestOptions): Promise<Reply<T>> {
    const { signal, timeoutMs = this.#options.timeoutMs ?? 30_000 } = options;
    const timeout = startTimeout(timeoutMs, signal);
    try {
      return await withConnectionErrors(timeout, async () => {
        const response = await this.send(request, timeout.signal, options.headers);
        const data = await readBody(response);
        if (!response.ok || request.hasError?.(data)) throw errorOfResponse(response, data);
        return { data: data as T, response };
      });
    } finally {
      timeout.close();
    }
  }

  /** One attempt, whose response can be an error. */
  async send(
    request: OutgoingRequest,
    signal: AbortSignal,
    ownHeaders?: HeadersInit,
  ): Promise<Response> {
    const { apiKey, credentials, fetch = globalThis.fetch, headers } = this.#options;
    const all = new Headers(typeof headers === 'function' ? await headers() : headers);
    const add = (name: string, value: string) => all.set(name, value);
    if (apiKey !== undefined) add('x-api-key', apiKey);
    const isForm = request.body instanceof FormData;
    if (request.body && !isForm) add('content-type', 'application/json');
    for (const [name, value] of Object.entries(request.headers ?? {})) add(name, value);
    new Headers(ownHeaders).forEach((value, name) => {
      add(name, value);
    });
    return fetch(this.#baseUrl + request.path, {
      method: request.method,
      headers: all,
      signal,
      ...(request.body && {
        body: isForm ? (request.body as FormData) : JSON.stringify(request.body),
      }),
      // Cloudflare Workers reject the option.
      ...(credentials && { credentials }),
    });
  }
}

/** @throws ActiongraphError instead of every other error */
export async function withConnectionErrors<T>(
  { signal }: Timeout,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ActiongraphError) throw error;
    throw new ActiongraphError('connection_failed', 'The service cannot be reached.', {
      cause: error,
    });
  }
}

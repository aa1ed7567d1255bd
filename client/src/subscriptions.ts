import { ActiongraphError, errorOfResponse } from './errors.ts';
import { execute, type GraphQLDocument, graphqlRequest, textOf } from './graphql.ts';
import { isRetryable, retryDelayMs } from './retries.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { sleep, startTimeout } from './timeout.ts';
import { type RequestOptions, type Transport, withConnectionErrors } from './transport.ts';

export interface SubscribeOptions extends Pick<RequestOptions, 'signal' | 'headers'> {
  /** Position to continue from: `place` of a change. Default: now. */
  after?: string;
  /** Called each time the stream is open. */
  onOpen?(): void;
  /** Called each time the connection is lost. The client connects again by itself. */
  onLost?(error: ActiongraphError): void;
}

/** The service sends a comment every 12 s. */
const silenceLimitMs = 40_000;

const endOfLog = 'query { events(after: "now") { place } }';

/** Undefined if the caller cannot read events. Then a lost connection before the first change can lose changes. */
async function currentPosition(transport: Transport, options: RequestOptions) {
  const read = execute<{ events: { place: string } }>(transport, endOfLog, {}, options);
  const { events } = await read.catch((error: ActiongraphError) => {
    if (isRetryable(error) || error.code === 'aborted') throw error;
    return { events: undefined };
  });
  return events?.place;
}

/** One connection. @throws ActiongraphError connection_failed if it ends before the subscription is complete */
async function* connect<Result>(
  open: (signal: AbortSignal) => Promise<Response>,
  { onOpen, signal }: SubscribeOptions,
): AsyncGenerator<{ id: string | undefined; data: Result }, void, undefined> {
  const timeout = startTimeout(silenceLimitMs, signal);
  try {
    const response = await withConnectionErrors(timeout, () => open(timeout.signal));
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream || !response.body)
      throw errorOfResponse(response, await response.json().catch(() => undefined));
    onOpen?.();
    const events = readServerSentEvents(response.body, timeout.restart);
    for (;;) {
      const { done, value } = await withConnectionErrors(timeout, () => events.next());
      if (done) throw new ActiongraphError('connection_failed', 'The stream ended early.');
      if (value.type === 'complete') return;
      const result = JSON.parse(value.data) as { data: Result; errors?: unknown };
      if (result.errors) throw errorOfResponse(response, result);
      // A slow reader is not a silent service.
      timeout.pause();
      yield { id: value.id, data: result.data };
      timeout.restart();
    }
  } finally {
    timeout.close();
  }
}

/**
 * The results of a subscription. After a lost connection it continues behind the last one.
 * @throws ActiongraphError events_expired, changes_missed: read the records again, then subscribe again
 */
export async function* subscribe<Result>(
  transport: Transport,
  document: GraphQLDocument<Result, never>,
  variables: object | undefined,
  options: SubscribeOptions,
): AsyncGenerator<Result, void, undefined> {
  const { onLost, signal } = options;
  const request = graphqlRequest(textOf(document), variables);
  let position = options.after;
  for (let attempt = 0; ; attempt += 1) {
    const startTime = Date.now();
    try {
      position ??= await currentPosition(transport, { ...options, maxRetries: 0 });
      const resume = position === undefined ? {} : { 'last-event-id': position };
      const streamed = { ...request, headers: { accept: 'text/event-stream', ...resume } };
      const open = (abort: AbortSignal) => transport.send(streamed, abort, options.headers);
      for await (const { data, id } of connect<Result>(open, options)) {
        position = id ?? position;
        yield data;
      }
      return;
    } catch (error) {
      if (!(error instanceof ActiongraphError) || !isRetryable(error)) throw error;
      onLost?.(error);
      if (Date.now() - startTime > silenceLimitMs) attempt = 0;
      await sleep(retryDelayMs(error, attempt) ?? error.retryAfterMs ?? 0, signal);
    }
  }
}

import { setImmediate as nextTick } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { SubscriptionCutOffError } from '../../domain/record-changes/change-queue.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { serializeResult } from './response-body.ts';

/** Proxies close idle connections. */
const keepAliveIntervalMs = 12_000;

/** Intervals without a read until the connection is aborted. */
const maxIntervalsWithoutRead = 5;

/** The client stopped reading. */
class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
}

const encoder = new TextEncoder();
const keepAlive = encoder.encode(':\n\n');
const complete = 'event: complete\ndata:\n\n';
const next = (result: ExecutionResult) => {
  const id = eventIds.get(result);
  return `event: next\n${id ? `id: ${id}\n` : ''}data: ${serializeResult(result)}\n\n`;
};

/** In characters. */
const maxChunkLength = 16_384;

/** Event ids: a reconnecting client sends its last one and continues after it. */
export const eventIds = new WeakMap<ExecutionResult, string>();

export interface EventStreamOptions {
  about: Readonly<Record<string, string>>;
  /** Receives the error of an early end, except a shutdown. */
  onError: (error: unknown) => void;
  /** Aborts the connection; false if the stream has to report the reason. */
  breakOff: (reason: Error) => boolean;
}

/**
 * The graphql-sse protocol ("distinct connections mode"), at the pace of the client. Ready results are sent in
 * one chunk. A stream that breaks off ends without `complete`, so clients reconnect.
 */
class EventStream {
  readonly #results: AsyncIterator<ExecutionResult>;
  readonly #options: Omit<EventStreamOptions, 'about'>;
  #keepAliveTimer: NodeJS.Timeout | undefined;
  #isCancelled = false;
  #intervalsWithoutRead = 0;
  /** Requested and not sent yet. */
  #next: Promise<IteratorResult<ExecutionResult>> | undefined;

  constructor(results: AsyncIterator<ExecutionResult>, options: Omit<EventStreamOptions, 'about'>) {
    this.#results = results;
    this.#options = options;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    // Some browsers expose a response only after its first bytes.
    controller.enqueue(keepAlive);
    this.#keepAliveTimer = setInterval(
      () => this.#keepAlive(controller),
      keepAliveIntervalMs,
    ).unref();
  }

  #keepAlive(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if ((controller.desiredSize ?? 0) > 0) {
      controller.enqueue(keepAlive);
      return;
    }
    this.#intervalsWithoutRead += 1;
    if (this.#intervalsWithoutRead < maxIntervalsWithoutRead) return;
    void this.cancel();
    const reason = new NotTakenError('The client takes nothing.');
    if (this.#options.breakOff(reason)) controller.close();
    else controller.error(reason);
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#intervalsWithoutRead = 0;
    let text = '';
    let isOver = false;
    try {
      while (!isOver && text.length < maxChunkLength) {
        const result = await (text === '' ? this.#request() : ifReady(this.#request()));
        if (this.#isCancelled) return;
        if (result === undefined) break;
        this.#next = undefined;
        isOver = result.done === true;
        text += result.done ? complete : next(result.value);
      }
    } catch (error) {
      isOver = true;
      if (!(error instanceof SubscriptionCutOffError)) this.#options.onError(error);
    }
    if (isOver) clearInterval(this.#keepAliveTimer);
    if (this.#isCancelled) return;
    if (text !== '') controller.enqueue(encoder.encode(text));
    if (isOver) controller.close();
  }

  async cancel(): Promise<void> {
    this.#isCancelled = true;
    clearInterval(this.#keepAliveTimer);
    await this.#results.return?.();
  }

  #request(): Promise<IteratorResult<ExecutionResult>> {
    if (this.#next === undefined) {
      this.#next = this.#results.next();
      // `pull` handles the rejection; until then it must not count as unhandled.
      this.#next.catch(() => undefined);
    }
    return this.#next;
  }
}

export function createEventStream(
  results: AsyncIterator<ExecutionResult>,
  { about, ...options }: EventStreamOptions,
): HttpResponse {
  return {
    status: 200,
    body: new ReadableStream<Uint8Array>(new EventStream(results, options)),
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...about,
    },
  };
}

/** Waits two event loop ticks at most, since events yield one to other work. */
async function ifReady<T>(result: Promise<T>): Promise<T | undefined> {
  const ticks = nextTick().then(() => nextTick(undefined));
  return Promise.race([result, ticks]);
}

/** For clients that accept only events. */
export function createSingleEventResponse(
  result: ExecutionResult,
  about: EventStreamOptions['about'],
): HttpResponse {
  const results = [result][Symbol.iterator]();
  return createEventStream(
    { next: async () => results.next() as IteratorResult<ExecutionResult> },
    { about, onError: () => undefined, breakOff: () => false },
  );
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { SubscriptionCutOffError } from '../../domain/record-changes/change-queue.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { serializeResult } from './response-body.ts';

/** Proxies close idle connections. */
const keepAliveMillis = 12_000;

/** Intervals without a read until the connection is aborted. */
const mostUntaken = 5;

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

/** Batch size in characters. */
const mostTogether = 16_384;

/** Event ids: a reconnecting client sends its last one and continues after it. */
export const eventIds = new WeakMap<ExecutionResult, string>();

export interface EventStreamOptions {
  /** Headers about the request. */
  about: Readonly<Record<string, string>>;
  /** Receives the error of an early end, except a shutdown. */
  onFault: (error: unknown) => void;
  /** Aborts the connection; false if the stream has to report the reason. */
  breakOff: (reason: Error) => boolean;
}

/**
 * The graphql-sse protocol ("distinct connections mode"), at the pace of the client. Ready results are sent in
 * one chunk. A stream that breaks off ends without `complete`, so clients reconnect.
 */
export function createEventStream(
  results: AsyncIterator<ExecutionResult>,
  { about, breakOff, onFault }: EventStreamOptions,
): HttpResponse {
  let beat: NodeJS.Timeout | undefined;
  let left = false;
  let untaken = 0;
  /** Requested and not sent yet. */
  let asked: Promise<IteratorResult<ExecutionResult>> | undefined;
  const ask = () => {
    if (asked === undefined) {
      asked = results.next();
      // The reader handles the rejection; until then it must not count as unhandled.
      asked.catch(() => undefined);
    }
    return asked;
  };
  async function leave(): Promise<void> {
    left = true;
    clearInterval(beat);
    await results.return?.();
  }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      // Some browsers expose a response only after its first bytes.
      controller.enqueue(keepAlive);
      beat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(keepAlive);
        untaken += 1;
        if (untaken < mostUntaken) return;
        void leave();
        const reason = new NotTakenError('The client takes nothing.');
        if (breakOff(reason)) controller.close();
        else controller.error(reason);
      }, keepAliveMillis).unref();
    },
    pull: async (controller) => {
      untaken = 0;
      let text = '';
      let isOver = false;
      try {
        while (!isOver && text.length < mostTogether) {
          const result = await (text === '' ? ask() : ifReady(ask()));
          if (left) return;
          if (result === undefined) break;
          asked = undefined;
          isOver = result.done === true;
          text += result.done ? complete : next(result.value);
        }
      } catch (error) {
        isOver = true;
        if (!(error instanceof SubscriptionCutOffError)) onFault(error);
      }
      if (isOver) clearInterval(beat);
      if (left) return;
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (isOver) controller.close();
    },
    cancel: leave,
  });
  return {
    status: 200,
    body,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...about,
    },
  };
}

/** Waits two event loop ticks at most, since events yield one to other work. */
async function ifReady<T>(asked: Promise<T>): Promise<T | undefined> {
  const turns = nextTurn().then(() => nextTurn(undefined));
  return Promise.race([asked, turns]);
}

/** For clients that accept only events. */
export function createSingleEventResponse(
  result: ExecutionResult,
  about: EventStreamOptions['about'],
): HttpResponse {
  const results = [result][Symbol.iterator]();
  return createEventStream(
    { next: async () => results.next() as IteratorResult<ExecutionResult> },
    { about, onFault: () => undefined, breakOff: () => false },
  );
}

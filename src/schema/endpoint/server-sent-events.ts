import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { SubscriptionCutOffError } from '../../domain/record-changes/change-queue.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { serializeResult } from './response-body.ts';

/** Proxies close connections on which nothing is sent for a while. */
const keepAliveMillis = 12_000;

/** Who has taken nothing of what waits for so many of those times has left without a word, or holds a place that others need. */
const mostUntaken = 5;

/** The client takes nothing of its stream any more, which is broken off. */
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

/** Text beyond which nothing more is sent together. */
const mostTogether = 16_384;

/** The ids of events: a client that was cut off sends the last of them, and is told what came behind it. */
export const eventIds = new WeakMap<ExecutionResult, string>();

export interface EventStreamOptions {
  /** Headers that tell of the request. */
  about: Readonly<Record<string, string>>;
  /** Told of what made the stream end too early, unless the service stops. */
  onFault: (error: unknown) => void;
  /** Breaks the connection to the client off, and says why; false where there is none, and the stream has to tell. */
  breakOff: (reason: Error) => boolean;
}

/**
 * Results as server-sent events, in the words of the graphql-sse protocol ("distinct connections mode"). They are asked
 * for one at a time, as fast as the client takes them; those that wait already are sent together, since sending costs more than most of them.
 * Who takes nothing for a minute although something waits is cut off. A stream that breaks off ends without `complete`, upon which
 * clients open it anew.
 */
export function createEventStream(
  results: AsyncIterator<ExecutionResult>,
  { about, breakOff, onFault }: EventStreamOptions,
): HttpResponse {
  let beat: NodeJS.Timeout | undefined;
  let left = false;
  let untaken = 0;
  /** The next result, where it was asked for and not sent yet. */
  let asked: Promise<IteratorResult<ExecutionResult>> | undefined;
  const ask = () => {
    if (asked === undefined) {
      asked = results.next();
      // Whoever is told of it asks for it; until then it is no defect.
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
      // Some browsers tell their page of an answer only when something of its body is there.
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

/** What is there within two turns of the process, in one of which events let others go first; undefined where nothing is. */
async function ifReady<T>(asked: Promise<T>): Promise<T | undefined> {
  const turns = nextTurn().then(() => nextTurn(undefined));
  return Promise.race([asked, turns]);
}

/** One result and the end, for clients that take nothing but events. */
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { afterEach, expect, test, vi } from 'vitest';
import { createEventStream, eventIds } from '../../src/schema/endpoint/server-sent-events.ts';

afterEach(() => vi.useRealTimers());

/** An event with an id, as it is sent. */
const written = (n: number) => `event: next\nid: ${n}\ndata: {"data":{"n":${n}}}\n\n`;

function resultOf(n: number): ExecutionResult {
  const result = { data: { n } };
  eventIds.set(result, String(n));
  return result;
}

/** The sent parts of some results. */
function sent(results: AsyncIterator<ExecutionResult>, onError: (error: unknown) => void) {
  const { body } = createEventStream(results, {
    about: {},
    onError: onError,
    breakOff: () => false,
  });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  return async () => {
    const { done, value } = await reader.read();
    return done ? undefined : new TextDecoder().decode(value);
  };
}

test('pending events are sent together, and none waits for a later one', async () => {
  let letCome: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  async function* results() {
    for (let n = 1; n <= 3; n += 1) {
      yield resultOf(n);
      // Between two events others have their turn.
      await nextTurn();
    }
    await coming;
    yield resultOf(4);
  }
  const next = sent(results(), () => expect.unreachable());
  expect(await next()).toBe(':\n\n');
  expect(await next()).toBe([1, 2, 3].map(written).join(''));
  letCome();
  expect(await next()).toBe(`${written(4)}event: complete\ndata:\n\n`);
  expect(await next()).toBeUndefined();
});

test('events before an error are sent, and the stream ends without complete', async () => {
  const errors: unknown[] = [];
  async function* results() {
    yield resultOf(1);
    throw new Error('broken');
  }
  const next = sent(results(), (error) => errors.push(error));
  expect([await next(), await next(), await next()]).toEqual([':\n\n', written(1), undefined]);
  expect(errors).toEqual([new Error('broken')]);
});

test('batches are limited in size, so that the buffer for a slow reader stays small', async () => {
  async function* results() {
    for (;;) yield { data: { text: 'x'.repeat(6_000) } };
  }
  const next = sent(results(), () => expect.unreachable());
  expect(await next()).toBe(':\n\n');
  const text = (await next()) ?? '';
  expect(text.split('event: next')).toHaveLength(4);
});

test.each([true, false])(
  'a client that reads nothing gets a limited buffer, and after a minute its stream ends; by its connection: %s',
  async (isConnected) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let requested = 0;
    const results = {
      next: async () => {
        requested += 1;
        return { value: resultOf(requested) };
      },
      return: vi.fn(async () => ({ done: true as const, value: undefined })),
    };
    const breakOff = vi.fn(() => isConnected);
    const onFailure = () => expect.unreachable();
    const { body } = createEventStream(results, { about: {}, onError: onFailure, breakOff });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    // One part waits for it, and is all that is kept of an endless source.
    await reader.read();
    for (let before = -1; before !== requested; await nextTurn()) before = requested;
    const waiting = requested;
    vi.advanceTimersByTime(59_000);
    await nextTurn();
    expect([requested, results.return.mock.calls.length]).toEqual([waiting, 0]);
    // Each read of the client resets the number of heartbeats.
    await reader.read();
    for (let before = -1; before !== requested; await nextTurn()) before = requested;
    vi.advanceTimersByTime(48_000);
    expect(results.return).not.toHaveBeenCalled();
    vi.advanceTimersByTime(12_000);
    expect(results.return).toHaveBeenCalledTimes(1);
    expect(breakOff).toHaveBeenCalledTimes(1);
    // Without another source, the error is printed by the stream.
    const end = async () => {
      while (!(await reader.read()).done);
    };
    const reported = await end().then(() => 'over', String);
    expect(reported).toMatch(isConnected ? /^over$/ : /takes nothing/);
  },
);

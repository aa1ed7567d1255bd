import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ResponseTimeout } from '../../src/database/pool/response-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function watching() {
  const end = vi.fn();
  const watch = new ResponseTimeout(1_000, end);
  const send = () => {
    let answer: () => void = () => undefined;
    const returned = watch.follow(
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
    );
    return async () => {
      answer();
      await returned;
    };
  };
  return { end, send };
}

test('a statement without a response ends the connection at its timeout', () => {
  const { end, send } = watching();
  send();
  vi.advanceTimersByTime(999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

test('each statement has its own timeout, however many were executed before', async () => {
  const { end, send } = watching();
  for (let sent = 0; sent < 5; sent += 1) {
    const answer = send();
    vi.advanceTimersByTime(900);
    await answer();
  }
  expect(end).not.toHaveBeenCalled();
  send();
  vi.advanceTimersByTime(999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

test('an idle connection has no timeout', async () => {
  const { end, send } = watching();
  await send()();
  vi.advanceTimersByTime(100_000);
  expect(end).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer gives the others that wait as long again', async () => {
  const { end, send } = watching();
  const first = send();
  send();
  vi.advanceTimersByTime(800);
  await first();
  vi.advanceTimersByTime(999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AttemptSlots } from '../../src/jobs/webhooks/attempt-slots.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const responseAfter = (ms: number) => () =>
  new Promise<void>((resolve) => void setTimeout(resolve, ms));

test.each([
  ['take almost half a second', 450],
  ['hang', 15_000],
])(
  '50 receivers that %s delay another one of their workspace by less than a second',
  async (_, ms) => {
    const slots = new AttemptSlots(64);
    const slow = Array.from({ length: 200 }, () => slots.run(1, false, responseAfter(ms)));
    let isDelivered = false;
    const healthy = slots.run(1, false, responseAfter(1)).then(() => {
      isDelivered = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isDelivered).toBe(true);
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all([...slow, healthy]);
  },
);

test('failing endpoints have a quarter of the slots', async () => {
  const slots = new AttemptSlots(8);
  let started = 0;
  const attempt = async () => {
    started += 1;
    await responseAfter(10)();
  };
  const attempts = [1, 2, 3, 4].map((accountId) => slots.run(accountId, true, attempt));
  await vi.advanceTimersByTimeAsync(5);
  expect(started).toBe(2);
  await vi.advanceTimersByTimeAsync(20);
  await Promise.all(attempts);
  expect(started).toBe(4);
});

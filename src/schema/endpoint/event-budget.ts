import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { callerIdOf } from '../../platform/actors/actor.ts';
import type { SubscribedOperation } from './subscribed-operation.ts';

/** Limits the cost of events per key and second. */
export function createEventBudget() {
  let limiter: RateLimiterMemory | undefined;
  return async ({ cost, context }: SubscribedOperation): Promise<void> => {
    const { eventCost } = context.limits;
    // Lets other work of the process run between two events.
    await new Promise((resolve) => setImmediate(resolve));
    if (eventCost === 0) return;
    limiter ??= new RateLimiterMemory({ points: eventCost, duration: 1 });
    for (;;) {
      try {
        await limiter.consume(callerIdOf(context.actor), Math.min(cost, eventCost));
        return;
      } catch (rejection) {
        if (rejection instanceof Error) throw rejection;
        const { msBeforeNext } = rejection as { msBeforeNext: number };
        await sleep(Math.max(1, msBeforeNext), undefined, { ref: false });
      }
    }
  };
}

/** Per name. Further calls wait in order of arrival. */
export function createConcurrencyLimit(maxConcurrent: number) {
  const running = new Map<string, { count: number; waiting: (() => void)[] }>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const queue = running.get(name) ?? { count: 0, waiting: [] };
    running.set(name, queue);
    if (queue.count >= maxConcurrent)
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.count += 1;
    try {
      return await work();
    } finally {
      // Hands the slot to the next waiter, so that no newcomer overtakes.
      const next = queue.waiting.shift();
      if (next) next();
      else queue.count -= 1;
      if (queue.count === 0) running.delete(name);
    }
  };
}

import { poolSizeOf } from '../database/transactions/cursors.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

/**
 * Writes of one workspace commit one after the other (decision 59). More of them than keep that going only wait in the database: each
 * holds a connection, which others' requests could have, and being woken takes its processor longer than the write.
 */
const partOfPool = 2 / 5;

/** What takes this long waits for something else than its turn, a locked invoice say, and keeps no other out any more. */
const longMillis = 50;

interface Running {
  since: number;
  isLong: boolean;
}

/** Those of one workspace, in the order in which they came. */
class Line {
  readonly #most: number;
  readonly #running = new Set<Running>();
  readonly #waiting: (() => void)[] = [];
  #short = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#short === 0 && this.#running.size === 0 && this.#waiting.length === 0;
  }

  get areSomeWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Does the work as soon as few enough others are at it. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#short >= this.#most || this.#waiting.length > 0) await this.#turn();
    else this.#short += 1;
    const own: Running = { since: performance.now(), isLong: false };
    this.#running.add(own);
    try {
      return await work();
    } finally {
      this.#running.delete(own);
      if (!own.isLong) this.#short -= 1;
      this.#letIn();
    }
  }

  #turn(): Promise<void> {
    this.#watch ??= setInterval(() => this.#look(), longMillis).unref();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #letIn(): void {
    while (this.#short < this.#most && this.#waiting.length > 0) {
      // Counted here: it begins only in a moment.
      this.#short += 1;
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #look(): void {
    const before = performance.now() - longMillis;
    for (const one of this.#running) {
      if (one.isLong || one.since > before) continue;
      one.isLong = true;
      this.#short -= 1;
    }
    this.#letIn();
  }
}

const lines = new WeakMap<PrismaClient, Map<number, Line>>();

/**
 * Writes a workspace's log by one statement, of which no more are sent at once than two fifths of the connections; the
 * others wait here, in their order. Nobody waits for longer than {@link longMillis} for what does not get on.
 */
export async function limitConcurrentWrites<T>(
  root: PrismaClient,
  accountId: number,
  write: () => Promise<T>,
): Promise<T> {
  const ofRoot = lines.get(root) ?? new Map<number, Line>();
  lines.set(root, ofRoot);
  const line =
    ofRoot.get(accountId) ?? new Line(Math.max(1, Math.floor(poolSizeOf(root) * partOfPool)));
  ofRoot.set(accountId, line);
  try {
    return await line.take(write);
  } finally {
    if (line.isEmpty) ofRoot.delete(accountId);
  }
}

/** Whether writes of the workspace wait for their turn. */
export const hasWaitingWrites = (root: PrismaClient, accountId: number): boolean =>
  lines.get(root)?.get(accountId)?.areSomeWaiting ?? false;

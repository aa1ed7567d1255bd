import { AsyncLocalStorage } from 'node:async_hooks';
import type { CounterValue } from './counter-store.ts';

/** Limits are of so much in a minute. */
export const rateLimitWindowMs = 60_000;

/**
 * How often a process tells the others what it counted, and hears of what they did. While no limit is near, seldom: each sum is a
 * statement and a commit, of every process, which all write the same row.
 */
const summingMillis = 1_000;

/** The same for what is only noted, of which nobody waits for a sum. */
const notedSummingMillis = 100;

/**
 * A process lets through this part of what it knows to be left before it has to hear of the others again. It is by what a
 * limit can be exceeded for each further process.
 */
const blindPart = 1 / 50;

/** Who waits for a sum, waits no longer for a database that is slow: what the process counted itself decides then. */
const patienceMillis = 1_000;

/** After a sum that failed, processes count by themselves for so long. */
const apartMillis = 1_000;

interface Waiter {
  amount: number;
  decide: (isLetThrough: boolean) => void;
}

/** How much of a limit somebody has used up in this window, as far as this process knows. */
export class SharedCounter {
  readonly key: string;
  readonly limit: number;
  /** The end of the window, in milliseconds since 1970. Windows end at a different moment for each key. */
  endsAt = 0;
  /** Of all processes, by the last sum. */
  summed = 0;
  /** Of this process: on the way to the sum, and not yet sent. */
  sending = 0;
  unsent = 0;
  waiting: Waiter[] = [];
  readonly #offset: number;

  constructor(key: string, limit: number) {
    this.key = key;
    this.limit = limit;
    let hash = 0;
    for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) % 60;
    this.#offset = hash * 1_000;
  }

  /** Begins a new window where the last one is over. */
  turnTo(now: number): void {
    if (now < this.endsAt && now >= this.endsAt - rateLimitWindowMs) return;
    this.endsAt = now + rateLimitWindowMs - ((now + this.#offset) % rateLimitWindowMs);
    this.summed = 0;
    this.sending = 0;
    // Who waits is counted in the new window.
    this.unsent = this.waiting.reduce((all, { amount }) => all + amount, 0);
  }

  get left(): number {
    return Math.max(0, this.limit - this.summed - this.sending - this.unsent);
  }

  /** Whole seconds until the window is over, of which a new one begins where it is. */
  secondsLeft(now: number): number {
    this.turnTo(now);
    return Math.max(1, Math.ceil((this.endsAt - now) / 1_000));
  }

  /** Whether so much was let through since the last sum that the others have to be heard of. */
  get isBlind(): boolean {
    return this.unsent + this.sending > (this.limit - this.summed) * blindPart;
  }
}

/** What went to the database of one count. */
interface Sent {
  count: SharedCounter;
  amount: number;
  endsAt: number;
  waiting: Waiter[];
}

export interface SharedCountersOptions {
  /** Adds counts to those of all processes; answers the sums. */
  add: (counts: readonly CounterValue[]) => Promise<CounterValue[]>;
  log: (message: string, error: unknown) => void;
}

/**
 * Counts that processes share: each counts by itself and has the database sum what all of them counted, once a second (ten times what is noted),
 * in one statement for all that it counted, and in none while it counts nothing. Near a limit the sum is waited for, so
 * that the limit is exceeded by no more than a fiftieth of it for each further process. Without the database, and with one
 * that is slow, each process goes on by what it knows.
 */
export class SharedCounters {
  readonly #options: SharedCountersOptions;
  readonly #changed = new Set<SharedCounter>();
  /** Not in the context of the request that happens to be the first. */
  readonly #apart = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  /** Whether something was noted since the last sum. */
  #isNoted = false;
  #sum: Promise<void> | undefined;
  #apartUntil = 0;
  #isTold = false;
  #isClosed = false;

  constructor(options: SharedCountersOptions) {
    this.#options = options;
  }

  /**
   * Uses an amount of what a count has left, if there is so much: whether there was. Answered at once unless the limit
   * is near.
   */
  take(count: SharedCounter, amount: number, now = Date.now()): boolean | Promise<boolean> {
    count.turnTo(now);
    if (count.left < amount) return false;
    count.unsent += amount;
    this.#changed.add(count);
    if (!count.isBlind || now < this.#apartUntil || this.#isClosed) {
      if (this.#timer === undefined && this.#sum === undefined) this.#sumLater();
      return true;
    }
    return new Promise((decide) => {
      count.waiting.push({ amount, decide });
      this.#sumNow();
    });
  }

  /** Counts an amount that was used already, more than is left perhaps. */
  note(count: SharedCounter, amount: number, now = Date.now()): void {
    count.turnTo(now);
    count.unsent += amount;
    this.#changed.add(count);
    if (this.#isNoted) return;
    this.#isNoted = true;
    if (this.#sum === undefined) this.#sumLater();
  }

  /** Tells the others what was counted and not told yet. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#sum;
    if (this.#changed.size > 0) await this.#sendAll();
    clearTimeout(this.#timer);
  }

  #sumLater(): void {
    clearTimeout(this.#timer);
    const millis = this.#isNoted ? notedSummingMillis : summingMillis;
    this.#timer = this.#apart(() => setTimeout(() => this.#sumNow(), millis).unref());
  }

  #sumNow(): void {
    if (this.#sum !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sum = this.#apart(() => this.#sendAll()).then(() => {
      this.#sum = undefined;
      if (this.#changed.size === 0 || this.#isClosed) return;
      const isWaitedFor = [...this.#changed].some(({ waiting }) => waiting.length > 0);
      if (isWaitedFor) this.#sumNow();
      else this.#sumLater();
    });
  }

  /** Sends all that was counted since the last time; never fails. */
  async #sendAll(): Promise<void> {
    const sent = [...this.#changed].map((count): Sent => {
      const { endsAt, unsent: amount, waiting } = count;
      Object.assign(count, { sending: amount, unsent: 0, waiting: [] });
      return { count, amount, endsAt, waiting };
    });
    this.#changed.clear();
    this.#isNoted = false;
    const letWaitersGo = () => {
      for (const { waiting } of sent) for (const { decide } of waiting.splice(0)) decide(true);
    };
    const patience = setTimeout(letWaitersGo, patienceMillis).unref();
    try {
      const rows = sent.map(({ count, amount, endsAt }) => ({
        key: count.key,
        points: amount,
        endsAt,
      }));
      const sums = new Map((await this.#options.add(rows)).map((sum) => [sum.key, sum]));
      this.#isTold = false;
      for (const one of sent) this.#settle(one, sums.get(one.count.key));
    } catch (error) {
      this.#apartUntil = Date.now() + apartMillis;
      for (const one of sent) this.#takeBack(one);
      letWaitersGo();
      if (!this.#isTold) this.#options.log('Limits are counted in this process alone.', error);
      this.#isTold = true;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Decides about who waited, in the order in which they came, by what had been let through before them anywhere. */
  #settle({ count, amount, endsAt, waiting }: Sent, sum: CounterValue | undefined): void {
    if (count.endsAt !== endsAt || sum?.endsAt !== endsAt) {
      // The window is over here, or where clocks go faster.
      if (count.endsAt === endsAt)
        Object.assign(count, { summed: count.summed + amount, sending: 0 });
      for (const { decide } of waiting.splice(0)) decide(true);
      return;
    }
    const waited = waiting.reduce((all, one) => all + one.amount, 0);
    let used = sum.points - waited;
    for (const { amount: wanted, decide } of waiting.splice(0)) {
      const isLetThrough = used + wanted <= count.limit;
      if (isLetThrough) used += wanted;
      decide(isLetThrough);
    }
    Object.assign(count, { summed: sum.points, sending: 0 });
    const givenBack = sum.points - used;
    if (givenBack === 0) return;
    count.unsent -= givenBack;
    this.#changed.add(count);
  }

  #takeBack({ count, amount, endsAt }: Sent): void {
    if (count.endsAt !== endsAt) return;
    count.unsent += amount;
    count.sending = 0;
    this.#changed.add(count);
  }
}

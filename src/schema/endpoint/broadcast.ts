/** Buffer limits of one slow follower. */
interface BufferLimits {
  values: number;
  size: number;
}

interface Follower<T> {
  waiting: { resolve: (result: IteratorResult<T>) => void; reject: (reason: unknown) => void }[];
  /** Values that faster followers have received. */
  behind: { value: T | Promise<T>; size: number }[];
  size: number;
}

interface Options<T> {
  sizeOf: (value: T) => number;
  /** Replaces the values that a follower was too slow for. */
  missed: () => T | Promise<T>;
  /** Whether a value replaces all buffered ones. */
  endsWith?: (value: T) => boolean;
  maxBuffered: BufferLimits;
  /** Called once, when the source has ended or the last follower left. */
  onEnd: () => void;
}

/**
 * Sends each value of one source to all followers, at the pace of the fastest. Slower followers have a bounded
 * buffer. Ends the source when the last follower leaves.
 */
export class Broadcast<T> {
  readonly #source: AsyncIterator<T>;
  readonly #options: Options<T>;
  readonly #followers = new Set<Follower<T>>();
  #isReading = false;
  #ended: { error?: unknown } | undefined;

  constructor(source: AsyncIterator<T>, options: Options<T>) {
    this.#source = source;
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  follow(): AsyncIterator<T> {
    const follower: Follower<T> = { waiting: [], behind: [], size: 0 };
    this.#followers.add(follower);
    return {
      next: () =>
        new Promise((resolve, reject) => {
          follower.waiting.push({ resolve, reject });
          this.#settle(follower);
          void this.#readSource();
        }),
      return: async () => {
        this.#followers.delete(follower);
        follower.behind = [];
        for (const { resolve } of follower.waiting.splice(0)) resolve(over());
        if (this.#followers.size === 0 && !this.#ended) {
          this.#end({});
          await this.#source.return?.();
        }
        return over();
      },
    };
  }

  async #readSource(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (!this.#ended && this.#hasWaitingFollower()) {
      try {
        const { done, value } = await this.#source.next();
        if (done) this.#end({});
        else this.#send(value);
      } catch (error) {
        this.#end({ error });
      }
    }
    this.#isReading = false;
  }

  #hasWaitingFollower(): boolean {
    return [...this.#followers].some(({ waiting }) => waiting.length > 0);
  }

  #send(value: T): void {
    const { endsWith, missed, maxBuffered, sizeOf } = this.#options;
    const size = sizeOf(value);
    let instead: T | Promise<T> | undefined;
    const isLast = endsWith?.(value) === true;
    for (const follower of this.#followers) {
      if (isLast) Object.assign(follower, { behind: [], size: 0 });
      follower.behind.push({ value, size });
      follower.size += size;
      const { behind } = follower;
      if (
        behind.length > maxBuffered.values ||
        (behind.length > 1 && follower.size > maxBuffered.size)
      ) {
        instead ??= missed();
        follower.behind = [{ value: instead, size: 0 }];
        follower.size = 0;
      }
      this.#settle(follower);
    }
  }

  #end(how: { error?: unknown }): void {
    if (this.#ended) return;
    this.#ended = how;
    this.#options.onEnd();
    for (const follower of this.#followers) this.#settle(follower);
  }

  #settle(follower: Follower<T>): void {
    const { waiting, behind } = follower;
    while (waiting.length > 0) {
      const next = behind.shift();
      if (next === undefined && !this.#ended) return;
      const { resolve, reject } = waiting.shift() as Follower<T>['waiting'][number];
      if (next !== undefined) {
        follower.size -= next.size;
        Promise.resolve(next.value).then((value) => resolve({ done: false, value }), reject);
      } else if (this.#ended && 'error' in this.#ended) reject(this.#ended.error);
      else resolve(over());
    }
  }
}

const over = (): IteratorReturnResult<undefined> => ({ done: true, value: undefined });

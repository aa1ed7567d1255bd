/** Random choices that follow from one number (mulberry32), so that a step is the same each time it is run. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from 0, below the limit. */
  below(limit: number): number {
    return this.#next() % limit;
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** One of the values, if there is any. */
  any<T>(values: Iterable<T>): T | undefined {
    const all = [...values];
    return all.length === 0 ? undefined : this.of(all);
  }

  /** The fields, each of them in so many of a hundred cases. */
  some(percent: number, fields: Record<string, () => unknown>): Record<string, unknown> {
    const input = Object.entries(fields).filter(() => this.chance(percent));
    const chosen = input.map(([name, value]) => [name, value()]);
    return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
  }
}

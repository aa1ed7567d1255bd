/** One that connections may be given to. */
interface Taker {
  /** Connections that it was given and that wait until it has taken others. */
  readonly untaken: number;
  /** Whether it has taken none for a while though some wait for it. @param now by a clock that is not set */
  isLate(now: number): boolean;
}

/**
 * Whose turn it is to get a connection. Not more get any than are to work at once: what several have in turns, each finds less of at a time, and
 * more processes than processors only take them from each other. The others stand by, for the time in which all at work are late, or for one
 * that is gone.
 */
export class Turns<T extends Taker> {
  readonly #atWork: number;
  #last: T | undefined;

  /** @param atWork how many are to work at once */
  constructor(atWork: number) {
    this.#atWork = atWork;
  }

  /**
   * In the order in which they are to be asked to take a connection: those that are late last, of the others those at work first, of equal
   * ones the one with the fewest that wait for it, and in turn after the one that took last.
   * @param takers the first of them are at work
   */
  order(takers: readonly T[], now: number): T[] {
    const places = takers.map((taker, at) => ({
      taker,
      turn: (takers.length + at - this.#place(takers) - 1) % takers.length,
      rank: (taker.isLate(now) ? 2 : 0) + (at < this.#atWork ? 0 : 1),
    }));
    places.sort(
      (one, other) =>
        one.rank - other.rank || one.taker.untaken - other.taker.untaken || one.turn - other.turn,
    );
    return places.map(({ taker }) => taker);
  }

  /** It took a connection. */
  took(taker: T): void {
    this.#last = taker;
  }

  #place(takers: readonly T[]): number {
    return this.#last === undefined ? -1 : takers.indexOf(this.#last);
  }
}

/** One that has taken no connection for so long, while some wait for it, is late: it is busy with something long, or hangs. */
const lateAfterMillis = 100;

/** One that is late by as much hangs, as far as can be told: it is not counted on until it takes its own again. */
const hangsAfterMillis = 1_000;

/** One that connections may be given to. */
interface Taker {
  /** Connections that it was given and that wait until it has taken others. */
  readonly untaken: number;
  /** For how long it has taken none though some wait for it; 0 where none wait. @param now by a clock that is not set */
  lateFor(now: number): number;
}

/**
 * Whose turn it is to get a connection. Not more get any than are to work at once: what several have in turns, each finds less of at a time, and
 * more processes than processors only take them from each other. The others stand by, for the time in which all at work are late, or for one
 * that hangs or is gone.
 */
export class ConnectionBalancer<T extends Taker> {
  readonly #atWork: number;
  #last: T | undefined;

  /** @param atWork how many are to work at once */
  constructor(atWork: number) {
    this.#atWork = atWork;
  }

  /**
   * In the order in which they are to be asked to take a connection: those that hang last, before them those that are late, of the others those
   * at work first, of equal ones the one with the fewest that wait for it, and in turn after the one that took last.
   * @param takers the first of them that do not hang are at work
   */
  order(takers: readonly T[], now: number): T[] {
    let counted = 0;
    const places = takers.map((taker, at) => {
      const late = taker.lateFor(now);
      const turn = (takers.length + at - this.#place(takers) - 1) % takers.length;
      if (late > hangsAfterMillis) return { taker, turn, rank: 4 };
      counted += 1;
      const rank = (late > lateAfterMillis ? 2 : 0) + (counted <= this.#atWork ? 0 : 1);
      return { taker, turn, rank };
    });
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

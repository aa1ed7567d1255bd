/**
 * What goes one after the other, in the order in which it was asked for: the statements of a connection, of which pg takes the next once
 * the one before is answered. What nothing is before begins at once.
 */
export class Turns {
  #last: Promise<void> | undefined;

  /** Does the work when all that came before is done, whether it failed or not; answers what the work does. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last === undefined ? work() : this.#last.then(work);
    const over = () => {
      if (this.#last === last) this.#last = undefined;
    };
    const last: Promise<void> = done.then(over, over);
    this.#last = last;
    return done;
  }
}

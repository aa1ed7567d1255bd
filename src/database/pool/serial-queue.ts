/**
 * What goes one after the other, in the order in which it was asked for: the statements of a connection, of which pg takes the next once
 * the one before is answered. What nothing is before begins at once.
 */
export class SerialQueue {
  #unfinished = 0;
  #last: Promise<void> | undefined;

  /** Does the work when all that came before is done, whether it failed or not; answers what the work does. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last === undefined ? work() : this.#last.then(work);
    this.#unfinished += 1;
    this.#last = done.then(this.#over, this.#over);
    return done;
  }

  readonly #over = (): void => {
    this.#unfinished -= 1;
    if (this.#unfinished === 0) this.#last = undefined;
  };
}

/** Runs one task after the other; without a pending task, synchronously. */
export class SerialQueue {
  #unfinished = 0;
  #last: Promise<void> | undefined;

  /** Failed tasks do not stop the queue. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last === undefined ? work() : this.#last.then(work);
    this.#unfinished += 1;
    this.#last = done.then(this.#onSettled, this.#onSettled);
    return done;
  }

  readonly #onSettled = (): void => {
    this.#unfinished -= 1;
    if (this.#unfinished === 0) this.#last = undefined;
  };
}

/** Runs tasks in order, one after the other. If no task is pending, the next one starts synchronously. */
export class SerialQueue {
  #unfinished = 0;
  #last: Promise<void> | undefined;

  /** Runs the task after all earlier ones, also if they failed. */
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

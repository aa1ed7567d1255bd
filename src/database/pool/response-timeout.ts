/**
 * Ends a connection whose server says nothing for too long. One timer for the connection, not one for each statement as pg has
 * it, which costs as much as sending a small one.
 */
export class ResponseTimeout {
  readonly #longestMillis: number;
  readonly #end: () => void;
  #statements = 0;
  /** When the last statement was sent that nothing was before, or answered; by the clock of `performance.now()`. */
  #heardAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param end is called once `longestMillis` have passed in which a statement was waited for and none was answered */
  constructor(longestMillis: number, end: () => void) {
    this.#longestMillis = longestMillis;
    this.#end = end;
  }

  /** Waits for the answer to a statement; answers that answer. */
  follow<T>(answer: Promise<T>): Promise<T> {
    if (this.#statements === 0) this.#heardAt = performance.now();
    this.#statements += 1;
    this.#timer ??= this.#lookIn(this.#longestMillis);
    answer.then(this.#answered, this.#answered);
    return answer;
  }

  readonly #answered = (): void => {
    this.#statements -= 1;
    this.#heardAt = performance.now();
  };

  #lookIn(millis: number): NodeJS.Timeout {
    return setTimeout(this.#look, millis).unref();
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    if (this.#statements === 0) return;
    const left = this.#heardAt + this.#longestMillis - performance.now();
    if (left > 0) this.#timer = this.#lookIn(left);
    else this.#end();
  };
}

/** One timer per connection: one per statement, as in pg, costs as much as a small statement. */
export class ResponseTimeout {
  readonly #longestMillis: number;
  readonly #end: () => void;
  #statements = 0;
  /** `performance.now()` of the last response or first pending statement. */
  #heardAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param end called if statements are pending and no response arrives */
  constructor(longestMillis: number, end: () => void) {
    this.#longestMillis = longestMillis;
    this.#end = end;
  }

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

/** One timer per connection: one per statement, as in pg, costs as much as a small statement. */
export class ResponseTimeout {
  readonly #timeoutMs: number;
  readonly #end: () => void;
  #pendingStatements = 0;
  /** `performance.now()` of the last response or first pending statement. */
  #lastActivityAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param end called if statements are pending and no response arrives */
  constructor(timeoutMs: number, end: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#end = end;
  }

  follow<T>(response: Promise<T>): Promise<T> {
    if (this.#pendingStatements === 0) this.#lastActivityAt = performance.now();
    this.#pendingStatements += 1;
    this.#timer ??= this.#scheduleCheck(this.#timeoutMs);
    response.then(this.#onSettled, this.#onSettled);
    return response;
  }

  readonly #onSettled = (): void => {
    this.#pendingStatements -= 1;
    this.#lastActivityAt = performance.now();
  };

  #scheduleCheck(delayMs: number): NodeJS.Timeout {
    return setTimeout(this.#check, delayMs).unref();
  }

  readonly #check = (): void => {
    this.#timer = undefined;
    if (this.#pendingStatements === 0) return;
    const remainingMs = this.#lastActivityAt + this.#timeoutMs - performance.now();
    if (remainingMs > 0) this.#timer = this.#scheduleCheck(remainingMs);
    else this.#end();
  };
}

const defaultToleratedLosses = 2;

/** Behind a pooler, a single heartbeat can arrive by chance. */
const requiredInARow = 2;

/** Notifications arrive in commit order, so after a heartbeat everything that was committed before has arrived. */
export class ListenerHeartbeat {
  readonly #timeoutMillis: number;
  /** Send time of the latest heartbeat that arrived. */
  #lastSentAt = Number.NEGATIVE_INFINITY;
  #inARow = 0;

  constructor(heartbeatMillis: number, toleratedLosses = defaultToleratedLosses) {
    this.#timeoutMillis = (toleratedLosses + 0.5) * heartbeatMillis;
  }

  get isAlive(): boolean {
    return (
      this.#inARow >= requiredInARow && performance.now() - this.#lastSentAt <= this.#timeoutMillis
    );
  }

  next(): string {
    return String(performance.now());
  }

  /** Records a heartbeat. False if earlier ones are missing. */
  receive(heartbeat: string): boolean {
    const sent = Number(heartbeat);
    const isNext = sent - this.#lastSentAt <= this.#timeoutMillis;
    this.#inARow = isNext ? this.#inARow + 1 : 1;
    this.#lastSentAt = sent;
    return isNext;
  }

  /** After a lost connection. */
  reset(): void {
    this.#lastSentAt = Number.NEGATIVE_INFINITY;
    this.#inARow = 0;
  }
}

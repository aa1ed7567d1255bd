const usuallyMissed = 2;

/** Behind a pooler, a single heartbeat can arrive by chance. */
const inARowAtFirst = 2;

/** Notifications arrive in commit order, so after a heartbeat everything that was committed before has arrived. */
export class ListenerHeartbeat {
  readonly #patienceMillis: number;
  /** Send time of the latest heartbeat that arrived. */
  #heard = Number.NEGATIVE_INFINITY;
  #inARow = 0;

  constructor(beatMillis: number, mayBeMissed = usuallyMissed) {
    this.#patienceMillis = (mayBeMissed + 0.5) * beatMillis;
  }

  get isHeard(): boolean {
    return this.#inARow >= inARowAtFirst && performance.now() - this.#heard <= this.#patienceMillis;
  }

  next(): string {
    return String(performance.now());
  }

  /** Records a heartbeat. False if earlier ones are missing. */
  note(beat: string): boolean {
    const sent = Number(beat);
    const isNext = sent - this.#heard <= this.#patienceMillis;
    this.#inARow = isNext ? this.#inARow + 1 : 1;
    this.#heard = sent;
    return isNext;
  }

  /** After a lost connection. */
  stop(): void {
    this.#heard = Number.NEGATIVE_INFINITY;
    this.#inARow = 0;
  }
}

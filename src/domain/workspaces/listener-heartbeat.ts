/** Beats that may be missed before the process counts as one that does not hear. */
const usuallyMissed = 2;

/** Beats to be heard in a row before it counts as one that hears: behind a pooler, one may come by chance. */
const inARowAtFirst = 2;

/**
 * Whether the process hears what is told on its listening connection, by what it tells itself again and again: notifications
 * come in the order of their transactions, so whoever hears a beat has heard everything that was committed before it.
 */
export class ListenerHeartbeat {
  readonly #patienceMillis: number;
  /** When the latest beat that was heard was sent. */
  #heard = Number.NEGATIVE_INFINITY;
  #inARow = 0;

  constructor(beatMillis: number, mayBeMissed = usuallyMissed) {
    this.#patienceMillis = (mayBeMissed + 0.5) * beatMillis;
  }

  get isHeard(): boolean {
    return this.#inARow >= inARowAtFirst && performance.now() - this.#heard <= this.#patienceMillis;
  }

  /** What to send now. */
  next(): string {
    return String(performance.now());
  }

  /** Notes a beat that came back; false where some before it were missed. */
  note(beat: string): boolean {
    const sent = Number(beat);
    const isNext = sent - this.#heard <= this.#patienceMillis;
    this.#inARow = isNext ? this.#inARow + 1 : 1;
    this.#heard = sent;
    return isNext;
  }

  /** The connection was lost. */
  stop(): void {
    this.#heard = Number.NEGATIVE_INFINITY;
    this.#inARow = 0;
  }
}

/** A receiver is late if its connections have been pending for this long: it is busy, or it hangs. */
const lateAfterMs = 100;

/** A receiver counts as hanging after this time, until it takes a connection again. */
const hangsAfterMs = 1_000;

interface Receiver {
  /** Connections that were sent to it and that it has not taken yet. */
  readonly pendingConnections: number;
  /** How long the next connection has been pending; 0 if there is none. @param now a monotonic time */
  pendingForMs(now: number): number;
}

/**
 * Orders the receivers of the next connection. Only the active ones get connections: more processes than processors would only
 * compete for them. The others are on standby for the time in which all active ones are late, and for one that hangs or ended.
 */
export class ConnectionBalancer<T extends Receiver> {
  readonly #activeSize: number;
  #lastReceiver: T | undefined;

  /** @param activeSize number of active receivers */
  constructor(activeSize: number) {
    this.#activeSize = activeSize;
  }

  /**
   * Returns the receivers in the order in which they should get the next connection: hanging ones last, late ones before them,
   * active ones before those on standby. Among equal ones, the one with the fewest pending connections is first, then they
   * take turns.
   * @param receivers the first ones that do not hang are active
   */
  order(receivers: readonly T[], now: number): T[] {
    let available = 0;
    const ranked = receivers.map((receiver, index) => {
      const pendingMs = receiver.pendingForMs(now);
      const turn = (receivers.length + index - this.#lastIndex(receivers) - 1) % receivers.length;
      if (pendingMs > hangsAfterMs) return { receiver, turn, rank: 4 };
      available += 1;
      const rank = (pendingMs > lateAfterMs ? 2 : 0) + (available <= this.#activeSize ? 0 : 1);
      return { receiver, turn, rank };
    });
    ranked.sort(
      (a, b) =>
        a.rank - b.rank ||
        a.receiver.pendingConnections - b.receiver.pendingConnections ||
        a.turn - b.turn,
    );
    return ranked.map(({ receiver }) => receiver);
  }

  /** Records that a receiver took a connection. */
  recordReceiver(receiver: T): void {
    this.#lastReceiver = receiver;
  }

  #lastIndex(receivers: readonly T[]): number {
    return this.#lastReceiver === undefined ? -1 : receivers.indexOf(this.#lastReceiver);
  }
}

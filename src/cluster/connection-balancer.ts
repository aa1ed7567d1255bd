const lateAfterMs = 100;

/** A hanging worker ranks last until it takes a pending connection. */
const hangsAfterMs = 1_000;

interface Receiver {
  readonly pendingConnections: number;
  /** @param now a monotonic time */
  pendingForMs(now: number): number;
}

/**
 * Only active receivers get connections, since more processes than processors would compete. Standby ones serve
 * while all active ones are late.
 */
export class ConnectionBalancer<T extends Receiver> {
  readonly #activeSize: number;
  #lastReceiver: T | undefined;

  constructor(activeSize: number) {
    this.#activeSize = activeSize;
  }

  /**
   * Active before standby, then late and hanging ones; among equals by pending connections, then round-robin.
   * @param receivers the first ones are active
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

  recordReceiver(receiver: T): void {
    this.#lastReceiver = receiver;
  }

  #lastIndex(receivers: readonly T[]): number {
    return this.#lastReceiver === undefined ? -1 : receivers.indexOf(this.#lastReceiver);
  }
}

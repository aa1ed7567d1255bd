/** Places in the log of a PostgreSQL server, which all that it writes goes through: what is replayed up to one is seen. */

/** A place that nothing has reached. */
export const unreachedWalPosition = 0xffff_ffff_ffff_ffffn;

const form = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** A place as PostgreSQL writes it, "0/16B3748" say; one that nothing has reached where the text is not such a place. */
export function parseWalPosition(text: string | null): bigint {
  const [, high, low] = form.exec(text ?? '') ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : unreachedWalPosition;
}

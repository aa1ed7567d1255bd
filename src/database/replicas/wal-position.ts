/** Greater than every position. */
export const unreachedWalPosition = 0xffff_ffff_ffff_ffffn;

const form = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** For example "0/16B3748". Returns `unreachedWalPosition` for other text. */
export function parseWalPosition(text: string | null): bigint {
  const [, high, low] = form.exec(text ?? '') ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : unreachedWalPosition;
}

import type { idPrefixes } from '../../src/platform/ids/record-ids.ts';

export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes];

/** The id of the n-th record of a type, in the form that the house gives ids. */
export const idOf = (prefix: IdPrefix, n: string) =>
  `'${prefix}_019a' || lpad(to_hex(${n}), 28, '0')`;

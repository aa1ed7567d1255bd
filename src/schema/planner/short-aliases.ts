import type { JsonQueryPart } from '../../query/json-query.ts';
import type { Row } from './row.ts';

/** PostgreSQL cuts longer names, and fields are its columns. */
export const maxIdentifierLength = 63;

interface ShortNamed {
  parts: JsonQueryPart[];
  /** The row as it would be under the parts' own names. */
  named: (row: Row) => Row;
}

/**
 * The same parts under names that differ from those of all others with another prefix; those that are read for the process
 * can keep theirs, by which they are found before the row has its names back.
 */
export function withShortAliases(
  parts: readonly JsonQueryPart[],
  prefix: string,
  keeps: ReadonlySet<string> = new Set(),
): ShortNamed {
  const shortOf = (as: string, index: number) => (keeps.has(as) ? as : `#${prefix}${index}`);
  const names = parts.map(({ as }, index) => [shortOf(as, index), as] as const);
  return {
    parts: parts.map((part, index) => ({ ...part, as: shortOf(part.as, index) })),
    named: (row) => Object.fromEntries(names.map(([short, name]) => [name, row[short]])),
  };
}

/** Gives a row other properties in place of its own, in their order. */
export function replaceProperties(row: Row, properties: Row): void {
  for (const name of Object.keys(row)) delete row[name];
  // Not assigned: `__proto__` is a name like any other.
  Object.defineProperties(row, Object.getOwnPropertyDescriptors(properties));
}

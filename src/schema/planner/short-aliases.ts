import type { JsonQueryPart } from '../../query/json-query.ts';
import type { Row } from './row.ts';

/** PostgreSQL truncates longer names, and response names become columns. */
export const maxIdentifierLength = 63;

interface ShortNamed {
  parts: JsonQueryPart[];
  /** Restores the original names. */
  named: (row: Row) => Row;
}

/**
 * The prefix keeps several sets of parts distinct. Names in `keeps` stay, since post-processors read them before the
 * names are restored.
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

/** Keeps the order of the new properties. */
export function replaceProperties(row: Row, properties: Row): void {
  for (const name of Object.keys(row)) delete row[name];
  // Assignment would fail for `__proto__`.
  Object.defineProperties(row, Object.getOwnPropertyDescriptors(properties));
}

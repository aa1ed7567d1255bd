import { escapeLike } from '../platform/text/like-patterns.ts';

/** How a text is compared where letter case does not count, or where only a part of it is looked for. */
export type TextComparison = 'equals' | 'contains' | 'startsWith' | 'endsWith';

/** Texts stand for themselves: what LIKE takes for a wildcard is no wildcard here. */
const patterns: Readonly<Record<TextComparison, (text: string) => string>> = {
  equals: (text) => text,
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
};

/** Letter case is removed on both sides, as the indexes have it. */
export function textSql(
  column: string,
  { by, value, anyCase }: { by: TextComparison; value: string; anyCase: boolean },
  parameter: (value: unknown) => string,
): string {
  const pattern = parameter(patterns[by](escapeLike(value)));
  return anyCase ? `lower(${column}) LIKE lower(${pattern})` : `${column} LIKE ${pattern}`;
}

import { escapeLike } from '../platform/text/like-patterns.ts';

export type TextComparison = 'equals' | 'contains' | 'startsWith' | 'endsWith';

/** LIKE wildcards are escaped. */
const patterns: Readonly<Record<TextComparison, (text: string) => string>> = {
  equals: (text) => text,
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
};

/** `lower` on both sides matches the expression indexes. */
export function textSql(
  column: string,
  { by, value, ignoreCase }: { by: TextComparison; value: string; ignoreCase: boolean },
  parameter: (value: unknown) => string,
): string {
  const pattern = parameter(patterns[by](escapeLike(value)));
  return ignoreCase ? `lower(${column}) LIKE lower(${pattern})` : `${column} LIKE ${pattern}`;
}

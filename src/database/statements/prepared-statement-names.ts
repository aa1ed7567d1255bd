import { createHash } from 'node:crypto';

/** Each connection of the server stores a plan for each name. */
const maxNames = 1_000;

const maxSeen = 5_000;

/** Callers can produce any number of long statements. */
const longestNamed = 20_000;

const plannedAnew = '/* planned anew */ ';

/** Such a statement is planned for its values. A generic plan can be many times slower. */
export const withoutPreparedName = (sql: string): string => `${plannedAnew}${sql}`;

/** For text and range searches, a generic plan may scan the rows of all workspaces. */
const byWords = /\bI?LIKE\b|\bBETWEEN \$|~[<>]=?~|\s%\s/;

/** A name from the second use on, '' before: lists of varying length would fill the server's memory with plans. */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (sql.length > longestNamed || sql.startsWith(plannedAnew) || byWords.test(sql)) return '';
    if (names.size >= maxNames) return '';
    if (!seen.delete(sql)) {
      if (seen.size >= maxSeen) seen.clear();
      seen.add(sql);
      return '';
    }
    const fresh = createHash('sha256').update(sql).digest('base64url').slice(0, 24);
    names.set(sql, fresh);
    return fresh;
  };
}

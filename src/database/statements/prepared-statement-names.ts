import { createHash } from 'node:crypto';

/** Each connection stores the plan of each name in the server's memory. */
const maxNames = 1_000;

const maxSeen = 5_000;

/** Callers can produce an unlimited number of longer statements. */
const longestNamed = 20_000;

const plannedAnew = '/* planned anew */ ';

/**
 * Makes the server plan the statement for its values each time. A generic plan is many times slower if some
 * values match many rows.
 */
export const withoutPreparedName = (sql: string): string => `${plannedAnew}${sql}`;

/**
 * Searches by text or range. The number of matches depends on the value, and a generic plan may scan the rows of
 * all workspaces.
 */
const byWords = /\bI?LIKE\b|\bBETWEEN \$|~[<>]=?~|\s%\s/;

/**
 * Names a statement by the hash of its SQL from its second use. Before that it returns '' (not prepared),
 * because texts with lists of varying length would fill the server's memory. Searches and {@link
 * withoutPreparedName} never get a name.
 */
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

import { createHash } from 'node:crypto';

/** Distinct statements that get a name. Each connection keeps the plan of each, in the server's memory. */
const maxNames = 1_000;

/** Statements that are remembered as seen once. */
const maxSeen = 5_000;

/** Longer statements, of which callers may make as many as they like, get no name and are not remembered. */
const longestNamed = 20_000;

const plannedAnew = '/* planned anew */ ';

/**
 * A statement that never gets a name, so that it is planned for the values it comes with: after a few times, the server
 * plans one that has a name for any values, which is many times slower where some values find much and others nothing.
 */
export const withoutPreparedName = (sql: string): string => `${plannedAnew}${sql}`;

/**
 * What looks for a part of a text, for likeness or for a stretch of values: how much it finds depends on the caller's
 * words. A plan for any words may look through what all workspaces have instead of what one has.
 */
const byWords = /\bI?LIKE\b|\bBETWEEN \$|~[<>]=?~|\s%\s/;

/**
 * Names for prepared statements: a hash of the SQL from its second use on, '' (no name) before, so that
 * statements whose text varies with the length of a list do not fill the server's memory. A statement whose plan
 * depends on its values never gets one: what {@link withoutPreparedName} says so of, and every one that searches by words.
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

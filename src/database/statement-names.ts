import { createHash } from 'node:crypto';

/** Distinct statements that get a name. Each connection keeps the plan of each, in the server's memory. */
const maxNames = 1_000;

/** Statements that are remembered as seen once. */
const maxSeen = 5_000;

/**
 * Names for prepared statements: a hash of the SQL from its second use on, '' (no name) before, so that
 * statements whose text varies with the length of a list do not fill the server's memory.
 */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined) return name;
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

import { createHash } from 'node:crypto';

/** Each server connection stores a plan for each name. */
const maxNames = 1_000;

const maxUsedOnce = 5_000;

/** Callers can produce any number of long statements. */
const maxNamedLength = 20_000;

const unnamedMarker = '/* planned anew */ ';

/** The server plans the statement for its values. A generic plan can be many times slower. */
export const withoutPreparedName = (sql: string): string => `${unnamedMarker}${sql}`;

const namedMarker = '/* planned once */ ';

/** A plan can have several MB. */
const maxPlannedOnce = 20;

/** For a statement whose generic plan suits all values. */
export const withPreparedName = (sql: string): string => `${namedMarker}${sql}`;

/** For text and range searches, a generic plan may scan the rows of all workspaces. */
const textOrRangeSearch = /\bI?LIKE\b|\bBETWEEN \$|~[<>]=?~|\s%\s/;

const isPlannedForValues = (sql: string): boolean =>
  sql.length > maxNamedLength || sql.startsWith(unnamedMarker) || textOrRangeSearch.test(sql);

/** A name from the second use on, '' before: lists of varying length would fill the server's memory with plans. */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const usedOnce = new Set<string>();
  let plannedOnce = 0;
  return ({ sql }) => {
    const knownName = names.get(sql);
    if (knownName !== undefined) return knownName;
    const isPlannedOnce = sql.startsWith(namedMarker);
    if (isPlannedOnce ? plannedOnce >= maxPlannedOnce : isPlannedForValues(sql)) return '';
    if (names.size >= maxNames) return '';
    if (!usedOnce.delete(sql)) {
      if (usedOnce.size >= maxUsedOnce) usedOnce.clear();
      usedOnce.add(sql);
      return '';
    }
    const newName = createHash('sha256').update(sql).digest('base64url').slice(0, 24);
    names.set(sql, newName);
    if (isPlannedOnce) plannedOnce += 1;
    return newName;
  };
}

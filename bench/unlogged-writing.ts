/**
 * What stands in the place of src/platform/audit-log/write-entries.ts in the program that is measured as the one without the log
 * of changes: the same transactions and the same reads, and nothing is written into the log.
 */

/** Nothing is written. */
export function writeLog(): void {}

/** A part of a statement that does nothing; no other part reads it, so that PostgreSQL leaves it out. */
export const logSql = (): string => 'SELECT 1';

export const logValues = (): unknown[] => [];

export const logParameters = 0;

/**
 * Replaces src/platform/audit-log/write-entries.ts in the program without an audit log that the benchmark compares with. Its
 * transactions and reads are the same, but it writes no audit entries.
 */

export function writeAuditEntries(): void {}

/** A part of a statement without effect. No other part reads it, so PostgreSQL does not execute it. */
export const insertAuditEntriesSql = (): string => 'SELECT 1';

export const auditEntryParameters = (): unknown[] => [];

export const auditEntryParameterCount = 0;

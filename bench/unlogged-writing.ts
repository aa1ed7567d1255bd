/**
 * Replaces src/platform/audit-log/write-entries.ts in the program without an audit log that the benchmark compares with. Its
 * transactions and reads are the same, but it writes no audit entries.
 */

export function writeAuditEntries(): void {}

/** A statement or part of one that reads what the entries are made from, and inserts none. */
export const insertAuditEntriesSql = (
  _first: number,
  [change]: readonly { from: string }[],
): string => `SELECT 1 FROM ${change?.from}`;

export const auditEntryParameters = (): unknown[] => [];

export const auditEntryParameterCount = 0;

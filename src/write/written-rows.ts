import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';

/** Raises the version of a record whose child rows changed. */
export const nextVersion = ({ version }: { version: number }) => ({ version: version + 1 });

/** Compares in order. */
export function areRowsEqual(
  storedRows: readonly object[],
  requestedRows: readonly object[],
): boolean {
  // JSON contains decimals as text.
  const toJson = (values: object, names: string[]) =>
    JSON.stringify(names.map((name) => (values as DatabaseRow)[name] ?? null));
  return (
    storedRows.length === requestedRows.length &&
    requestedRows.every((row, index) => {
      const names = Object.keys(row);
      return toJson(row, names) === toJson(storedRows[index] as object, names);
    })
  );
}

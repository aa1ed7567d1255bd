import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';

/** Raises the version of a record whose child rows changed. */
export const nextVersion = ({ version }: { version: number }) => ({ version: version + 1 });

/** Compares in order. */
export function areRowsEqual(rows: readonly object[], given: readonly object[]): boolean {
  // JSON contains decimals as text.
  const asText = (values: object, names: string[]) =>
    JSON.stringify(names.map((name) => (values as DatabaseRow)[name] ?? null));
  return (
    rows.length === given.length &&
    given.every((one, index) => {
      const names = Object.keys(one);
      return asText(one, names) === asText(rows[index] as object, names);
    })
  );
}

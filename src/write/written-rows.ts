import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';

/** The change of a record whose child rows changed: it raises the version. */
export const nextVersion = ({ version }: { version: number }) => ({ version: version + 1 });

/** Whether rows have the given values, in the same order. */
export function areRowsEqual(rows: readonly object[], given: readonly object[]): boolean {
  // Decimals are text in JSON, and equal ones the same text.
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

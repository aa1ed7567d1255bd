import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';

/** What a record's own row is given where what belongs to it was changed: its version is raised, whatever else the row is given. */
export const versionIncrement = { version: { increment: 1 } } as const;

/** The change of a record whose parts were changed: its version is raised even if its own values are equal. */
export const nextVersion = ({ version }: { version: number }) => ({ version: version + 1 });

/** Whether the parts of a record are those that it is given, in their order, by the values that they are given. */
export function areRowsEqual(rows: readonly object[], given: readonly object[]): boolean {
  // As JSON, in which decimals are text, and the same ones the same text.
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

/** The single row that a write by (accountId, id) answered. @throws ActionError record_not_found */
export function requireWrittenRow<R>(rows: R[], type: RecordType | 'User', id: string | number): R {
  const [row] = rows;
  if (row === undefined) throw recordNotFoundError(type, id);
  return row;
}

import type { FieldError } from '../../platform/errors/action-error.ts';
import { list, recordIdType } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';

/** The records that a line can charge, and the field of an item that names them (decision 48). */
export const billableRecordTypes = [
  { type: 'TimeEntry', field: 'timeEntryIds', noun: 'time entry', area: 'time' },
  { type: 'Expense', field: 'expenseIds', noun: 'expense', area: 'expenses' },
  { type: 'Deliverable', field: 'deliverableIds', noun: 'deliverable', area: 'projects' },
] as const;

export type BillableRecordType = (typeof billableRecordTypes)[number];

/** What an item names. */
export type BilledRecordIds = {
  readonly [K in BillableRecordType as K['field']]?: readonly string[] | null;
};

const ids = list(recordIdType, { max: 1000 });
const once = 'Each is of the invoice’s client and charged once';

/** The fields of an item that name what its line charges. */
export const billedRecordFields = {
  timeEntryIds: nullable(ids, `Time that the line charges, by ids. ${once}.`),
  expenseIds: nullable(ids, `Expenses that the line charges, by ids. ${once}.`),
  deliverableIds: nullable(ids, `Deliverables that the line charges, by ids. ${once}.`),
};

/** What a line that names nothing says of it. */
export const noBilledRecords = { timeEntryIds: null, expenseIds: null, deliverableIds: null };

/** One record that an item names. */
export interface BilledRecordReference {
  kind: BillableRecordType;
  id: string;
  /** The item, from 0. */
  item: number;
  path: string;
}

/** Everything that items name, in their order. */
export function billedRecordReferencesOf(
  items: readonly BilledRecordIds[],
): BilledRecordReference[] {
  return items.flatMap((charging, item) =>
    billableRecordTypes.flatMap((kind) =>
      (charging[kind.field] ?? []).map((id, index) => {
        const path = `items.${item}.${kind.field}.${index}`;
        return { kind, id, item, path };
      }),
    ),
  );
}

/** As much as one invoice can charge: it is locked and written while other invoices wait for their numbers. */
const mostCharges = 5_000;

/** What is wrong with what items name before anything is looked up: each is charged once, and not too many are. */
export function validateBilledRecords(items: readonly BilledRecordIds[]): FieldError[] {
  const charges = billedRecordReferencesOf(items);
  if (charges.length > mostCharges) {
    const message = `must not charge more than ${mostCharges} records together`;
    return [{ path: 'items', code: 'invalid_length', message }];
  }
  const seen = new Set<string>();
  return charges.flatMap(({ kind, id, path }) => {
    const key = `${kind.type} ${id}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path, code: 'not_unique', message: 'is named by an item already' }];
  });
}

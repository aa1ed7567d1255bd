import type { FieldError } from '../../platform/errors/action-error.ts';
import { list, recordIdType } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';

export const billableRecordTypes = [
  { type: 'TimeEntry', field: 'timeEntryIds', noun: 'time entry', area: 'time' },
  { type: 'Expense', field: 'expenseIds', noun: 'expense', area: 'expenses' },
  { type: 'Deliverable', field: 'deliverableIds', noun: 'deliverable', area: 'projects' },
] as const;

export type BillableRecordType = (typeof billableRecordTypes)[number];

export type BilledRecordIds = {
  readonly [K in BillableRecordType as K['field']]?: readonly string[] | null;
};

const ids = list(recordIdType, { max: 1000 });
const once = 'Each is of the invoice’s client and charged once';

export const billedRecordFields = {
  timeEntryIds: nullable(ids, `Time that the line charges, by ids. ${once}.`),
  expenseIds: nullable(ids, `Expenses that the line charges, by ids. ${once}.`),
  deliverableIds: nullable(ids, `Deliverables that the line charges, by ids. ${once}.`),
};

export const noBilledRecords = { timeEntryIds: null, expenseIds: null, deliverableIds: null };

export interface BilledRecordReference {
  kind: BillableRecordType;
  id: string;
  item: number;
  path: string;
}

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

/** An invoice locks its records while other invoices wait for their numbers. */
const maxCharges = 5_000;

/** Checks ids before any lookup. */
export function validateBilledRecords(items: readonly BilledRecordIds[]): FieldError[] {
  const charges = billedRecordReferencesOf(items);
  if (charges.length > maxCharges) {
    const message = `must not charge more than ${maxCharges} records together`;
    return [{ path: 'items', code: 'invalid_length', message }];
  }
  const keys = new Set<string>();
  return charges.flatMap(({ kind, id, path }) => {
    const key = `${kind.type} ${id}`;
    if (!keys.has(key)) {
      keys.add(key);
      return [];
    }
    return [{ path, code: 'not_unique', message: 'is named by an item already' }];
  });
}

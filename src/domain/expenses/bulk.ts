import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { findExternalIdConflicts } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { BulkItemResult } from '../../write/bulk-actions.ts';
import { bulkInput, runBulk } from '../../write/bulk-actions.ts';
import { resolveNamedId } from '../../write/ensure-names.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import {
  buildExpenseRow,
  lookUpExpenseNames,
  parseNewExpense,
  vendorReferenceOf,
} from './create.ts';
import type { NewExpense } from './fields.ts';
import { createExpenseInput } from './fields.ts';
import { insertLines } from './lines.ts';
import type { ProjectAssignment } from './project-assignment.ts';
import { resolveAssignment } from './project-assignment.ts';

export const createExpensesInput = bulkInput(
  'CreateExpenses',
  'Expenses to enter.',
  createExpenseInput,
);

interface PreparedExpense {
  fields: NewExpense;
  assignment: ProjectAssignment;
  /** Null for a vendor name, which may be unknown. */
  vendorId: string | null;
}

/** @throws ActionError as {@link runBulk}; of an item: as createExpense */
export async function createExpenses(
  context: Context,
  input: InputOf<typeof createExpensesInput>,
): Promise<BulkItemResult<InsertedRow<'Expense'>>[]> {
  return runBulk<NewExpense, PreparedExpense, InsertedRow<'Expense'>>(createExpensesInput, input, {
    startLookups: (rest) => lookUpExpenseNames(context, rest),
    findConflicts: (expenses) => findExternalIdConflicts(context, 'Expense', expenses),
    parse: (item) => parseNewExpense(context, item),
    prepareItem: async (fields) => {
      const vendor = vendorReferenceOf(fields);
      const [assignment, vendorId] = await awaitLookups<[ProjectAssignment, string | null]>([
        resolveAssignment(context, fields),
        vendor.id === null ? null : resolveNamedId(context.names, 'vendor', vendor),
      ]);
      return { fields, assignment, vendorId };
    },
    write: (prepared) => write(context, (tx) => insertExpenses(tx, prepared)),
  });
}

async function insertExpenses(
  tx: WriteContext,
  prepared: readonly PreparedExpense[],
): Promise<InsertedRow<'Expense'>[]> {
  const names = prepared.flatMap(({ fields: { vendor }, vendorId }) =>
    vendor !== null && vendorId === null ? [vendor] : [],
  );
  const ids = await tx.ensureAll(
    'vendor',
    names.map((name) => ({ name })),
  );
  const vendors = new Map(names.map((name, index) => [name, ids[index] as string]));
  const built = prepared.map(({ fields, assignment, vendorId }) =>
    buildExpenseRow(tx, fields, assignment, vendorId ?? vendors.get(fields.vendor ?? '') ?? null),
  );
  const expenses = tx.insertAll(
    'Expense',
    built.map(([row]) => row),
  );
  insertLines(
    tx,
    built.map(([{ id }, rows]) => ({ id, rows })),
  );
  return expenses;
}

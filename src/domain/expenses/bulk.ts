import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { findExternalIdConflicts } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { BulkItemResult } from '../../write/bulk-actions.ts';
import { bulkInput, runBulk } from '../../write/bulk-actions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { insertRows } from '../../write/insert-rows.ts';
import { findOrCreateVendor, findOrCreateVendors } from '../vendors/find-or-create.ts';
import { buildExpenseRow, lookUpExpenseNames, parseNewExpense } from './create.ts';
import type { ExpenseRecord, NewExpense } from './fields.ts';
import { createExpenseInput } from './fields.ts';
import type { ProjectAssignment } from './project-assignment.ts';
import { resolveAssignment } from './project-assignment.ts';

export const createExpensesInput = bulkInput(
  'CreateExpenses',
  'Expenses to enter.',
  createExpenseInput,
);

interface Prepared {
  fields: NewExpense;
  place: ProjectAssignment;
  /** Of a vendor that is named by its id; one that is named alone may still have to be made. */
  vendorId: string | null;
}

/**
 * Enters up to a thousand expenses. Client, project and vendor names are looked up all together, and the expenses
 * inserted by one statement; vendors of unknown names are made before, in the same transaction.
 * @throws ActionError as {@link runBulk}; of an item: as createExpense
 */
export async function createExpenses(
  context: Context,
  input: InputOf<typeof createExpensesInput>,
): Promise<BulkItemResult<ExpenseRecord>[]> {
  return runBulk<NewExpense, Prepared, ExpenseRecord>(createExpensesInput, input, {
    lookUp: (rest) => lookUpExpenseNames(context, rest),
    findConflicts: (expenses) => findExternalIdConflicts(context, 'Expense', expenses),
    read: parseNewExpense,
    prepare: async (fields) => {
      const { vendor: name, vendorId: id } = fields;
      const [place, vendorId] = await awaitLookups<[ProjectAssignment, string | null]>([
        resolveAssignment(context, fields),
        id === null ? null : findOrCreateVendor(context, { name, id }),
      ]);
      return { fields, place, vendorId };
    },
    write: async (prepared) => {
      const names = prepared.flatMap(({ fields: { vendor }, vendorId }) =>
        vendor !== null && vendorId === null ? [vendor] : [],
      );
      const known = await Promise.all(names.map((name) => context.names.find('vendor', name)));
      return known.includes(undefined)
        ? inTransaction(context, (tx) => insert(tx, prepared, names))
        : insert(context, prepared, names);
    },
  });
}

async function insert(
  context: Context,
  prepared: readonly Prepared[],
  vendorNames: readonly string[],
): Promise<ExpenseRecord[]> {
  const ids = await findOrCreateVendors(context, vendorNames);
  const vendors = new Map(vendorNames.map((name, index) => [name, ids[index] as string]));
  const rows = prepared.map(({ fields, place, vendorId }) =>
    buildExpenseRow(context, fields, place, vendorId ?? vendors.get(fields.vendor ?? '') ?? null),
  );
  return insertRows(context, 'Expense', rows);
}

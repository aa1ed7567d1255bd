import { allFound } from '../../platform/errors/collect-lookup-errors.ts';
import type { BulkResult } from '../../write/bulk-actions.ts';
import { bulkInput, inBulk } from '../../write/bulk-actions.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { takenAmong } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { insertRows } from '../../write/records.ts';
import { ensureVendor, ensureVendors } from '../vendors/index.ts';
import type { ExpenseRecord, NewExpense } from './index.ts';
import { createExpenseInput, namesOf, newExpense, parseNewExpense } from './index.ts';
import type { Place } from './project-assignment.ts';
import { resolvePlace } from './project-assignment.ts';

export const createExpensesInput = bulkInput(
  'CreateExpenses',
  'Expenses to enter.',
  createExpenseInput,
);

interface Prepared {
  fields: NewExpense;
  place: Place;
  /** Of a vendor that is named by its id; one that is named alone may still have to be made. */
  vendorId: string | null;
}

/**
 * Enters up to a thousand expenses. Client, project and vendor names are looked up all together, and the expenses
 * inserted by one statement; vendors of unknown names are made before, in the same transaction.
 * @throws ActionError as {@link inBulk}; of an item: as createExpense
 */
export async function createExpenses(
  context: Context,
  input: InputOf<typeof createExpensesInput>,
): Promise<BulkResult<ExpenseRecord>[]> {
  return inBulk<NewExpense, Prepared, ExpenseRecord>(createExpensesInput, input, {
    lookUp: (rest) => namesOf(context, rest),
    taken: (expenses) => takenAmong(context, 'Expense', expenses),
    read: parseNewExpense,
    prepare: async (fields) => {
      const { vendor: name, vendorId: id } = fields;
      const [place, vendorId] = await allFound<[Place, string | null]>([
        resolvePlace(context, fields),
        id === null ? null : ensureVendor(context, { name, id }),
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
  const ids = await ensureVendors(context, vendorNames);
  const vendors = new Map(vendorNames.map((name, index) => [name, ids[index] as string]));
  const rows = prepared.map(({ fields, place, vendorId }) =>
    newExpense(context, fields, place, vendorId ?? vendors.get(fields.vendor ?? '') ?? null),
  );
  return insertRows(context, 'Expense', rows);
}

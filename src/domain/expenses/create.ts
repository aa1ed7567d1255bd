import type { Context } from '../../platform/context/context.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { resolveAlias } from '../../platform/input/field-aliases.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { resolveNamedId } from '../../write/ensure-names.ts';
import type { InsertedRow, NewRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { NewExpense } from './fields.ts';
import { createExpenseInput } from './fields.ts';
import { buildLineRows, computeExpenseTotals, insertLines, validateLines } from './lines.ts';
import type { ProjectAssignment } from './project-assignment.ts';
import { noAssignment, resolveAssignment, validateProjectHasClient } from './project-assignment.ts';
import { validateMarkup } from './rules.ts';

/**
 * An unknown vendor name creates the vendor. `datePaid` of a paid expense defaults to its date, in the workspace's time
 * zone if `date` is an instant.
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export function createExpense(
  context: Context,
  input: InputOf<typeof createExpenseInput>,
): Promise<InsertedRow<'Expense'>> {
  return write(context, async (tx) => {
    const parsed = await parseOrCollectErrors(
      () => parseNewExpense(tx, input),
      (rest) => lookUpExpenseNames(tx, rest),
    );
    const vendor = vendorReferenceOf(parsed);
    const [assignment, existingVendorId] = await awaitLookups<[ProjectAssignment, string | null]>([
      resolveAssignment(tx, parsed),
      vendor.id === null ? null : resolveNamedId(tx.names, 'vendor', vendor),
    ]);
    const vendorId = existingVendorId ?? (await tx.ensure('vendor', vendor));
    const [row, rows] = buildExpenseRow(tx, parsed, assignment, vendorId);
    const expense = tx.insert('Expense', row);
    insertLines(tx, [{ id: expense.id, rows }]);
    return expense;
  });
}

/** Looks up the references of an input that has invalid fields. */
export const lookUpExpenseNames = (context: Context, rest: Partial<NewExpense>): unknown[] => [
  resolveAssignment(context, { ...noAssignment, ...rest }),
  rest.vendorId && resolveNamedId(context.names, 'vendor', vendorReferenceOf(rest)),
];

export const vendorReferenceOf = ({ vendor = null, vendorId = null }: Partial<NewExpense>) => ({
  ...{ name: vendor, id: vendorId, nameField: 'vendor', idField: 'vendorId' },
});

/** @throws ActionError invalid_input */
export function parseNewExpense({ workspace }: Context, input: unknown): NewExpense {
  return parseInput(createExpenseInput, input, (fields) => [
    ...validateProjectHasClient(fields),
    ...validateMarkup(fields),
    ...validateLines(fields, fields.currency === null ? workspace.currency : fields.currency),
  ]);
}

export function buildExpenseRow(
  context: Context,
  { date: spentAt, markupPercentage, datePaid, vendor: _vendor, ...rest }: NewExpense,
  assignment: ProjectAssignment,
  vendorId: string | null,
): [row: NewRow<'Expense'>, lines: ReturnType<typeof buildLineRows>] {
  const { amount, clientName: _client, lines, projectName: _project, ...fields } = rest;
  const { actor, now, workspace } = context;
  const currency = fields.currency ?? workspace.currency;
  const rows = buildLineRows(lines ?? [], currency);
  const row = {
    ...fields,
    ...assignment,
    id: newRecordId(context, 'Expense'),
    // `validateLines` requires one of them.
    ...(rows.length > 0 ? computeExpenseTotals(rows) : { amount: amount as Decimal }),
    currency,
    vendorId,
    markupPercent: resolveAlias(fields.markupPercent, markupPercentage) ?? null,
    dateCreated: spentAt?.instant ?? now,
    documentDate: fields.documentDate ?? dayOf(context, spentAt),
    datePaid: datePaid ?? (fields.paid ? dayOf(context, spentAt) : null),
    invoiceId: null,
    invoiceLineId: null,
    userId: actor.person?.userId ?? null,
  };
  return [row, rows];
}

function dayOf({ workspace, now }: Context, spentAt: ParsedDateTime | null): Date {
  const isInstant = spentAt === null || spentAt.hasOffset;
  return dateToDb(isInstant ? todayIn(workspace.timeZone, spentAt?.instant ?? now) : spentAt.date);
}

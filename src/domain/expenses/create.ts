import type { Expense } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { resolveAlias } from '../../platform/input/field-aliases.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import type { NewRow } from '../../write/insert-rows.ts';
import { findOrCreateVendor } from '../vendors/find-or-create.ts';
import type { ExpenseRecord, NewExpense } from './fields.ts';
import { createExpenseInput } from './fields.ts';
import type { ProjectAssignment } from './project-assignment.ts';
import { noAssignment, resolveAssignment, validateProjectHasClient } from './project-assignment.ts';
import { validateMarkup } from './rules.ts';

/**
 * Enters an expense. A vendor of an unknown name is made with it, or neither. A paid expense without `datePaid` was
 * paid on its own day: the one written, or the one in the workspace's time zone where `date` is an instant.
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export async function createExpense(
  context: Context,
  input: InputOf<typeof createExpenseInput>,
): Promise<ExpenseRecord> {
  const parsed = await parseOrCollectErrors(
    () => parseNewExpense(input),
    (rest) => lookUpExpenseNames(context, rest),
  );
  const { vendor, vendorId } = parsed;
  const [assignment, existingVendorId] = await awaitLookups<[ProjectAssignment, string | null]>([
    resolveAssignment(context, parsed),
    vendorId === null ? null : findOrCreateVendor(context, { name: vendor, id: vendorId }),
  ]);
  const write = async (tx: Context) => {
    const ownVendorId =
      existingVendorId ?? (await findOrCreateVendor(tx, { name: vendor, id: vendorId }));
    return tx.db.expense.create({ data: buildExpenseRow(tx, parsed, assignment, ownVendorId) });
  };
  const isNewVendor =
    vendor !== null &&
    vendorId === null &&
    (await context.names.find('vendor', vendor)) === undefined;
  return isNewVendor ? inTransaction(context, write) : write(context);
}

/** Looks up what an expense names, of an input that is at fault elsewhere. */
export const lookUpExpenseNames = (context: Context, rest: Partial<NewExpense>): unknown[] => [
  resolveAssignment(context, { ...noAssignment, ...rest }),
  rest.vendorId && findOrCreateVendor(context, { name: rest.vendor ?? null, id: rest.vendorId }),
];

/** @throws ActionError invalid_input */
export function parseNewExpense(input: unknown): NewExpense {
  return parseInput(createExpenseInput, input, (fields) => [
    ...validateProjectHasClient(fields),
    ...validateMarkup(fields),
  ]);
}

/** The whole row of a new expense, once what it names is found. */
export function buildExpenseRow(
  context: Context,
  { date: spentAt, markupPercentage, datePaid, vendor: _vendor, ...rest }: NewExpense,
  assignment: ProjectAssignment,
  vendorId: string | null,
): NewRow<Expense> {
  const { clientName: _client, projectName: _project, ...fields } = rest;
  const { accountId, actor, now, workspace } = context;
  return {
    ...fields,
    ...assignment,
    accountId,
    id: newRecordId(context, 'Expense'),
    currency: fields.currency ?? workspace.currency,
    vendorId,
    markupPercent: resolveAlias(fields.markupPercent, markupPercentage) ?? null,
    dateCreated: spentAt?.instant ?? now,
    datePaid: datePaid ?? (fields.paid ? dayOf(context, spentAt) : null),
    invoiceId: null,
    invoiceLineId: null,
    userId: actor.person?.userId ?? null,
    version: 1,
  };
}

/** The day that was written, or the workspace's day at an instant. */
function dayOf({ workspace, now }: Context, spentAt: ParsedDateTime | null): Date {
  const isInstant = spentAt === null || spentAt.hasOffset;
  return dateToDb(isInstant ? todayIn(workspace.timeZone, spentAt?.instant ?? now) : spentAt.date);
}

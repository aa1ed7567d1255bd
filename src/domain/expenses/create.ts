import type { Context } from '../../platform/context/context.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { resolveAlias } from '../../platform/input/field-aliases.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { resolveNamedId } from '../../write/ensure-names.ts';
import type { InsertedRow, NewRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { NewExpense } from './fields.ts';
import { createExpenseInput } from './fields.ts';
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
      () => parseNewExpense(input),
      (rest) => lookUpExpenseNames(tx, rest),
    );
    const vendor = vendorReferenceOf(parsed);
    const [assignment, existingVendorId] = await awaitLookups<[ProjectAssignment, string | null]>([
      resolveAssignment(tx, parsed),
      vendor.id === null ? null : resolveNamedId(tx.names, 'vendor', vendor),
    ]);
    const vendorId = existingVendorId ?? (await tx.ensure('vendor', vendor));
    return tx.insert('Expense', buildExpenseRow(tx, parsed, assignment, vendorId));
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
export function parseNewExpense(input: unknown): NewExpense {
  return parseInput(createExpenseInput, input, (fields) => [
    ...validateProjectHasClient(fields),
    ...validateMarkup(fields),
  ]);
}

export function buildExpenseRow(
  context: Context,
  { date: spentAt, markupPercentage, datePaid, vendor: _vendor, ...rest }: NewExpense,
  assignment: ProjectAssignment,
  vendorId: string | null,
): NewRow<'Expense'> {
  const { clientName: _client, projectName: _project, ...fields } = rest;
  const { actor, now, workspace } = context;
  return {
    ...fields,
    ...assignment,
    id: newRecordId(context, 'Expense'),
    currency: fields.currency ?? workspace.currency,
    vendorId,
    markupPercent: resolveAlias(fields.markupPercent, markupPercentage) ?? null,
    dateCreated: spentAt?.instant ?? now,
    datePaid: datePaid ?? (fields.paid ? dayOf(context, spentAt) : null),
    invoiceId: null,
    invoiceLineId: null,
    userId: actor.person?.userId ?? null,
  };
}

function dayOf({ workspace, now }: Context, spentAt: ParsedDateTime | null): Date {
  const isInstant = spentAt === null || spentAt.hasOffset;
  return dateToDb(isInstant ? todayIn(workspace.timeZone, spentAt?.instant ?? now) : spentAt.date);
}

import type { z } from 'zod';
import type { Expense } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import { resolveAlias, validateAliases } from '../../platform/input/field-aliases.ts';
import {
  booleanType,
  currency,
  date,
  dateTimeAsWritten,
  money,
  multilineText,
  percent,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  aliasOf,
  inputObject,
  nullable,
  optionalOnReplace,
  parseInput,
  required,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { NewRow } from '../../write/records.ts';
import { deleteRecord, lockRecord, requireWrittenRow } from '../../write/records.ts';
import { evenIfBilledField, hasChanges, requireNotBilled } from '../billed-work/index.ts';
import { findOrCreateVendor } from '../vendors/index.ts';
import type { ProjectAssignment } from './project-assignment.ts';
import {
  changeAssignment,
  noAssignment,
  resolveAssignment,
  validateProjectHasClient,
} from './project-assignment.ts';

/** An expense as both doors answer it. */
export type ExpenseRecord = Expense;

const amount = money({ min: 0 });
const markup = percent({ min: -100, max: 999 });
/** The percentage by both the names that it has in the specification: of creates, and of updates and answers. */
const markupFields = {
  markupPercentage: aliasOf('markupPercent', nullable(markup, 'The same as markupPercent.')),
  markupPercent: nullable(markup),
};

const markupFaults = (fields: object) =>
  validateAliases(fields, [['markupPercent', 'markupPercentage']]);

const currencyDescription = 'Currency of the amount (ISO 4217); the workspace’s when left out.';

const expenseFields = {
  taxRate: nullable(percent({ min: -100 })),
  taxInclusive: withDefault(
    booleanType,
    false,
    'Whether the tax is in `amount` or comes on top of it.',
  ),
  category: nullable(text()),
  billNo: nullable(text()),
  paid: withDefault(booleanType, false),
  dueDate: nullable(date),
  reimbursable: withDefault(booleanType, false),
  description: nullable(multilineText()),
  notes: nullable(multilineText()),
};

export const createExpenseInput = inputObject('CreateExpense', 'A new expense.', {
  date: withRecordName(
    'dateCreated',
    nullable(
      dateTimeAsWritten,
      'When the money was spent, the `dateCreated` of answers; now when left out.',
    ),
  ),
  amount: required(amount),
  currency: nullable(currency, currencyDescription),
  ...expenseFields,
  datePaid: nullable(date, 'When it was paid; for a paid expense that leaves it out, its own day.'),
  ...markupFields,
  ...externalIdFields,
  vendor: nullable(text(), 'Name of the vendor; an unknown one is added to the vendors.'),
  vendorId: nullable(recordIdType),
  clientName: nullable(text(), 'Client to bill.'),
  clientId: nullable(recordIdType, 'Id of the client to bill.'),
  projectName: nullable(text(), 'Project of that client; it needs a client or a projectId.'),
  projectId: nullable(recordIdType, 'Id of the project; its client is billed when none is named.'),
});

export const updateExpenseInput = inputObject('UpdateExpense', 'An expense’s fields.', {
  amount: required(amount),
  currency: nullable(currency, currencyDescription),
  ...expenseFields,
  datePaid: nullable(date),
  ...markupFields,
  ...externalIdUpdateFields,
  vendorId: nullable(recordIdType),
  clientId: nullable(
    recordIdType,
    'Client to bill. To change it, change or clear the project of the former client as well.',
  ),
  projectId: nullable(recordIdType, 'Project; without a clientId beside it, its client is billed.'),
  evenIfBilled: optionalOnReplace(evenIfBilledField),
});

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
  const [place, named] = await awaitLookups<[ProjectAssignment, string | null]>([
    resolveAssignment(context, parsed),
    vendorId === null ? null : findOrCreateVendor(context, { name: vendor, id: vendorId }),
  ]);
  const write = async (tx: Context) => {
    const ownVendorId = named ?? (await findOrCreateVendor(tx, { name: vendor, id: vendorId }));
    return tx.db.expense.create({ data: buildExpenseRow(tx, parsed, place, ownVendorId) });
  };
  const isNewVendor =
    vendor !== null &&
    vendorId === null &&
    (await context.names.find('vendor', vendor)) === undefined;
  return isNewVendor ? inTransaction(context, write) : write(context);
}

export type NewExpense = z.output<typeof createExpenseInput>;

/** Looks up what an expense names, of an input that is at fault elsewhere. */
export const lookUpExpenseNames = (context: Context, rest: Partial<NewExpense>): unknown[] => [
  resolveAssignment(context, { ...noAssignment, ...rest }),
  rest.vendorId && findOrCreateVendor(context, { name: rest.vendor ?? null, id: rest.vendorId }),
];

/** @throws ActionError invalid_input */
export function parseNewExpense(input: unknown): NewExpense {
  return parseInput(createExpenseInput, input, (fields) => [
    ...validateProjectHasClient(fields),
    ...markupFaults(fields),
  ]);
}

/** The whole row of a new expense, once what it names is found. */
export function buildExpenseRow(
  context: Context,
  { date: spent, markupPercentage, datePaid, vendor: _vendor, ...rest }: NewExpense,
  place: ProjectAssignment,
  vendorId: string | null,
): NewRow<Expense> {
  const { clientName: _client, projectName: _project, ...fields } = rest;
  const { accountId, actor, now, workspace } = context;
  return {
    ...fields,
    ...place,
    accountId,
    id: newRecordId(context, 'Expense'),
    currency: fields.currency ?? workspace.currency,
    vendorId,
    markupPercent: resolveAlias(fields.markupPercent, markupPercentage) ?? null,
    dateCreated: spent?.instant ?? now,
    datePaid: datePaid ?? (fields.paid ? dayOf(context, spent) : null),
    invoiceId: null,
    invoiceLineId: null,
    userId: actor.person?.userId ?? null,
    version: 1,
  };
}

/** The day that was written, or the workspace's day at an instant. */
function dayOf({ workspace, now }: Context, spent: ParsedDateTime | null): Date {
  const isInstant = spent === null || spent.hasOffset;
  return dateToDb(isInstant ? todayIn(workspace.timeZone, spent?.instant ?? now) : spent.date);
}

/**
 * Changes an expense: patch keeps what is left out, replace resets it, except `dateCreated`, which stays (spec part 4,
 * "Update endpoints"). A project without a client beside it brings its own; one that is no longer paid has no `datePaid`.
 * @throws ActionError id_missing, record_not_found (the expense, its vendor, client or project), invalid_input
 */
export async function updateExpense(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateExpenseInput>,
  mode: UpdateMode,
): Promise<ExpenseRecord> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const current = await lockRecord<Expense>(tx, 'Expense', id);
    const vendorOf = (given: { vendorId?: string | null | undefined }) =>
      resolveReference(tx.names, 'vendor', {
        id: given.vendorId ?? null,
        nameField: 'vendor',
        idField: 'vendorId',
      });
    const parsed = await parseOrCollectErrors(
      () => parseUpdateInput(updateExpenseInput, input, mode, markupFaults),
      (rest) => [changeAssignment(tx, current, rest), vendorOf(rest)],
    );
    const { currency: code, evenIfBilled: isAllowed, ...rest } = parsed;
    const { markupPercent, markupPercentage, ...change } = rest;
    const markedUp = resolveAlias(markupPercent, markupPercentage);
    const [place] = await awaitLookups<[ProjectAssignment, string | null]>([
      changeAssignment(tx, current, change),
      vendorOf(change),
    ]);
    const data = {
      ...change,
      ...place,
      ...(markedUp !== undefined && { markupPercent: markedUp }),
      ...(isNoLongerPaid(current, change) && { datePaid: null }),
      ...(code !== undefined && { currency: code ?? tx.workspace.currency }),
    };
    if (hasChanges(current, data, whatIsBilled)) {
      const what = 'What is billed of the expense cannot be changed';
      await requireNotBilled(tx, [current], what, isAllowed);
    }
    const where = { accountId: tx.accountId, id };
    const rows = await tx.db.expense.updateManyAndReturn({ where, data });
    return requireWrittenRow(rows, 'Expense', id);
  });
}

/** What an invoice tells of an expense; what its vendor is paid, and when, is not its client's affair. */
const whatIsBilled = [
  'amount',
  'currency',
  'taxRate',
  'taxInclusive',
  'markupPercent',
  'clientId',
  'projectId',
] as const satisfies readonly (keyof Expense)[];

/** Whether a change takes back that an expense was paid, and says no other day than the one it was paid on. */
function isNoLongerPaid(
  current: Expense,
  { paid, datePaid }: { paid?: boolean | undefined; datePaid?: Date | null | undefined },
): boolean {
  if (paid !== false) return false;
  if (datePaid === undefined) return true;
  return current.paid && datePaid?.getTime() === current.datePaid?.getTime();
}

export const deleteExpenseInput = inputObject('DeleteExpense', 'Which expense.', {
  evenIfBilled: evenIfBilledField,
});

/**
 * Deletes an expense, one that an invoice has charged only where `evenIfBilledField` says so.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state
 */
export async function deleteExpense(
  context: Context,
  input: { id?: unknown } & InputOf<typeof deleteExpenseInput>,
): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const expense = await lockRecord<Expense>(tx, 'Expense', id);
    const allowed = parseInput(deleteExpenseInput, input).evenIfBilled;
    await requireNotBilled(tx, [expense], 'The expense cannot be deleted', allowed);
    await deleteRecord(tx, 'Expense', id);
    return id;
  });
}

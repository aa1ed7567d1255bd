import type { z } from 'zod';
import type { Expense } from '../../generated/prisma/client.ts';
import { differs, evenIfBilled, refuseBilled } from '../billed-work/index.ts';
import { aliasFaults, eitherOf } from '../../platform/input/field-aliases.ts';
import { allFound } from '../../platform/errors/collect-lookup-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseChange, requireId } from '../../platform/input/update-input.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { changedExternalIdFields, externalIdFields } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  asInRecord,
  defaulted,
  inputObject,
  keptUnlessGiven,
  nullable,
  parseInput,
  required,
  secondName,
} from '../../platform/input/fields.ts';
import { idFor } from '../../write/client-generated-ids.ts';
import { readOrAll } from '../../platform/input/input-errors.ts';
import {
  currency,
  date,
  dateTimeAsWritten,
  flag,
  longText,
  money,
  percent,
  recordId,
  text,
} from '../../platform/input/field-types.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import type { NewRow } from '../../write/records.ts';
import { deleteRecord, lockRecord, writtenRow } from '../../write/records.ts';
import { ensureVendor } from '../vendors/index.ts';
import type { Place } from './project-assignment.ts';
import { changePlace, namingNoPlace, projectNeedsClient, resolvePlace } from './project-assignment.ts';

/** An expense as both doors answer it. */
export type ExpenseRecord = Expense;

const amount = money({ min: 0 });
const markup = percent({ min: -100, max: 999 });
/** The percentage by both the names that it has in the specification: of creates, and of updates and answers. */
const markupFields = {
  markupPercentage: secondName('markupPercent', nullable(markup, 'The same as markupPercent.')),
  markupPercent: nullable(markup),
};

const markupFaults = (fields: object) =>
  aliasFaults(fields, [['markupPercent', 'markupPercentage']]);

const currencyDescription = 'Currency of the amount (ISO 4217); the workspace’s when left out.';

const expenseFields = {
  taxRate: nullable(percent({ min: -100 })),
  taxInclusive: defaulted(flag, false, 'Whether the tax is in `amount` or comes on top of it.'),
  category: nullable(text()),
  billNo: nullable(text()),
  paid: defaulted(flag, false),
  dueDate: nullable(date),
  reimbursable: defaulted(flag, false),
  description: nullable(longText()),
  notes: nullable(longText()),
};

export const createExpenseInput = inputObject('CreateExpense', 'A new expense.', {
  date: asInRecord(
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
  vendorId: nullable(recordId),
  clientName: nullable(text(), 'Client to bill.'),
  clientId: nullable(recordId, 'Id of the client to bill.'),
  projectName: nullable(text(), 'Project of that client; it needs a client or a projectId.'),
  projectId: nullable(recordId, 'Id of the project; its client is billed when none is named.'),
});

export const updateExpenseInput = inputObject('UpdateExpense', 'An expense’s fields.', {
  amount: required(amount),
  currency: nullable(currency, currencyDescription),
  ...expenseFields,
  datePaid: nullable(date),
  ...markupFields,
  ...changedExternalIdFields,
  vendorId: nullable(recordId),
  clientId: nullable(
    recordId,
    'Client to bill. To change it, change or clear the project of the former client as well.',
  ),
  projectId: nullable(recordId, 'Project; without a clientId beside it, its client is billed.'),
  evenIfBilled: keptUnlessGiven(evenIfBilled),
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
  const parsed = await readOrAll(
    () => parseNewExpense(input),
    (rest) => namesOf(context, rest),
  );
  const { vendor, vendorId } = parsed;
  const [place, named] = await allFound<[Place, string | null]>([
    resolvePlace(context, parsed),
    vendorId === null ? null : ensureVendor(context, { name: vendor, id: vendorId }),
  ]);
  const write = async (tx: Context) => {
    const ownVendorId = named ?? (await ensureVendor(tx, { name: vendor, id: vendorId }));
    return tx.db.expense.create({ data: newExpense(tx, parsed, place, ownVendorId) });
  };
  const isNewVendor =
    vendor !== null &&
    vendorId === null &&
    (await context.names.find('vendor', vendor)) === undefined;
  return isNewVendor ? inTransaction(context, write) : write(context);
}

export type NewExpense = z.output<typeof createExpenseInput>;

/** Looks up what an expense names, of an input that is at fault elsewhere. */
export const namesOf = (context: Context, rest: Partial<NewExpense>): unknown[] => [
  resolvePlace(context, { ...namingNoPlace, ...rest }),
  rest.vendorId && ensureVendor(context, { name: rest.vendor ?? null, id: rest.vendorId }),
];

/** @throws ActionError invalid_input */
export function parseNewExpense(input: unknown): NewExpense {
  return parseInput(createExpenseInput, input, (fields) => [
    ...projectNeedsClient(fields),
    ...markupFaults(fields),
  ]);
}

/** The whole row of a new expense, once what it names is found. */
export function newExpense(
  context: Context,
  { date: spent, markupPercentage, datePaid, vendor: _vendor, ...rest }: NewExpense,
  place: Place,
  vendorId: string | null,
): NewRow<Expense> {
  const { clientName: _client, projectName: _project, ...fields } = rest;
  const { accountId, actor, now, workspace } = context;
  return {
    ...fields,
    ...place,
    accountId,
    id: idFor(context, 'Expense'),
    currency: fields.currency ?? workspace.currency,
    vendorId,
    markupPercent: eitherOf(fields.markupPercent, markupPercentage) ?? null,
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
    const parsed = await readOrAll(
      () => parseChange(updateExpenseInput, input, mode, markupFaults),
      (rest) => [changePlace(tx, current, rest), vendorOf(rest)],
    );
    const { currency: code, evenIfBilled: isAllowed, ...rest } = parsed;
    const { markupPercent, markupPercentage, ...change } = rest;
    const markedUp = eitherOf(markupPercent, markupPercentage);
    const [place] = await allFound<[Place, string | null]>([
      changePlace(tx, current, change),
      vendorOf(change),
    ]);
    const data = {
      ...change,
      ...place,
      ...(markedUp !== undefined && { markupPercent: markedUp }),
      ...(isNoLongerPaid(current, change) && { datePaid: null }),
      ...(code !== undefined && { currency: code ?? tx.workspace.currency }),
    };
    if (differs(current, data, whatIsBilled)) {
      const what = 'What is billed of the expense cannot be changed';
      await refuseBilled(tx, [current], what, isAllowed);
    }
    const where = { accountId: tx.accountId, id };
    const rows = await tx.db.expense.updateManyAndReturn({ where, data });
    return writtenRow(rows, 'Expense', id);
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

export const deleteExpenseInput = inputObject('DeleteExpense', 'Which expense.', { evenIfBilled });

/**
 * Deletes an expense, one that an invoice has charged only where `evenIfBilled` says so.
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
    await refuseBilled(tx, [expense], 'The expense cannot be deleted', allowed);
    await deleteRecord(tx, 'Expense', id);
    return id;
  });
}

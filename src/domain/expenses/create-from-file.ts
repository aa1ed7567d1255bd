import { readFile } from 'node:fs/promises';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import {
  ActionError,
  invalidInputError,
  truncateText,
} from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { OperationWarning } from '../../platform/operations/operations.ts';
import { requireUnrestrictedAccess } from '../../platform/permissions/permissions.ts';
import { toPreview } from '../../write/dry-run.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { AttachedFile } from '../attachments/attached-file.ts';
import { insertAttachment, storeFile } from '../attachments/create.ts';
import type { FileError } from '../received-invoices/file-error.ts';
import type { ReceivedExpense } from '../received-invoices/received-expense.ts';
import { buildExpenseRow } from './create.ts';
import type { NewExpense } from './fields.ts';
import { createExpenseInput } from './fields.ts';
import type { ExpenseVendor, FoundVendor } from './find-vendor.ts';
import { findVendor, insertVendor, resolveVendorId } from './find-vendor.ts';
import { insertLines } from './lines.ts';
import { createExpenseFromFileInput, withReceivedFile } from './received-file.ts';

const unassigned = { clientId: null, projectId: null };

type ReadFile = (
  file: Uint8Array,
  accountId: number,
) => Promise<{ expense: ReceivedExpense } | { errors: readonly FileError[] }>;

interface CreatedFromFile extends InsertedRow<'Expense'> {
  vendor: ExpenseVendor;
  warnings: readonly OperationWarning[];
}

/**
 * The file becomes an attachment of the expense. The lock of the workspace lets the second of two concurrent uploads find the first.
 * @param read runs outside of the event loop
 * @throws ActionError invalid_input, body_too_large, record_not_found, duplicate_bill, conflicting_state, missing_scope, not_for_role
 */
export async function createExpenseFromFile(
  caller: Context,
  input: InputOf<typeof createExpenseFromFileInput>,
  read: ReadFile,
): Promise<CreatedFromFile> {
  const options = await parseOrCollectErrors(
    () => parseInput(createExpenseFromFileInput, input),
    ({ vendorId = null }) => [resolveVendorId(caller, vendorId)],
  );
  // Errors and warnings contain data of vendors and of other expenses.
  requireUnrestrictedAccess(caller, 'expenses');
  const context = options.preview ? toPreview(caller) : caller;
  const created = withReceivedFile(context, options.file, async ({ spooled }) => {
    // Reads before the first statement, so that no transaction of an idempotency key waits for the worker thread.
    const bytes = await readFile(spooled.path);
    const expense = await readExpense(context, bytes, read);
    const isPdf = bytes.subarray(0, 1_024).includes('%PDF-');
    const [contentType, extension] = isPdf
      ? ['application/pdf', 'pdf']
      : ['application/xml', 'xml'];
    const { fileName } = new AttachedFile(
      spooled,
      options.fileName ?? `${expense.number}.${extension}`,
    );
    await storeFile(context, spooled);
    return write(context, async (tx) => {
      await lockWorkspaceRow(tx);
      const found = await findVendor(tx, expense, options.vendorId);
      if (found && !options.allowDuplicate) await requireNewBill(tx, expense, found);
      const vendor = found ?? insertVendor(tx, expense);
      const [row, rows] = buildExpenseRow(tx, fieldsOf(expense), unassigned, vendor.id);
      const inserted = tx.insert('Expense', row);
      const { id } = inserted;
      insertLines(tx, [{ id, rows }]);
      const attachment = { contentType, extension, fileName, spooled };
      await insertAttachment(tx, { type: 'EXPENSE', id }, attachment);
      const warnings = [...(found ? accountWarnings(expense, found) : []), ...expense.warnings];
      return { ...inserted, vendor, warnings };
    });
  });
  return withVendorErrors(context, options.vendorId, created);
}

async function readExpense(
  { accountId }: Context,
  bytes: Buffer,
  read: ReadFile,
): Promise<ReceivedExpense> {
  const result = await read(bytes, accountId);
  if ('expense' in result) return result.expense;
  throw invalidInputError(result.errors.map((error) => ({ path: 'file', ...error })));
}

/** Reports an unknown vendor together with an invalid file. */
async function withVendorErrors<T>(
  context: Context,
  vendorId: string | null,
  created: Promise<T>,
): Promise<T> {
  try {
    return await created;
  } catch (error) {
    if (!(error instanceof ActionError) || error.code !== 'invalid_input') throw error;
    await awaitLookups([Promise.reject(error), resolveVendorId(context, vendorId)]);
    throw error;
  }
}

/** The lines determine the amount. */
function fieldsOf(expense: ReceivedExpense): NewExpense {
  const { currency, description, dueDate, isPaid, issueDate, kind, lines, number } = expense;
  const fields = parseInput(createExpenseInput, {
    ...{ date: issueDate, documentDate: issueDate, amount: 0, currency, dueDate, kind },
    ...{ billNo: number, paid: isPaid, description, notes: paymentNotes(expense) },
  });
  return {
    ...fields,
    lines: lines.map((line) => ({
      ...line,
      quantity: new Decimal(line.quantity),
      unitPrice: line.unitPrice === null ? null : new Decimal(line.unitPrice),
      ...{ net: new Decimal(line.net), tax: new Decimal(line.tax) },
      taxRate: new Decimal(line.taxRate),
      deductiblePercent: new Decimal(line.deductiblePercent),
    })),
  };
}

function paymentNotes({ payment }: ReceivedExpense): string | null {
  const { account, accountHolder, iban, reference } = payment;
  const parts = [
    [iban === null ? 'Account' : 'IBAN', account],
    ['Account holder', accountHolder],
    ['Payment reference', reference],
  ].flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
  return truncateText(parts.join('\n'), 2_000) || null;
}

/** @throws ActionError duplicate_bill */
async function requireNewBill(
  { accountId, db }: Context,
  { kind, number }: ReceivedExpense,
  { id: vendorId, name }: FoundVendor,
): Promise<void> {
  const compact = (text: Prisma.Sql) =>
    Prisma.sql`regexp_replace(upper(${text}), '[[:space:]]', '', 'g')`;
  const [duplicate] = await db.$queryRaw<{ id: string }[]>`
    SELECT e.id FROM "Expense" e WHERE e."accountId" = ${accountId} AND e."vendorId" = ${vendorId}
      AND e.kind::text = ${kind} AND ${compact(Prisma.sql`e."billNo"`)} = ${compact(Prisma.sql`${number}::text`)}
    ORDER BY e.id LIMIT 1`;
  if (!duplicate) return;
  const bill = kind === 'CREDIT_NOTE' ? 'The credit note' : 'The bill';
  throw new ActionError(
    'duplicate_bill',
    `${bill} ${number} of ${name} is already the expense ${duplicate.id}. Nothing was created. Send allowDuplicate to create another one.`,
    {
      errors: [{ path: 'file', code: 'duplicate_bill', message: `is the expense ${duplicate.id}` }],
    },
  );
}

/** Fraudsters send copies of invoices with their own account. */
function accountWarnings(
  { payment: { account } }: ReceivedExpense,
  { iban, isFoundByName, name }: FoundVendor,
): OperationWarning[] {
  if (account === null || account === iban) return [];
  const [code, known] =
    iban === null ? ['iban_unknown', 'no IBAN to compare with'] : ['iban_differs', iban];
  const match = isFoundByName ? ', found by its name only,' : '';
  const message = `is ${truncateText(account, 50)}, but the vendor ${name}${match} has ${known}: ask the vendor before you pay`;
  return [{ path: 'payment.iban', code, message }];
}

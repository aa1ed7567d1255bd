import type { Invoice, InvoiceSequence } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { multilineText } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { withReferenceConflict } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { releaseBilledRecords } from './billed-records.ts';
import { requireDepositNotDeducted } from './deposits.ts';
import { newViewToken } from './insert-invoice.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import { recordInvoiceEvent } from './invoice-events.ts';
import { nextNumberFor, releaseNumber } from './invoice-numbers.ts';
import type { InvoiceHeader, InvoiceRecord } from './invoice-record.ts';
import { invoicePartsInclude, presentInvoice } from './invoice-record.ts';
import type { InvoiceAction } from './lifecycle.ts';
import { requireActionAllowed } from './lifecycle-errors.ts';

const closing = { reason: nullable(multilineText(), 'The reason, for the invoice’s history.') };

export const voidInvoiceInput = inputObject(
  'VoidInvoice',
  'Why an invoice is declared void.',
  closing,
);

export const writeOffInvoiceInput = inputObject(
  'WriteOffInvoice',
  'Reason for the write-off.',
  closing,
);

export type WithId = { id?: unknown };

/**
 * Voids an invoice. It keeps its number, and its work can be billed again.
 * @throws ActionError id_missing, record_not_found, invalid_input; conflicting_state, also if it has payments
 */
export async function voidInvoice(
  context: Context,
  input: WithId & InputOf<typeof voidInvoiceInput>,
): Promise<InvoiceHeader> {
  return closeInvoice(context, input, 'VOID');
}

/**
 * Writes off the amount due of an invoice. Its payments stay.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state
 */
export async function writeOffInvoice(
  context: Context,
  input: WithId & InputOf<typeof writeOffInvoiceInput>,
): Promise<InvoiceHeader> {
  return closeInvoice(context, input, 'WRITE_OFF');
}

function closeInvoice(
  context: Context,
  input: WithId & InputOf<typeof voidInvoiceInput>,
  action: 'VOID' | 'WRITE_OFF',
): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, action, async (tx, { amountDue, id, status }) => {
    const isVoid = action === 'VOID';
    const { reason } = parseInput(isVoid ? voidInvoiceInput : writeOffInvoiceInput, input);
    if (isVoid) await releaseBilledRecords(tx, id);
    const [kind, toStatus] = isVoid
      ? (['VOIDED', 'VOIDED'] as const)
      : (['WRITTEN_OFF', 'WRITE_OFF'] as const);
    const givenUp = isVoid ? null : amountDue;
    const bookedOn = dateToDb(todayIn(tx.workspace.timeZone, tx.now));
    const event = { kind, fromStatus: status, toStatus, note: reason, givenUp, bookedOn };
    return writeTransition(tx, id, { status: toStatus, amountDue: 0, datePaid: null }, event);
  });
}

/**
 * Replaces the link of an invoice. The old link stops working.
 * @throws ActionError id_missing, record_not_found
 */
export async function renewInvoiceLink(context: Context, input: WithId): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'RENEW_LINK', (tx, { id }) =>
    writeTransition(tx, id, { viewToken: newViewToken() }, { kind: 'LINK_RENEWED' }),
  );
}

/**
 * Revokes the link of an invoice until it is renewed. Without a link, nothing changes.
 * @throws ActionError id_missing, record_not_found
 */
export async function revokeInvoiceLink(context: Context, input: WithId): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'REVOKE_LINK', async (tx, invoice) =>
    invoice.viewToken === null
      ? presentInvoice(tx, invoice)
      : writeTransition(tx, invoice.id, { viewToken: null }, { kind: 'LINK_REVOKED' }),
  );
}

/**
 * Deletes a draft that was never sent, and returns its number to the sequence. To leave no gap, it has to be the newest
 * number, or one that the sequence has not reached. Its work can be billed again.
 * @throws ActionError id_missing, record_not_found; conflicting_state, also if other records refer to it
 */
export async function deleteInvoice(context: Context, input: WithId): Promise<string> {
  const refused = () => 'The invoice cannot be deleted because billed records refer to it.';
  return transitionInvoice(context, input, 'DELETE', async (tx, invoice) => {
    const { accountId, db } = tx;
    const { id } = invoice;
    const where = { accountId, invoiceId: id };
    await releaseBilledRecords(tx, id);
    return withReferenceConflict(refused, async () => {
      await db.invoiceLine.deleteMany({ where });
      await db.invoiceTaxLine.deleteMany({ where });
      await db.invoiceEvent.deleteMany({ where });
      await db.invoice.deleteMany({ where: { accountId, id } });
      await releaseNumber(tx, invoice);
      return id;
    });
  });
}

/** The actions that change the number sequence of the workspace. */
const numbering: readonly InvoiceAction[] = ['DELETE', 'DUPLICATE', 'CREDIT'];

/**
 * Runs an action that the lifecycle allows, in a transaction that locks the invoice, and the number sequence if the action
 * changes it.
 * @param idField the input field that contains the invoice's id
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function transitionInvoice<T>(
  context: Context,
  input: WithId,
  action: InvoiceAction,
  work: (context: Context, invoice: Invoice) => Promise<T>,
  idField = 'id',
): Promise<T> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const { accountId, db } = tx;
    // Creating an invoice locks in the same order: another one could end in a deadlock.
    const lock = numbering.includes(action) ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty;
    const [sequence] = await db.$queryRaw<InvoiceSequence[]>`
      SELECT * FROM "InvoiceSequence" WHERE "accountId" = ${accountId} ${lock}`;
    const invoice = await lockRecord<Invoice>(tx, 'Invoice', id, id, idField);
    const standing = { ...invoice, nextNumber: nextNumberFor(invoice, sequence ?? null) };
    requireActionAllowed(tx, action, standing, idField === 'id' ? undefined : idField);
    if (invoice.invoiceType === 'DEPOSIT' && (action === 'VOID' || action === 'CREDIT')) {
      await requireDepositNotDeducted(tx, invoice);
    }
    return work(tx, invoice);
  });
}

/** Writes a change of an invoice with an entry of its history. */
export async function writeTransition(
  context: Context,
  id: string,
  data: Prisma.InvoiceUncheckedUpdateManyInput,
  event: Omit<NewInvoiceEvent, 'invoiceId'>,
): Promise<InvoiceHeader> {
  const where = { accountId: context.accountId, id };
  const rows = await context.db.invoice.updateManyAndReturn({ where, data });
  await recordInvoiceEvent(context, { ...event, invoiceId: id });
  return presentInvoice(context, requireWrittenRow(rows, 'Invoice', id));
}

/** The invoice that {@link transitionInvoice} has locked, with its lines, taxes and payments. */
export async function findInvoice(context: Context, id: string): Promise<InvoiceRecord> {
  const { accountId, db } = context;
  const where = { accountId_id: { accountId, id } };
  const row = await db.invoice.findUniqueOrThrow({ where, include: invoicePartsInclude });
  return presentInvoice(context, row);
}

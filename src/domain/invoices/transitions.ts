import type { Invoice, InvoiceSequence } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { multilineText } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { withReferenceConflict } from '../../platform/records/constraint-errors.ts';
import { deleteChildRows } from '../../write/delete-record.ts';
import type { Change, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { releaseBilledRecords } from './billed-records.ts';
import { requireDepositNotDeducted } from './deposits.ts';
import { newViewToken } from './insert-invoice.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import { insertInvoiceEvents } from './invoice-events.ts';
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
 * The invoice keeps its number, and its work can be billed again.
 * @throws ActionError id_missing, record_not_found, invalid_input; conflicting_state, also if it has payments
 */
export async function voidInvoice(
  context: Context,
  input: WithId & InputOf<typeof voidInvoiceInput>,
): Promise<InvoiceHeader> {
  return closeInvoice(context, input, 'VOID');
}

/**
 * Payments stay.
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
  return transitionInvoice(context, input, action, async (tx, invoice) => {
    const { amountDue, id, status } = invoice;
    const isVoid = action === 'VOID';
    const { reason } = parseInput(isVoid ? voidInvoiceInput : writeOffInvoiceInput, input);
    if (isVoid) await releaseBilledRecords(tx, id);
    const [kind, toStatus] = isVoid
      ? (['VOIDED', 'VOIDED'] as const)
      : (['WRITTEN_OFF', 'WRITE_OFF'] as const);
    const givenUp = isVoid ? null : amountDue;
    const bookedOn = currentDate(tx);
    const event = { kind, fromStatus: status, toStatus, note: reason, givenUp, bookedOn };
    return writeTransition(tx, invoice, { status: toStatus, amountDue: 0, datePaid: null }, event);
  });
}

/**
 * Replaces the link. The old link stops working.
 * @throws ActionError id_missing, record_not_found
 */
export async function renewInvoiceLink(context: Context, input: WithId): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'RENEW_LINK', (tx, invoice) =>
    writeTransition(tx, invoice, { viewToken: newViewToken() }, { kind: 'LINK_RENEWED' }),
  );
}

/**
 * Revokes the link until it is renewed.
 * @throws ActionError id_missing, record_not_found
 */
export async function revokeInvoiceLink(context: Context, input: WithId): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'REVOKE_LINK', async (tx, invoice) =>
    invoice.viewToken === null
      ? presentInvoice(tx, invoice)
      : writeTransition(tx, invoice, { viewToken: null }, { kind: 'LINK_REVOKED' }),
  );
}

const invoiceChildRows = (
  ['InvoiceLine', 'InvoiceTaxLine', 'InvoiceEvent', 'Attachment'] as const
).map((type) => ({ type, column: 'invoiceId' }));

/**
 * Only a draft with the newest number of its series that was never sent. Its number is released, and its work can be
 * billed again.
 * @throws ActionError id_missing, record_not_found; conflicting_state, also if other records refer to it
 */
export async function deleteInvoice(context: Context, input: WithId): Promise<string> {
  const referencedMessage = () =>
    'The invoice cannot be deleted because billed records refer to it.';
  return transitionInvoice(context, input, 'DELETE', async (tx, invoice) => {
    const { id } = invoice;
    await releaseBilledRecords(tx, id);
    return withReferenceConflict(referencedMessage, async () => {
      await deleteChildRows(tx, id, invoiceChildRows);
      tx.delete('Invoice', [invoice]);
      releaseNumber(tx, invoice);
      await tx.flush();
      return id;
    });
  });
}

/** Actions that change the number sequence. */
const numberingActions: readonly InvoiceAction[] = ['DELETE', 'DUPLICATE', 'CREDIT'];

/**
 * Runs an action that the lifecycle allows. The invoice is locked, and the number sequence if the action changes it.
 * @param idField the input field of the invoice's id
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function transitionInvoice<T>(
  context: Context,
  input: WithId,
  action: InvoiceAction,
  work: (tx: WriteContext, invoice: Invoice) => Promise<T>,
  idField = 'id',
): Promise<T> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const { accountId, db } = tx;
    // `createInvoice` locks in the same order. Another order could deadlock.
    const lock = numberingActions.includes(action) ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty;
    const [sequence] = await db.$queryRaw<InvoiceSequence[]>`
      SELECT * FROM "InvoiceSequence" WHERE "accountId" = ${accountId} ${lock}`;
    const invoice = await tx.lock('Invoice', id, id, idField);
    const state = { ...invoice, nextNumber: nextNumberFor(invoice, sequence ?? null) };
    requireActionAllowed(tx, action, state, idField === 'id' ? undefined : idField);
    if (invoice.invoiceType === 'DEPOSIT' && (action === 'VOID' || action === 'CREDIT')) {
      await requireDepositNotDeducted(tx, invoice);
    }
    return work(tx, invoice);
  });
}

/** An invoice that is issued is read again, because the database computes its dates. */
export async function writeTransition(
  tx: WriteContext,
  invoice: Invoice,
  change: Change<'Invoice'>,
  event: Omit<NewInvoiceEvent, 'invoiceId'>,
): Promise<InvoiceHeader> {
  insertInvoiceEvents(tx, [{ ...event, invoiceId: invoice.id }]);
  const { status = 'DRAFT' } = change;
  if (invoice.status !== 'DRAFT' || status === 'DRAFT')
    return presentInvoice(tx, tx.update('Invoice', invoice, change));
  if (status === 'VOIDED')
    return presentInvoice(tx, await tx.updateReturning('Invoice', invoice, change));
  return presentInvoice(
    tx,
    await issueInvoice(tx, invoice, change, event.kind !== 'PAYMENT_APPLIED'),
  );
}

/**
 * Issues a draft, and its e-invoice if the client receives one.
 * @param isSent whether faults of the e-invoice reject the command
 * @throws ActionError e_invoice_incomplete
 */
export async function issueInvoice(
  tx: WriteContext,
  draft: Invoice,
  change: Change<'Invoice'>,
  isSent: boolean,
): Promise<Invoice> {
  const eInvoice = await tx.services.prepareEInvoice(tx, draft, isSent);
  const issued = await tx.updateReturning('Invoice', draft, { ...change, ...eInvoice?.change });
  eInvoice?.store(issued);
  return issued;
}

export async function findInvoice(context: Context, id: string): Promise<InvoiceRecord> {
  const { accountId, db } = context;
  const where = { accountId_id: { accountId, id } };
  const row = await db.invoice.findUniqueOrThrow({ where, include: invoicePartsInclude });
  return presentInvoice(context, row);
}

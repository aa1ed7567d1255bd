import type { EmailTemplate, Invoice, InvoiceSequence } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { multilineText, recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { withReferenceConflict } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { releaseBilledRecords } from './billed-records.ts';
import { requireDepositNotDeducted } from './deposits.ts';
import { issueDateField, issueDatesOf, planIssue } from './draft-dates.ts';
import { findMailTemplate } from './find-mail-template.ts';
import { newViewToken } from './insert-invoice.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import { recordInvoiceEvent } from './invoice-events.ts';
import { contactNames } from './invoice-input.ts';
import { nextNumberFor, releaseNumber } from './invoice-numbers.ts';
import type { InvoiceHeader, InvoiceRecord } from './invoice-record.ts';
import { invoicePartsInclude, presentInvoice } from './invoice-record.ts';
import type { InvoiceAction } from './lifecycle.ts';
import { requireActionAllowed, statusAfterSending } from './lifecycle.ts';
import type { Recipient } from './recipients.ts';
import { chooseRecipients, redactClientName } from './recipients.ts';
import { sentInvoiceEvent } from './sent-event.ts';

export const sendInvoiceInput = inputObject('SendInvoice', 'Whom an invoice is sent to.', {
  contacts: nullable(
    contactNames,
    'Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact, otherwise its only contact.',
  ),
  emailTemplateName: nullable(text(), 'The e-mail template. Default: the default template.'),
  emailTemplateId: nullable(recordIdType, 'Id of the e-mail template.'),
  ...issueDateField,
});

export const markInvoiceSentInput = inputObject(
  'MarkInvoiceSent',
  'A draft that was sent by other means.',
  issueDateField,
);

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

type WithId = { id?: unknown };

/**
 * Mails an invoice to its client, for the first time or again; a draft is SENT from then on, or PAID where nothing is
 * due. Recipients and template are chosen as when an invoice is made. Where the same mail, word by word, is still to leave or
 * left within the last minute, nothing more is sent or noted.
 * @throws ActionError id_missing, record_not_found, conflicting_state, name_not_found; invalid_input where there is
 * nobody to send it to
 */
export async function sendInvoice(
  context: Context,
  input: WithId & InputOf<typeof sendInvoiceInput>,
): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'SEND', async (tx, invoice) => {
    const { contacts, dateIssued, ...template } = parseInput(sendInvoiceInput, input);
    const planned = planIssue(tx, invoice, dateIssued);
    const emailTemplate = await findEmailTemplate(tx, template);
    const client = await tx.db.client.findUniqueOrThrow({
      where: { accountId_id: { accountId: tx.accountId, id: invoice.clientId } },
      include: { contacts: { orderBy: { id: 'asc' } } },
    });
    const recipients = chooseRecipients(redactClientName(tx, client), contacts ?? [], 'contacts');
    const sent = previewSentInvoice(tx, planned);
    const { isDuplicate } = await tx.services.deliver(tx, {
      invoice: sent,
      recipients,
      emailTemplate,
    });
    return isDuplicate ? presentInvoice(tx, invoice) : recordInvoiceSent(tx, planned, recipients);
  });
}

/** The invoice as its mail shows it, before it is written. */
export const previewSentInvoice = (context: Context, invoice: Invoice): InvoiceHeader =>
  presentInvoice(context, { ...invoice, ...onceSent(context, invoice) });

/** Writes status, dates and history of an invoice that is sent, locked by {@link transitionInvoice}. */
export function recordInvoiceSent(
  context: Context,
  invoice: Invoice,
  recipients: readonly Recipient[],
): Promise<InvoiceHeader> {
  const change = onceSent(context, invoice);
  const event = sentInvoiceEvent(context, invoice.status, change.status, recipients);
  return write(context, invoice.id, change, event);
}

async function findEmailTemplate(
  context: Context,
  named: Parameters<typeof findMailTemplate>[1],
): Promise<EmailTemplate> {
  const template = await findMailTemplate(context, named, 'INVOICE');
  if (template) return template;
  const message = 'is required because the workspace has no default e-mail template';
  throw invalidInputError([{ path: 'emailTemplateName', code: 'required', message }]);
}

/**
 * Notes that a draft was sent by other means: it is SENT from then on, or PAID where nothing is due.
 * @throws ActionError id_missing, record_not_found, conflicting_state, invalid_input
 */
export async function markInvoiceSent(
  context: Context,
  input: WithId & InputOf<typeof markInvoiceSentInput>,
): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'MARK_SENT', (tx, invoice) => {
    const { dateIssued } = parseInput(markInvoiceSentInput, input);
    const change = onceSent(tx, planIssue(tx, invoice, dateIssued));
    const statuses = { fromStatus: invoice.status, toStatus: change.status };
    return write(tx, invoice.id, change, { kind: 'MARKED_SENT', ...statuses });
  });
}

/** The change of an invoice that is sent; `dateSent` stays the first day. */
function onceSent(context: Context, invoice: Invoice) {
  const { amountDue, datePaid, dateSent, plannedIssueDate, status } = invoice;
  const { now, workspace } = context;
  const today = dateToDb(todayIn(workspace.timeZone, now));
  const after = statusAfterSending(status, amountDue);
  const paid = after === 'PAID' ? { datePaid: datePaid ?? today } : {};
  const issue = { plannedIssueDate, ...issueDatesOf(context, invoice) };
  return { status: after, dateSent: dateSent ?? today, ...issue, ...paid };
}

/**
 * Declares an invoice void; it keeps its number, so that none is missing. What it charged can be charged again.
 * @throws ActionError id_missing, record_not_found, invalid_input; conflicting_state, also where something was paid
 */
export async function voidInvoice(
  context: Context,
  input: WithId & InputOf<typeof voidInvoiceInput>,
): Promise<InvoiceHeader> {
  const end = { action: 'VOID', kind: 'VOIDED', toStatus: 'VOIDED' } as const;
  return closeInvoice(context, input, { ...end, declared: voidInvoiceInput });
}

/**
 * Gives up what is still due of an invoice. What was paid stays paid.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state
 */
export async function writeOffInvoice(
  context: Context,
  input: WithId & InputOf<typeof writeOffInvoiceInput>,
): Promise<InvoiceHeader> {
  const end = { action: 'WRITE_OFF', kind: 'WRITTEN_OFF', toStatus: 'WRITE_OFF' } as const;
  return closeInvoice(context, input, { ...end, declared: writeOffInvoiceInput });
}

interface End extends Pick<NewInvoiceEvent, 'kind'> {
  action: InvoiceAction;
  toStatus: Invoice['status'];
  declared: typeof voidInvoiceInput;
}

function closeInvoice(
  context: Context,
  input: WithId & InputOf<End['declared']>,
  { action, kind, toStatus, declared }: End,
): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, action, async (tx, { amountDue, id, status }) => {
    const { reason } = parseInput(declared, input);
    if (toStatus === 'VOIDED') await releaseBilledRecords(tx, id);
    const givenUp = toStatus === 'WRITE_OFF' ? amountDue : null;
    const bookedOn = dateToDb(todayIn(tx.workspace.timeZone, tx.now));
    const event = { kind, fromStatus: status, toStatus, note: reason, givenUp, bookedOn };
    return write(tx, id, { status: toStatus, amountDue: 0, datePaid: null }, event);
  });
}

/**
 * Gives an invoice a new link; the one that it had no longer works.
 * @throws ActionError id_missing, record_not_found
 */
export async function renewInvoiceLink(context: Context, input: WithId): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'RENEW_LINK', (tx, { id }) =>
    write(tx, id, { viewToken: newViewToken() }, { kind: 'LINK_RENEWED' }),
  );
}

/**
 * Takes an invoice's link away, until it is renewed; where there is none, nothing happens.
 * @throws ActionError id_missing, record_not_found
 */
export async function revokeInvoiceLink(context: Context, input: WithId): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'REVOKE_LINK', async (tx, invoice) =>
    invoice.viewToken === null
      ? presentInvoice(tx, invoice)
      : write(tx, invoice.id, { viewToken: null }, { kind: 'LINK_REVOKED' }),
  );
}

/**
 * Deletes a draft that nobody outside has seen. Its number goes back to the sequence, which has no gap then either: so
 * it has to be the newest, or one that the sequence has not come to. What it charged can be charged again.
 * @throws ActionError id_missing, record_not_found; conflicting_state, also where something refers to it
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

/** What moves the workspace's sequence of numbers. */
const numbering: readonly InvoiceAction[] = ['DELETE', 'DUPLICATE', 'CREDIT'];

/**
 * Does something with an invoice that the table of the lifecycle allows, in a transaction that has locked the workspace's
 * sequence, where a number is taken or given back, and the invoice. `idField` is the field by which the caller named it.
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
    // First, as whoever makes an invoice does: in another order they could wait for each other.
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

/** Writes a change and what the history tells of it, and answers the invoice as it is then. */
async function write(
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

/** The invoice that {@link transitionInvoice} has locked, with all that belongs to it. */
export async function findInvoice(context: Context, id: string): Promise<InvoiceRecord> {
  const { accountId, db } = context;
  const where = { accountId_id: { accountId, id } };
  const row = await db.invoice.findUniqueOrThrow({ where, include: invoicePartsInclude });
  return presentInvoice(context, row);
}

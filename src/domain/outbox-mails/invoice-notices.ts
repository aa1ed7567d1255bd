import type { CreditNote, Invoice, Payment } from '../../generated/prisma/client.ts';
import type { MailKind } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { findMailTemplate } from '../invoices/find-mail-template.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import type { InvoiceHeader } from '../invoices/invoice-record.ts';
import { presentInvoice } from '../invoices/invoice-record.ts';
import type { Recipient } from '../invoices/recipients.ts';
import { chooseRecipients, redactClientName } from '../invoices/recipients.ts';
import { sendInvoiceInput } from '../invoices/send-invoice.ts';
import { mailNotSentNote } from '../invoices/sent-event.ts';
import { formatPaymentAmount } from '../payments/pay-invoice.ts';
import type { MailRequest } from './mail-preview.ts';
import { enqueueMail } from './mail-queue.ts';

type WithId = { id?: unknown };

export const sendPaymentReceiptInput = inputObject(
  'SendPaymentReceipt',
  'Whom a receipt is sent to.',
  sendInvoiceInput.shape,
);

export const sendInvoiceCancellationInput = inputObject(
  'SendInvoiceCancellation',
  'Recipients of the cancellation notice.',
  sendInvoiceInput.shape,
);

export const sendInvoiceReminderInput = inputObject(
  'SendInvoiceReminder',
  'Recipients of the payment reminder.',
  sendInvoiceInput.shape,
);

export const sendCreditNoteInput = inputObject(
  'SendCreditNote',
  'Whom a credit note is sent to.',
  sendInvoiceInput.shape,
);

/**
 * The same mail is not sent twice within a minute.
 * @throws ActionError id_missing, record_not_found, name_not_found, version_mismatch, invalid_input; conflicting_state
 * if the payment was reversed or refunded, or the template cannot be rendered
 */
export async function sendPaymentReceipt(
  context: Context,
  input: WithId & InputOf<typeof sendPaymentReceiptInput>,
): Promise<Payment> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const { accountId, db } = tx;
    const [paymentRow] = await db.$queryRaw<{ invoiceId: string }[]>`
      SELECT "invoiceId" FROM "Payment" WHERE "accountId" = ${accountId} AND id = ${id}`;
    if (!paymentRow) throw recordNotFoundError('Payment', id);
    const invoice = await tx.lock('Invoice', paymentRow.invoiceId);
    const payment = await tx.lock('Payment', id);
    const noticeInput = await parseNoticeInput(tx, input, 'RECEIPT');
    const counted = payment.amount.minus(payment.refundedTotal);
    if (payment.reversedAt !== null || counted.isZero()) {
      const message = 'The payment was reversed or refunded in full, so no receipt is sent.';
      throw new ActionError('conflicting_state', message);
    }
    const summary = `Receipt of ${formatPaymentAmount(counted)} ${invoice.currency}`;
    await sendNotice(tx, invoice, { ...noticeInput, kind: 'RECEIPT', payment, summary });
    return payment;
  });
}

/**
 * Mails a client that an invoice is void.
 * @throws ActionError as {@link sendPaymentReceipt}; conflicting_state if the invoice is not void, or was never issued
 */
export async function sendInvoiceCancellation(
  context: Context,
  input: WithId & InputOf<typeof sendInvoiceCancellationInput>,
): Promise<InvoiceHeader> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const invoice = await tx.lock('Invoice', id);
    const noticeInput = await parseNoticeInput(tx, input, 'CANCELLATION');
    if (invoice.status !== 'VOIDED') {
      const statusText = canRead(tx, 'invoices') ? `The invoice is ${invoice.status}: o` : 'O';
      const message = `${statusText}nly of one that is VOIDED is its client told so.`;
      throw new ActionError('conflicting_state', message);
    }
    await sendNotice(tx, invoice, { ...noticeInput, kind: 'CANCELLATION', summary: 'Void' });
    return presentInvoice(tx, invoice);
  });
}

const openStatuses: readonly string[] = ['SENT', 'PARTIAL', 'PENDING'];

/**
 * Mails a client a payment reminder.
 * @throws ActionError as {@link sendPaymentReceipt}; conflicting_state if nothing of the invoice is due, or it was not
 * issued
 */
export async function sendInvoiceReminder(
  context: Context,
  input: WithId & InputOf<typeof sendInvoiceReminderInput>,
): Promise<InvoiceHeader> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const invoice = await tx.lock('Invoice', id);
    const noticeInput = await parseNoticeInput(tx, input, 'REMINDER');
    if (!openStatuses.includes(invoice.status) || !invoice.amountDue.greaterThan(0)) {
      const statusText = canRead(tx, 'invoices') ? `The invoice is ${invoice.status}: o` : 'O';
      const message = `${statusText}nly of one that was issued and is not paid is its client reminded.`;
      throw new ActionError('conflicting_state', message);
    }
    const summary = `Reminder of ${formatPaymentAmount(invoice.amountDue)} ${invoice.currency}`;
    await sendNotice(tx, invoice, { ...noticeInput, kind: 'REMINDER', summary });
    return presentInvoice(tx, invoice);
  });
}

/**
 * Mails a client a credit note.
 * @throws ActionError as {@link sendPaymentReceipt}; conflicting_state if a name on it cannot be printed
 */
export async function sendCreditNote(
  context: Context,
  input: WithId & InputOf<typeof sendCreditNoteInput>,
): Promise<CreditNote> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const [creditNoteRow] = await tx.db.$queryRaw<{ invoiceId: string }[]>`
      SELECT "invoiceId" FROM "CreditNote" WHERE "accountId" = ${tx.accountId} AND id = ${id}`;
    if (!creditNoteRow) throw recordNotFoundError('CreditNote', id);
    const invoice = await tx.lock('Invoice', creditNoteRow.invoiceId);
    const creditNote = await tx.lock('CreditNote', id);
    const noticeInput = await parseNoticeInput(tx, input, 'CREDIT_NOTE');
    const { numberFormatted, total } = creditNote;
    const summary = `Credit note ${numberFormatted} of ${formatPaymentAmount(total)} ${invoice.currency}`;
    await sendNotice(tx, invoice, { ...noticeInput, kind: 'CREDIT_NOTE', creditNote, summary });
    return creditNote;
  });
}

interface Notice extends Awaited<ReturnType<typeof parseNoticeInput>> {
  kind: MailKind;
  payment?: Payment;
  creditNote?: CreditNote;
  /** The note of the invoice event. */
  summary: string;
}

async function parseNoticeInput(
  tx: Context,
  input: InputOf<typeof sendPaymentReceiptInput>,
  kind: MailKind,
) {
  const { contacts, ...templateReference } = parseInput(sendPaymentReceiptInput, input);
  return { contacts, emailTemplate: await findMailTemplate(tx, templateReference, kind) };
}

async function sendNotice(
  tx: WriteContext,
  invoice: Invoice,
  { contacts, creditNote, emailTemplate, kind, payment, summary }: Notice,
): Promise<void> {
  const client = await tx.db.client.findUniqueOrThrow({
    where: { accountId_id: { accountId: tx.accountId, id: invoice.clientId } },
    include: { contacts: { orderBy: { id: 'asc' } } },
  });
  const recipients = chooseRecipients(redactClientName(tx, client), contacts ?? [], 'contacts');
  const subject = { kind, invoiceId: invoice.id, payment, creditNote };
  const order: MailRequest = { ...subject, recipients, emailTemplate };
  const { isDuplicate } = await enqueueMail(tx, {
    ...(await tx.services.writeMail(tx, order)),
    kind,
    invoiceId: invoice.id,
    creditNoteId: creditNote?.id ?? null,
    emailTemplateId: emailTemplate?.id ?? null,
    recipients: recipients.map(({ email }) => email),
  });
  if (isDuplicate) return;
  const note = noteOf(tx, summary, recipients);
  insertInvoiceEvents(tx, [{ invoiceId: invoice.id, kind: 'NOTICE_SENT', note }]);
}

function noteOf({ sendsMail }: Context, summary: string, recipients: readonly Recipient[]): string {
  const to = `${summary}, to ${recipients.map(({ email }) => email).join(', ')}`;
  return sendsMail ? to : `${to}: ${mailNotSentNote}`;
}

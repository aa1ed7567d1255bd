import type { EmailTemplate, Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { issueDateField, issueDatesOf, planIssue } from './draft-dates.ts';
import { findMailTemplate } from './find-mail-template.ts';
import { contactNames } from './invoice-input.ts';
import type { InvoiceHeader } from './invoice-record.ts';
import { presentInvoice } from './invoice-record.ts';
import { statusAfterSending } from './lifecycle.ts';
import type { Recipient } from './recipients.ts';
import { chooseRecipients, redactClientName } from './recipients.ts';
import { sentInvoiceEvent } from './sent-event.ts';
import type { WithId } from './transitions.ts';
import { transitionInvoice, writeTransition } from './transitions.ts';

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

/**
 * A draft becomes SENT, or PAID if nothing is due. If an equal mail is queued or was sent within the last minute,
 * nothing happens.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state, name_not_found, e_invoice_incomplete
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

/** The sent invoice, before it is written, for its mail. */
export const previewSentInvoice = (context: Context, invoice: Invoice): InvoiceHeader =>
  presentInvoice(context, { ...invoice, ...sentColumnsOf(context, invoice) });

/**
 * The invoice is locked by {@link transitionInvoice}.
 * @throws ActionError e_invoice_incomplete, also for an invoice that a payment has issued
 */
export async function recordInvoiceSent(
  tx: WriteContext,
  invoice: Invoice,
  recipients: readonly Recipient[],
): Promise<InvoiceHeader> {
  if (invoice.status !== 'DRAFT') await tx.services.prepareEInvoice(tx, invoice, true);
  const change = sentColumnsOf(tx, invoice);
  const event = sentInvoiceEvent(tx, invoice.status, change.status, recipients);
  return writeTransition(tx, invoice, change, event);
}

async function findEmailTemplate(
  context: Context,
  reference: Parameters<typeof findMailTemplate>[1],
): Promise<EmailTemplate> {
  const template = await findMailTemplate(context, reference, 'INVOICE');
  if (template) return template;
  const message = 'is required because the workspace has no default e-mail template';
  throw invalidInputError([{ path: 'emailTemplateName', code: 'required', message }]);
}

/**
 * Marks a draft as sent by other means.
 * @throws ActionError id_missing, record_not_found, conflicting_state, invalid_input, e_invoice_incomplete
 */
export async function markInvoiceSent(
  context: Context,
  input: WithId & InputOf<typeof markInvoiceSentInput>,
): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'MARK_SENT', (tx, invoice) => {
    const { dateIssued } = parseInput(markInvoiceSentInput, input);
    const change = sentColumnsOf(tx, planIssue(tx, invoice, dateIssued));
    const statuses = { fromStatus: invoice.status, toStatus: change.status };
    return writeTransition(tx, invoice, change, { kind: 'MARKED_SENT', ...statuses });
  });
}

/** `dateSent` stays the first day. */
function sentColumnsOf(context: Context, invoice: Invoice) {
  const { amountDue, dateSent, plannedIssueDate, status } = invoice;
  const today = currentDate(context);
  const after = statusAfterSending(status, amountDue);
  // A credited invoice is PAID without a payment date, also when it is sent again.
  const paid = after === 'PAID' && status !== 'PAID' ? { datePaid: today } : {};
  const issue = { plannedIssueDate, ...issueDatesOf(context, invoice) };
  return { status: after, dateSent: dateSent ?? today, ...issue, ...paid };
}

import type { DeliverInvoice } from '../domain/invoices/index.ts';
import { keepMail } from '../domain/outbox-mails.ts';
import { renderInvoiceMail } from './invoice-mail.ts';

/** What the log says when the service starts, so that nobody takes a kept mail for a sent one. */
export const deliveryNotice =
  'No mail leaves this service: mails to customers are kept in the table OutboxMail with the status KEPT.';

/**
 * Takes a sent invoice for delivery: the one way by which an invoice leaves for a customer. The mail is written from its
 * template and kept in the outbox, in the caller's transaction; it is not sent, and its status says so.
 * @throws ActionError conflicting_state where the template cannot be rendered; the caller's transaction then undoes the
 * invoice as well
 */
export const deliverInvoice: DeliverInvoice = async (context, delivery) => {
  const { emailTemplate, invoice, recipients } = delivery;
  await keepMail(context, {
    ...renderInvoiceMail(context.workspace, delivery),
    invoiceId: invoice.id,
    emailTemplateId: emailTemplate.id,
    recipients: recipients.map(({ email }) => email),
  });
};

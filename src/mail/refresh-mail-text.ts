import type { InvoiceView, UnauthenticatedContext } from '../domain/invoices/invoice-view.ts';
import { saveMailText } from '../domain/outbox-mails/delivery-attempts.ts';
import { findRecipientsAndTemplate } from '../domain/outbox-mails/find-recipients-and-template.ts';
import type { OutboxMail } from '../generated/prisma/client.ts';
import { renderInvoiceMail } from './invoice-mail.ts';

/**
 * Renders the text again if the invoice has changed, so that it matches PDF and link.
 * @throws ActionError conflicting_state
 */
export async function refreshMailText(
  { accountId, db }: Pick<UnauthenticatedContext, 'accountId' | 'db'>,
  mail: OutboxMail,
  { invoice, workspace }: InvoiceView,
): Promise<Pick<OutboxMail, 'subject' | 'body' | 'html'>> {
  if (invoice.updatedAt <= mail.createdAt) return mail;
  const { emailTemplate, recipients } = await findRecipientsAndTemplate(
    { accountId, db },
    mail,
    invoice.clientId,
  );
  if (emailTemplate === null) return mail;
  const words = await renderInvoiceMail(workspace, { invoice, recipients, emailTemplate });
  await saveMailText(db, mail, words);
  return words;
}

import type { MailSettings } from '../config/mail-settings.ts';
import { documentValues } from '../documents/document-values.ts';
import { loadEInvoice } from '../documents/e-invoice-files.ts';
import { unprintableCharactersOf } from '../documents/font-coverage.ts';
import { visibleText } from '../documents/text-formatting.ts';
import { prepareEInvoice, storeCreditNoteEInvoice } from '../domain/e-invoices/issue-e-invoice.ts';
import { listPreviewWarnings } from '../domain/e-invoices/list-faults.ts';
import type { InvoiceDelivery } from '../domain/invoices/invoice-delivery.ts';
import { invoicePartsInclude } from '../domain/invoices/invoice-record.ts';
import type { QueuedMail } from '../domain/outbox-mails/mail-queue.ts';
import { enqueueMail } from '../domain/outbox-mails/mail-queue.ts';
import type { Context, Services } from '../platform/context/context.ts';
import { usesLinesOrTaxes } from '../templates/template-values.ts';
import { renderInvoiceMail } from './invoice-mail.ts';
import { requirePrintableNames } from './printable-names.ts';
import { renderMail } from './render-mail.ts';

export type { MailWorker } from './mail-worker.ts';
export { startMailWorker } from './mail-worker.ts';

export function deliveryNotice(mail: MailSettings | undefined): string {
  return mail
    ? `E-mail to customers is sent from ${mail.from} through ${new URL(mail.url).host}.`
    : 'SMTP_URL is not set, so no e-mail is sent. E-mails to customers are kept and shown at /outbox.';
}

/**
 * Uses the caller's transaction. A repeated delivery returns the earlier e-mail.
 * @throws ActionError conflicting_state
 */
async function deliverInvoice(context: Context, delivery: InvoiceDelivery): Promise<QueuedMail> {
  const { emailTemplate, invoice, recipients } = delivery;
  requirePrintableNames(context.workspace.name, invoice.clientInfo.name);
  return enqueueMail(context, {
    ...(await renderInvoiceMail(context.workspace, await withUsedParts(context, delivery))),
    invoiceId: invoice.id,
    emailTemplateId: emailTemplate.id,
    recipients: recipients.map(({ email }) => email),
  });
}

/** At most one statement. */
async function withUsedParts(
  { accountId, db }: Context,
  delivery: InvoiceDelivery,
): Promise<InvoiceDelivery> {
  const { emailTemplate, invoice } = delivery;
  if (
    'lineItems' in invoice ||
    !usesLinesOrTaxes(`${emailTemplate.subject}${emailTemplate.body}`)
  ) {
    return delivery;
  }
  const { lineItems, taxBreakdown } = invoicePartsInclude;
  const parts = await db.invoice.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: invoice.id } },
    select: { lineItems, taxBreakdown },
  });
  return { ...delivery, invoice: { ...invoice, ...parts } };
}

export const domainServices: Services = {
  prepareEInvoice,
  listPreviewWarnings,
  storeCreditNoteEInvoice,
  loadEInvoice,
  deliver: deliverInvoice,
  documentValues,
  writeMail: renderMail,
  findUnprintableCharacters: (text) => unprintableCharactersOf(visibleText(text)),
};

import type { Invoice, OutboxMail } from '../../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { previewSentInvoice, recordInvoiceSent } from '../invoices/send-invoice.ts';
import { transitionInvoice } from '../invoices/transitions.ts';
import { findRecipientsAndTemplate } from './find-recipients-and-template.ts';
import { releaseHeldMails } from './held-mails.ts';
import { enqueueMail } from './mail-queue.ts';

const resendableStatuses: readonly OutboxMailStatus[] = ['FAILED', 'UNCONFIRMED', 'KEPT', 'HELD'];

/**
 * Sends a mail that did not go out, or may not have, once more: as a new mail, since the old one says what became of it,
 * to the same addresses. Its words are written from the invoice and the template as they are now; a mail of
 * no template keeps its words. One that is HELD was never tried, and is let go itself. Whether a customer who may have it
 * already shall get it again is for its caller to know.
 * @throws ActionError id_missing, record_not_found; conflicting_state where the mail was sent, is still to be sent or was
 * sent again already, where the invoice is not to be sent any more, where the template cannot be rendered, or where no
 * mail server is configured
 */
export async function resendMail(context: Context, input: { id?: unknown }): Promise<OutboxMail> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const mail = await lockRecord<OutboxMail>(tx, 'OutboxMail', id);
    requireResendable(tx, mail);
    const resentId =
      mail.status === 'HELD' ? await releaseHeldMail(tx, mail) : await enqueueCopy(tx, mail);
    const where = { accountId: tx.accountId, id: resentId };
    const row = await tx.db.outboxMail.findUniqueOrThrow({ where: { accountId_id: where } });
    if (resentId === mail.id) tx.log.updated('OutboxMail', { ...row });
    return row;
  });
}

/** A mail as a new one; answers its id. */
async function enqueueCopy(tx: Context, mail: OutboxMail): Promise<string> {
  const { invoiceId } = mail;
  if (invoiceId === null) return (await enqueueMail(tx, mail)).id;
  if (mail.kind !== 'INVOICE') {
    // It tells of what happened, whatever the invoice allows by now.
    await lockRecord<Invoice>(tx, 'Invoice', invoiceId);
    await requireNotSentAgain(tx, mail);
    return (await enqueueMail(tx, mail)).id;
  }
  return transitionInvoice(tx, { id: invoiceId }, 'SEND', async (locked, invoice) => {
    await requireNotSentAgain(tx, mail);
    const { emailTemplate, recipients } = await findRecipientsAndTemplate(
      tx,
      mail,
      invoice.clientId,
    );
    const { id, isDuplicate } =
      emailTemplate === null
        ? await enqueueMail(tx, mail)
        : await tx.services.deliver(tx, {
            invoice: previewSentInvoice(tx, invoice),
            recipients,
            emailTemplate,
          });
    if (!isDuplicate) await recordInvoiceSent(locked, invoice, recipients);
    return id;
  });
}

/** A held mail itself; answers its id. */
async function releaseHeldMail(tx: Context, mail: OutboxMail): Promise<string> {
  if (mail.invoiceId !== null) await requireNotSentAgain(tx, mail);
  await releaseHeldMails((statement) => tx.db.$queryRaw(statement), tx.accountId, mail);
  return mail.id;
}

function requireResendable(context: Context, { status }: OutboxMail): void {
  const { sendsMail } = context;
  if (!resendableStatuses.includes(status)) {
    const subject = canRead(context, 'invoices') ? `The e-mail is ${status}; only` : 'Only';
    throw new ActionError(
      'conflicting_state',
      `${subject} e-mails with the status ${resendableStatuses.join(', ')} can be sent again.`,
    );
  }
  if (!sendsMail) {
    throw new ActionError(
      'conflicting_state',
      'No mail server is configured, so no e-mail can be sent.',
    );
  }
}

/** To be asked while the invoice is locked: two who send again at once would each see no other mail. */
async function requireNotSentAgain(
  context: Context,
  { body, createdAt, creditNoteId, emailTemplateId, invoiceId, ...mail }: OutboxMail,
): Promise<void> {
  const { accountId, db } = context;
  const { kind, recipients, subject } = mail;
  const newer = await db.outboxMail.findFirst({
    where: {
      accountId,
      invoiceId,
      creditNoteId,
      emailTemplateId,
      kind,
      // Those that keep their words are another mail for each payment, credit note or day.
      ...(kind !== 'INVOICE' && { subject, body }),
      recipients: { equals: recipients },
      createdAt: { gt: createdAt },
      status: { in: ['QUEUED', 'SENDING', 'SENT'] },
    },
    select: { id: true, status: true },
  });
  if (newer === null) return;
  throw new ActionError(
    'conflicting_state',
    canRead(context, 'invoices')
      ? `The e-mail was already sent again: e-mail "${newer.id}" to the same addresses is ${newer.status}.`
      : 'The e-mail was already sent again.',
  );
}

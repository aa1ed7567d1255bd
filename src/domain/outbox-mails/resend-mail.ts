import { type OutboxMail, Prisma } from '../../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { Row, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { previewSentInvoice, recordInvoiceSent } from '../invoices/send-invoice.ts';
import { transitionInvoice } from '../invoices/transitions.ts';
import { findRecipientsAndTemplate } from './find-recipients-and-template.ts';
import { addMailJobSql } from './mail-jobs.ts';
import { enqueueMail } from './mail-queue.ts';

const resendableStatuses: readonly OutboxMailStatus[] = ['FAILED', 'UNCONFIRMED', 'KEPT', 'HELD'];

/**
 * Sends a new mail to the same addresses, rendered from the current invoice and template. A HELD mail is sent itself.
 * @throws ActionError id_missing, record_not_found; conflicting_state if the mail was sent, is waiting or was sent
 * again, if the invoice cannot be sent, if the template cannot be rendered, or if no mail server is configured;
 * e_invoice_incomplete
 */
export const resendMail = (context: Context, input: { id?: unknown }): Promise<OutboxMail> =>
  write(context, async (tx) => {
    const mail = await tx.lock('OutboxMail', requireId(input));
    requireResendable(tx, mail);
    if (mail.status === 'HELD') return releaseHeldMail(tx, mail);
    const key = { accountId: tx.accountId, id: await enqueueCopy(tx, mail) };
    return tx.db.outboxMail.findUniqueOrThrow({ where: { accountId_id: key } });
  });

/** @returns the id of the new mail */
async function enqueueCopy(tx: WriteContext, mail: OutboxMail): Promise<string> {
  const { invoiceId } = mail;
  if (invoiceId === null) return (await enqueueMail(tx, mail)).id;
  if (mail.kind !== 'INVOICE') {
    // It reports a past event, so the lifecycle of the invoice does not matter.
    await tx.lock('Invoice', invoiceId);
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

async function releaseHeldMail(tx: WriteContext, mail: Row<'OutboxMail'>): Promise<OutboxMail> {
  if (mail.invoiceId !== null) await requireNotSentAgain(tx, mail);
  tx.queue(Prisma.sql`SELECT ${addMailJobSql(mail)} AS job`);
  const change = { status: 'QUEUED', lastError: null, nextAttemptAt: tx.now } as const;
  return tx.update('OutboxMail', mail, change);
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

/**
 * Needs the lock of the invoice: two concurrent callers would each find no other mail.
 * @throws ActionError conflicting_state
 */
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
      // Other kinds of mail depend on a payment or a day, so their texts must be equal too.
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

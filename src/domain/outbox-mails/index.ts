import type { EmailTemplate, Invoice, OutboxMail } from '../../generated/prisma/client.ts';
import type { MailKind, OutboxMailStatus } from '../../generated/prisma/enums.ts';
import type { Context, Db } from '../../platform/context/context.ts';
import { changeCollectorOf, inTransaction } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { lockRecord } from '../../write/records.ts';
import type { InvoiceDelivery } from '../invoices/index.ts';
import {
  previewSentInvoice,
  recordInvoiceSent,
  transitionInvoice,
} from '../invoices/transitions.ts';
import { releaseHeldMails } from './held-mails.ts';
import { addMailJobSql } from './mail-jobs.ts';

/** A mail to a workspace's customer, written out. */
export interface NewMail {
  /** Left out: an invoice. */
  kind?: MailKind;
  invoiceId: string | null;
  /** The credit note that it brings; left out: none. */
  creditNoteId?: string | null;
  emailTemplateId: string | null;
  /** E-mail addresses. */
  recipients: string[];
  /** One line. */
  subject: string;
  body: string;
  html: string | null;
}

/** A mail in the outbox. */
export interface QueuedMail {
  id: string;
  /** Whether it was there already: an identical one is about to leave, or has just left. */
  isSame: boolean;
}

/** How long after a mail left an identical one of its invoice is taken for the same. */
const sameFor = '1 minute';

/**
 * Puts a mail into the outbox, in the transaction that is open: it is there exactly if what it tells of is. Where mail is
 * sent, its job is added by the same statement, and starts once the transaction commits; otherwise the mail is kept and
 * says so. Answers go where the workspace says, or to its owner. Where the invoice has the same mail, word by word and to the same
 * addresses, which is still to leave or left within the last minute, that one is answered instead; who calls holds the
 * invoice's lock, so that of several at once each sees those before it. One statement.
 */
export async function queueMail(context: Context, mail: NewMail): Promise<QueuedMail> {
  const { accountId, db, sendsMail, workspace } = context;
  const id = newId('OutboxMail');
  const [row] = await db.$queryRaw<[OutboxMail & { sameId: string | null }]>`
    WITH same AS (
      SELECT m.id FROM "OutboxMail" m
      WHERE m."accountId" = ${accountId} AND m."invoiceId" = ${mail.invoiceId}
        AND m."emailTemplateId" IS NOT DISTINCT FROM ${mail.emailTemplateId}
        AND m."creditNoteId" IS NOT DISTINCT FROM ${mail.creditNoteId ?? null} AND m.recipients = ${mail.recipients}::text[]
        AND m.subject = ${mail.subject} AND m.body = ${mail.body} AND m.html IS NOT DISTINCT FROM ${mail.html}
        AND (m.status IN ('QUEUED', 'SENDING') OR m.status = 'SENT' AND m."sentAt" > now() - ${sameFor}::interval
          OR m.status = 'KEPT' AND NOT ${sendsMail} AND m."createdAt" > now() - ${sameFor}::interval)
      ORDER BY m."createdAt" DESC, m.id LIMIT 1
    ), mail AS (
      INSERT INTO "OutboxMail" ("accountId", id, "invoiceId", "creditNoteId", "emailTemplateId", kind, recipients, subject, body, html,
        "replyTo", status, "nextAttemptAt")
      SELECT ${accountId}, ${id}, ${mail.invoiceId}, ${mail.creditNoteId ?? null}, ${mail.emailTemplateId},
        ${mail.kind ?? 'INVOICE'}::"MailKind", ${mail.recipients}::text[], ${mail.subject}, ${mail.body}, ${mail.html},
        coalesce((SELECT w."mailReplyTo" FROM "Workspace" w WHERE w."accountId" = ${accountId}),
          (SELECT u.email FROM "User" u WHERE u."accountId" = ${accountId} AND u.id = ${workspace.ownerId})),
        (CASE WHEN ${sendsMail} THEN 'QUEUED' ELSE 'KEPT' END)::"OutboxMailStatus",
        CASE WHEN ${sendsMail} THEN now() END
      WHERE NOT EXISTS (SELECT FROM same)
      RETURNING *
    )
    SELECT mail.*, same.id AS "sameId",
      CASE WHEN ${sendsMail} AND same.id IS NULL THEN ${addMailJobSql({ accountId, id })} END AS job
    FROM (SELECT) one LEFT JOIN same ON true LEFT JOIN mail ON true`;
  const { sameId } = row;
  if (sameId === null) changeCollectorOf(context).created('OutboxMail', { ...row });
  return { id: sameId ?? id, isSame: sameId !== null };
}

/** Whom a mail of an invoice goes to, by name where it is known, and the template of its words, as it is now. */
export type RecipientsAndTemplate = Pick<InvoiceDelivery, 'recipients'> & {
  emailTemplate: EmailTemplate | null;
};

/** The wording of a mail that is to be written anew. Two statements. */
export async function findRecipientsAndTemplate(
  { accountId, db }: { accountId: number; db: Db },
  { emailTemplateId, recipients }: Pick<OutboxMail, 'emailTemplateId' | 'recipients'>,
  clientId: string,
): Promise<RecipientsAndTemplate> {
  const contacts = await db.contact.findMany({
    where: { accountId, clientId, email: { in: recipients } },
    orderBy: { id: 'asc' },
  });
  const emailTemplate =
    emailTemplateId === null
      ? null
      : await db.emailTemplate.findUnique({
          where: { accountId_id: { accountId, id: emailTemplateId } },
        });
  const byAddress = new Map(contacts.map((contact) => [contact.email, contact]));
  return {
    emailTemplate,
    recipients: recipients.map((email) => {
      const { firstName = null, lastName = null } = byAddress.get(email) ?? {};
      return { firstName, lastName, email };
    }),
  };
}

const resendable: readonly OutboxMailStatus[] = ['FAILED', 'UNCONFIRMED', 'KEPT', 'HELD'];

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
    const resent = mail.status === 'HELD' ? await letGo(tx, mail) : await sendAnew(tx, mail);
    const where = { accountId: tx.accountId, id: resent };
    const row = await tx.db.outboxMail.findUniqueOrThrow({ where: { accountId_id: where } });
    if (resent === mail.id) tx.log.updated('OutboxMail', { ...row });
    return row;
  });
}

/** A mail as a new one; answers its id. */
async function sendAnew(tx: Context, mail: OutboxMail): Promise<string> {
  const { invoiceId } = mail;
  if (invoiceId === null) return (await queueMail(tx, mail)).id;
  if (mail.kind !== 'INVOICE') {
    // It tells of what happened, whatever the invoice allows by now.
    await lockRecord<Invoice>(tx, 'Invoice', invoiceId);
    await requireNotSentAgain(tx, mail);
    return (await queueMail(tx, mail)).id;
  }
  return transitionInvoice(tx, { id: invoiceId }, 'SEND', async (_, invoice) => {
    await requireNotSentAgain(tx, mail);
    const { emailTemplate, recipients } = await findRecipientsAndTemplate(
      tx,
      mail,
      invoice.clientId,
    );
    const { id, isSame } =
      emailTemplate === null
        ? await queueMail(tx, mail)
        : await tx.services.deliver(tx, {
            invoice: previewSentInvoice(tx, invoice),
            recipients,
            emailTemplate,
          });
    if (!isSame) await recordInvoiceSent(tx, invoice, recipients);
    return id;
  });
}

/** A held mail itself; answers its id. */
async function letGo(tx: Context, mail: OutboxMail): Promise<string> {
  if (mail.invoiceId !== null) await requireNotSentAgain(tx, mail);
  await releaseHeldMails((statement) => tx.db.$queryRaw(statement), tx.accountId, mail);
  return mail.id;
}

function requireResendable(context: Context, { status }: OutboxMail): void {
  const { sendsMail } = context;
  if (!resendable.includes(status)) {
    const present = canRead(context, 'invoices') ? `The mail is ${status}; only` : 'Only';
    throw new ActionError(
      'conflicting_state',
      `${present} mails that are ${resendable.join(', ')} can be sent again.`,
    );
  }
  if (!sendsMail) {
    throw new ActionError(
      'conflicting_state',
      'No mail server is configured, so that no mail can be sent.',
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
      ? `The mail was sent again already: mail "${newer.id}" to the same addresses is ${newer.status}.`
      : 'The mail was sent again already.',
  );
}

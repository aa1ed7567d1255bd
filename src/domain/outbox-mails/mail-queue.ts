import type { OutboxMail } from '../../generated/prisma/client.ts';
import type { MailKind } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { changeCollectorOf } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
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
  isDuplicate: boolean;
}

/** How long after a mail left an identical one of its invoice is taken for the same. */
const duplicateInterval = '1 minute';

/**
 * Puts a mail into the outbox, in the transaction that is open: it is there exactly if what it tells of is. Where mail is
 * sent, its job is added by the same statement, and starts once the transaction commits; otherwise the mail is kept and
 * says so. Answers go where the workspace says, or to its owner. Where the invoice has the same mail, word by word and to the same
 * addresses, which is still to leave or left within the last minute, that one is answered instead; who calls holds the
 * invoice's lock, so that of several at once each sees those before it. One statement.
 */
export async function enqueueMail(context: Context, mail: NewMail): Promise<QueuedMail> {
  const { accountId, db, sendsMail, workspace } = context;
  const id = newId('OutboxMail');
  const [row] = await db.$queryRaw<[OutboxMail & { sameId: string | null }]>`
    WITH same AS (
      SELECT m.id FROM "OutboxMail" m
      WHERE m."accountId" = ${accountId} AND m."invoiceId" = ${mail.invoiceId}
        AND m."emailTemplateId" IS NOT DISTINCT FROM ${mail.emailTemplateId}
        AND m."creditNoteId" IS NOT DISTINCT FROM ${mail.creditNoteId ?? null} AND m.recipients = ${mail.recipients}::text[]
        AND m.subject = ${mail.subject} AND m.body = ${mail.body} AND m.html IS NOT DISTINCT FROM ${mail.html}
        AND (m.status IN ('QUEUED', 'SENDING') OR m.status = 'SENT' AND m."sentAt" > now() - ${duplicateInterval}::interval
          OR m.status = 'KEPT' AND NOT ${sendsMail} AND m."createdAt" > now() - ${duplicateInterval}::interval)
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
  return { id: sameId ?? id, isDuplicate: sameId !== null };
}

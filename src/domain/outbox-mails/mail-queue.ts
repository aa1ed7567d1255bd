import { Prisma } from '../../generated/prisma/client.ts';
import type { MailKind } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { write } from '../../write/write.ts';
import { suppressedAddressesSql } from '../mail-suppressions/subscriptions.ts';
import { addMailJobSql } from './mail-jobs.ts';

export interface NewMail {
  kind?: MailKind;
  invoiceId: string | null;
  creditNoteId?: string | null;
  emailTemplateId: string | null;
  recipients: string[];
  /** Single line. */
  subject: string;
  body: string;
  html: string | null;
}

export interface QueuedMail {
  id: string;
  /** An identical mail existed. */
  isDuplicate: boolean;
}

const duplicateInterval = '1 minute';

const suppressedMessage =
  'No e-mail can be sent, because its recipients unsubscribed from e-mails of this workspace. Reach them in another way. If they ask for e-mails again, use deleteMailSuppression in GraphQL.';

/**
 * The worker starts the job after COMMIT.
 * An identical mail that waits, or was sent within the last minute, is returned instead. The caller has locked the
 * invoice, so that it sees the mails of concurrent callers.
 * @throws ActionError conflicting_state if all recipients unsubscribed
 */
export const enqueueMail = (
  context: Context,
  { kind = 'INVOICE', creditNoteId = null, ...mail }: NewMail,
): Promise<QueuedMail> =>
  write(context, async (tx) => {
    const { accountId, sendsMail, workspace } = tx;
    const { body, emailTemplateId, html, invoiceId, recipients, subject } = mail;
    const [{ isSuppressed, replyTo, sameId }] = await tx.db.$queryRaw<
      [{ isSuppressed: boolean; sameId: string | null; replyTo: string | null }]
    >`
      SELECT (
        SELECT m.id FROM "OutboxMail" m
        WHERE m."accountId" = ${accountId} AND m."invoiceId" = ${invoiceId}
          AND m."emailTemplateId" IS NOT DISTINCT FROM ${emailTemplateId}
          AND m."creditNoteId" IS NOT DISTINCT FROM ${creditNoteId} AND m.recipients = ${recipients}::text[]
          AND m.subject = ${subject} AND m.body = ${body} AND m.html IS NOT DISTINCT FROM ${html}
          AND (m.status IN ('QUEUED', 'SENDING') OR m.status = 'SENT' AND m."sentAt" > now() - ${duplicateInterval}::interval
            OR m.status = 'KEPT' AND NOT ${sendsMail} AND m."createdAt" > now() - ${duplicateInterval}::interval)
        ORDER BY m."createdAt" DESC, m.id LIMIT 1
      ) AS "sameId", cardinality(${suppressedAddressesSql(accountId, recipients)}) = ${recipients.length} AS "isSuppressed", coalesce(
        (SELECT w."mailReplyTo" FROM "Workspace" w WHERE w."accountId" = ${accountId}),
        (SELECT u.email FROM "User" u WHERE u."accountId" = ${accountId} AND u.id = ${workspace.ownerId})) AS "replyTo"`;
    if (isSuppressed) throw new ActionError('conflicting_state', suppressedMessage);
    if (sameId !== null) return { id: sameId, isDuplicate: true };
    const id = newId('OutboxMail');
    tx.insert('OutboxMail', {
      ...{ id, kind, invoiceId, creditNoteId, emailTemplateId, recipients, subject, body, html },
      replyTo,
      status: sendsMail ? 'QUEUED' : 'KEPT',
      nextAttemptAt: sendsMail ? tx.now : null,
    });
    if (sendsMail) tx.queue(Prisma.sql`SELECT ${addMailJobSql({ accountId, id })} AS job`);
    return { id, isDuplicate: false };
  });

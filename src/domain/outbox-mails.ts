import type { OutboxMail } from '../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../generated/prisma/enums.ts';
import { requireId } from './kernel/changes.ts';
import type { Context } from './kernel/context.ts';
import { inTransaction } from './kernel/context.ts';
import { ActionError } from './kernel/errors.ts';
import { newId } from './kernel/ids.ts';
import { lockRecord } from './kernel/records.ts';

/** The task of graphile-worker that sends a mail; its payload is {@link MailJob}. */
export const sendMailTask = 'send_mail';

/** How often a mail is tried; the library's back-off makes that a day and a half. */
export const mostAttempts = 16;

/** Which mail a job is to send. */
export interface MailJob {
  accountId: number;
  id: string;
}

/** A mail to a workspace's customer, written out. */
export interface Mail {
  invoiceId: string | null;
  emailTemplateId: string | null;
  /** E-mail addresses. */
  recipients: string[];
  /** One line. */
  subject: string;
  body: string;
  html: string | null;
}

/** By what a mail's job is known, so that there is one for each mail. */
export function jobKeyOf({ accountId, id }: MailJob): string {
  return `${accountId}/${id}`;
}

/**
 * Puts a mail into the outbox, in the transaction that is open: it is there exactly if what it tells of is. Where mail is
 * sent, its job is added by the same statement, and starts once the transaction commits; otherwise the mail is kept and
 * says so. Answers go to the workspace's owner. Answers the mail's id. One statement.
 */
export async function putMail(context: Context, mail: Mail): Promise<string> {
  const { accountId, db, now, sendsMail, workspace } = context;
  const id = newId('OutboxMail');
  const job = { accountId, id };
  await db.$queryRaw`
    WITH mail AS (
      INSERT INTO "OutboxMail" ("accountId", id, "invoiceId", "emailTemplateId", recipients, subject, body, html,
        "replyTo", status, "nextAttemptAt")
      VALUES (${accountId}, ${id}, ${mail.invoiceId}, ${mail.emailTemplateId}, ${mail.recipients}::text[],
        ${mail.subject}, ${mail.body}, ${mail.html},
        (SELECT u.email FROM "User" u WHERE u."accountId" = ${accountId} AND u.id = ${workspace.ownerId}),
        (CASE WHEN ${sendsMail} THEN 'QUEUED' ELSE 'KEPT' END)::"OutboxMailStatus",
        CASE WHEN ${sendsMail} THEN ${now}::timestamptz END)
    )
    SELECT CASE WHEN ${sendsMail} THEN (graphile_worker.add_job(${sendMailTask}::text, ${JSON.stringify(job)}::json,
      job_key => ${jobKeyOf(job)}::text, max_attempts => ${mostAttempts}::int)).id::text END AS job`;
  return id;
}

const resendable: readonly OutboxMailStatus[] = ['FAILED', 'UNCONFIRMED', 'KEPT'];

/**
 * Sends a mail that did not go out, or may not have, once more: as a new mail of the same words, since the old one says
 * what became of it. Whether a customer who may have it already shall get it again is for its caller to know.
 * @throws ActionError id_missing, record_not_found; conflicting_state where the mail was sent or is still to be sent, or
 * no mail server is configured
 */
export async function resendMail(context: Context, input: { id?: unknown }): Promise<OutboxMail> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const mail = await lockRecord<OutboxMail>(tx, 'OutboxMail', id);
    if (!resendable.includes(mail.status)) {
      throw new ActionError(
        'conflicting_state',
        `The mail is ${mail.status}; only mails that are ${resendable.join(', ')} can be sent again.`,
      );
    }
    if (!tx.sendsMail) {
      throw new ActionError(
        'conflicting_state',
        'No mail server is configured, so that no mail can be sent.',
      );
    }
    const where = { accountId: tx.accountId, id: await putMail(tx, mail) };
    return tx.db.outboxMail.findUniqueOrThrow({ where: { accountId_id: where } });
  });
}

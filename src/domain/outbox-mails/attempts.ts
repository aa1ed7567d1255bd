import type { OutboxMail } from '../../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../../generated/prisma/enums.ts';
import type { Db } from '../kernel/context.ts';
import { newId } from '../kernel/ids.ts';
import type { MailJob } from './jobs.ts';

/** What is known of a mail after an attempt. */
export interface Settlement {
  status: Extract<OutboxMailStatus, 'SENT' | 'FAILED' | 'UNCONFIRMED' | 'QUEUED'>;
  /** For a person; null where nothing went wrong. */
  reason: string | null;
  /** Where it is to be tried again. */
  nextAttemptAt?: Date;
}

/**
 * Takes a mail for an attempt; null where it is not to be sent. Of however many that try at once, one gets it. What they
 * took is committed before anything is sent, so that nobody sends it again, whatever happens to them. One statement.
 */
export async function claimMail(
  db: Db,
  { accountId, id }: MailJob,
  messageId: string,
): Promise<OutboxMail | null> {
  const [mail] = await db.$queryRaw<OutboxMail[]>`
    UPDATE "OutboxMail" SET status = 'SENDING', attempts = attempts + 1, "nextAttemptAt" = NULL,
      "messageId" = coalesce("messageId", ${messageId})
    WHERE "accountId" = ${accountId} AND id = ${id} AND status = 'QUEUED'
    RETURNING *`;
  return mail ?? null;
}

/** Whether a mail was taken for an attempt of which nothing is known yet. One statement. */
export async function isBeingSent(db: Db, { accountId, id }: MailJob): Promise<boolean> {
  const open = await db.outboxMail.count({ where: { accountId, id, status: 'SENDING' } });
  return open > 0;
}

/** Keeps the words with which a mail goes out in place of those that were written first. One statement. */
export async function keepWords(
  db: Db,
  { accountId, id }: MailJob,
  { body, html, subject }: Pick<OutboxMail, 'subject' | 'body' | 'html'>,
): Promise<void> {
  await db.outboxMail.updateMany({ where: { accountId, id }, data: { subject, body, html } });
}

/** The name in which a workspace's mails go out. One statement. */
export async function findSenderName(
  db: Db,
  { accountId }: Pick<MailJob, 'accountId'>,
): Promise<string> {
  const { name } = await db.workspace.findUniqueOrThrow({ where: { accountId } });
  return name;
}

/**
 * Writes down what became of a mail that was being sent, and what its invoice's history has to say of it, in one
 * statement. An attempt that was given up for lost and has an outcome after all is still told.
 */
export async function settleMail(
  db: Db,
  { accountId, id }: MailJob,
  { nextAttemptAt, reason, status }: Settlement,
): Promise<void> {
  const kind = status === 'SENT' ? 'MAIL_SENT' : 'MAIL_FAILED';
  await db.$executeRaw`
    WITH settled AS (
      UPDATE "OutboxMail" SET status = ${status}::"OutboxMailStatus", "lastError" = ${reason},
        "nextAttemptAt" = ${nextAttemptAt ?? null}::timestamptz,
        "sentAt" = CASE WHEN ${status} = 'SENT' THEN now() END
      WHERE "accountId" = ${accountId} AND id = ${id} AND status IN ('SENDING', 'UNCONFIRMED')
      RETURNING *
    )
    INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
    SELECT "accountId", ${newId('InvoiceEvent')}, "invoiceId", ${kind}::"InvoiceEventKind", 'SERVICE',
      concat_ws(': ', array_to_string(recipients, ', '), ${status === 'FAILED' ? 'not sent' : null}::text, ${reason}::text)
    FROM settled WHERE "invoiceId" IS NOT NULL AND status <> 'QUEUED'`;
}

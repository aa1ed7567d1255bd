import { newId } from '../domain/kernel/ids.ts';
import type { MailJob } from '../domain/outbox-mails.ts';
import type { OutboxMail, PrismaClient } from '../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../generated/prisma/enums.ts';

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
 * took is committed before anything is sent, so that nobody sends it again, whatever happens to them.
 */
export async function claimMail(
  prisma: PrismaClient,
  { accountId, id }: MailJob,
  messageId: string,
): Promise<OutboxMail | null> {
  const [mail] = await prisma.$queryRaw<OutboxMail[]>`
    UPDATE "OutboxMail" SET status = 'SENDING', attempts = attempts + 1, "nextAttemptAt" = NULL,
      "messageId" = coalesce("messageId", ${messageId})
    WHERE "accountId" = ${accountId} AND id = ${id} AND status = 'QUEUED'
    RETURNING *`;
  return mail ?? null;
}

/**
 * Writes down what became of a mail that was being sent, and what its invoice's history has to say of it, in one
 * statement. An attempt that was given up for lost and has an outcome after all is still told.
 */
export async function settleMail(
  prisma: PrismaClient,
  { accountId, id }: MailJob,
  { nextAttemptAt, reason, status }: Settlement,
): Promise<void> {
  const kind = status === 'SENT' ? 'MAIL_SENT' : 'MAIL_FAILED';
  await prisma.$executeRaw`
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

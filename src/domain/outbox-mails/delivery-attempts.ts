import type { Db } from '../../database/client/db.ts';
import type { OutboxMail } from '../../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../../generated/prisma/enums.ts';
import { auditChangesSql } from '../../platform/audit-log/audited-columns.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { AuditEntryExpressions } from '../../platform/audit-log/write-entries.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { createdInvoiceEventSql } from '../invoices/invoice-events.ts';
import type { MailJob } from './mail-jobs.ts';

/** What is known of a mail after an attempt. */
export interface DeliveryResult {
  status: Extract<OutboxMailStatus, 'SENT' | 'FAILED' | 'UNCONFIRMED' | 'QUEUED'>;
  /** For a person; null where nothing went wrong. */
  reason: string | null;
  /** Where it is to be tried again. */
  nextAttemptAt?: Date;
}

/** What the log says of a mail in these columns: a part of a statement has it as it was (`former`), another one as it is (`mail`). */
export function mailUpdateAuditSql(columns: readonly string[]): AuditEntryExpressions {
  const [before, after] = auditChangesSql('OutboxMail', columns, 'former', 'mail');
  const from = 'mail JOIN former USING ("accountId", id)';
  const row = { id: 'mail.id', version: 'mail.version' };
  return { kind: 'UPDATED', model: 'OutboxMail', ...row, before, after, from };
}

const sending = { kind: 'SERVICE', operation: 'mail/send' } as const;

/**
 * Takes a mail for an attempt; null where it is not to be sent. Of however many that try at once, one gets it. What they
 * took is committed before anything is sent, so that nobody sends it again, whatever happens to them. One statement.
 */
export async function claimMail(
  db: Db,
  { accountId, id }: MailJob,
  messageId: string,
): Promise<OutboxMail | null> {
  const columns = ['status', 'attempts', 'nextAttemptAt', 'messageId'];
  const [mail] = await db.$queryRaw<OutboxMail[]>`
    WITH former AS (
      SELECT * FROM "OutboxMail" WHERE "accountId" = ${accountId} AND id = ${id} AND status = 'QUEUED' FOR UPDATE
    ), mail AS (
      UPDATE "OutboxMail" m SET status = 'SENDING', attempts = m.attempts + 1, "nextAttemptAt" = NULL,
        "messageId" = coalesce(m."messageId", ${messageId})
      FROM former WHERE m."accountId" = ${accountId} AND m.id = former.id
      RETURNING m.*
    ), logged AS (${systemAuditEntrySql({ accountId, ...sending }, [mailUpdateAuditSql(columns)])})
    SELECT * FROM mail`;
  return mail ?? null;
}

/** Whether a mail was taken for an attempt of which nothing is known yet. One statement. */
export async function isBeingSent(db: Db, { accountId, id }: MailJob): Promise<boolean> {
  const open = await db.outboxMail.count({ where: { accountId, id, status: 'SENDING' } });
  return open > 0;
}

/**
 * Keeps the words with which a mail goes out in place of those that were written first. One statement, which ends by reading: where tables are
 * spread, one that ends with the log's INSERT has its function run where the log's rows are, which is refused.
 */
export async function saveMailText(
  db: Db,
  { accountId, id }: MailJob,
  { body, html, subject }: Pick<OutboxMail, 'subject' | 'body' | 'html'>,
): Promise<void> {
  await db.$queryRaw`
    WITH former AS (
      SELECT * FROM "OutboxMail" WHERE "accountId" = ${accountId} AND id = ${id}
        AND (subject, body, html) IS DISTINCT FROM (${subject}, ${body}, ${html}) FOR UPDATE
    ), mail AS (
      UPDATE "OutboxMail" m SET subject = ${subject}, body = ${body}, html = ${html}
      FROM former WHERE m."accountId" = ${accountId} AND m.id = former.id
      RETURNING m.*
    ), logged AS (${systemAuditEntrySql({ accountId, ...sending }, [mailUpdateAuditSql(['subject'])])})
    SELECT id FROM mail`;
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
export async function recordDeliveryResult(
  db: Db,
  { accountId, id }: MailJob,
  { nextAttemptAt, reason, status }: DeliveryResult,
): Promise<void> {
  const kind = status === 'SENT' ? 'MAIL_SENT' : 'MAIL_FAILED';
  const changed = mailUpdateAuditSql(['status', 'lastError', 'nextAttemptAt', 'sentAt']);
  await db.$executeRaw`
    WITH former AS (
      SELECT * FROM "OutboxMail" WHERE "accountId" = ${accountId} AND id = ${id} AND status IN ('SENDING', 'UNCONFIRMED')
      FOR UPDATE
    ), mail AS (
      UPDATE "OutboxMail" m SET status = ${status}::"OutboxMailStatus", "lastError" = ${reason},
        "nextAttemptAt" = ${nextAttemptAt ?? null}::timestamptz,
        "sentAt" = CASE WHEN ${status} = 'SENT' THEN now() END
      FROM former WHERE m."accountId" = ${accountId} AND m.id = former.id
      RETURNING m.*
    ), told AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
      SELECT "accountId", ${newId('InvoiceEvent')}, "invoiceId", ${kind}::"InvoiceEventKind", 'SERVICE',
        concat_ws(': ', array_to_string(recipients, ', '), ${status === 'FAILED' ? 'not sent' : null}::text, ${reason}::text)
      FROM mail WHERE "invoiceId" IS NOT NULL AND status <> 'QUEUED'
      RETURNING *
    )
    ${systemAuditEntrySql({ accountId, ...sending }, [changed, createdInvoiceEventSql])}`;
}

import type { Db } from '../../database/client/db.ts';
import type { OutboxMail } from '../../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../../generated/prisma/enums.ts';
import { auditChangesSql } from '../../platform/audit-log/audited-columns.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { AuditEntryExpressions } from '../../platform/audit-log/write-entries.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { createdInvoiceEventSql } from '../invoices/invoice-events.ts';
import type { MailJob } from './mail-jobs.ts';

export interface DeliveryResult {
  status: Extract<OutboxMailStatus, 'SENT' | 'FAILED' | 'UNCONFIRMED' | 'QUEUED'>;
  reason: string | null;
  nextAttemptAt?: Date;
}

/** The audit entry of a CTE `mail` that updated rows of the CTE `former`. */
export function mailUpdateAuditSql(columns: readonly string[]): AuditEntryExpressions {
  const [before, after] = auditChangesSql('OutboxMail', columns, 'former', 'mail');
  const from = 'mail JOIN former USING ("accountId", id)';
  const row = { id: 'mail.id', version: 'mail.version' };
  return { kind: 'UPDATED', model: 'OutboxMail', ...row, before, after, from };
}

const sending = { kind: 'SERVICE', operation: 'mail/send' } as const;

/**
 * Null if the mail is not queued. Only one of several workers gets it. The claim is committed before the delivery, so
 * that no worker sends it again.
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

/** An attempt without a result yet. */
export async function isBeingSent(db: Db, { accountId, id }: MailJob): Promise<boolean> {
  const open = await db.outboxMail.count({ where: { accountId, id, status: 'SENDING' } });
  return open > 0;
}

/** The statement ends with SELECT: Citus rejects one that ends with the INSERT of the audit entry. */
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

export async function findSenderName(
  db: Db,
  { accountId }: Pick<MailJob, 'accountId'>,
): Promise<string> {
  const { name } = await db.workspace.findUniqueOrThrow({ where: { accountId } });
  return name;
}

/** A late result of an unconfirmed attempt is stored too. */
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
    ), invoice_event AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
      SELECT "accountId", ${newId('InvoiceEvent')}, "invoiceId", ${kind}::"InvoiceEventKind", 'SERVICE',
        concat_ws(': ', array_to_string(recipients, ', '), ${status === 'FAILED' ? 'not sent' : null}::text, ${reason}::text)
      FROM mail WHERE "invoiceId" IS NOT NULL AND status <> 'QUEUED'
      RETURNING *
    )
    ${systemAuditEntrySql({ accountId, ...sending }, [changed, createdInvoiceEventSql])}`;
}

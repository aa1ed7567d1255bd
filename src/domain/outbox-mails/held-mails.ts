import { Prisma } from '../../generated/prisma/client.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { mailUpdateAuditSql } from './delivery-attempts.ts';
import type { MailJob } from './mail-jobs.ts';
import { addMailJobFromColumnsSql } from './mail-jobs.ts';

/** Mails of a restored backup are held: their recipients may have them already. */

export interface HeldMailCounts {
  /** Queued when the backup was taken. */
  held: number;
  /** Being sent when the backup was taken. */
  unconfirmed: number;
}

export interface ReleasedMailCounts {
  released: number;
  /** Not sent: the addresses have a newer mail with the same content. */
  superseded: number;
}

/** In the current transaction. */
export type RunStatement = <Row>(statement: Prisma.Sql) => Promise<Row[]>;

/**
 * Holds queued mails and marks mails that were being sent as UNCONFIRMED, of one workspace or of all.
 * @param takenAt when the backup was taken
 */
export async function holdWaitingMails(
  run: RunStatement,
  takenAt: Date,
  accountId: number | null = null,
): Promise<HeldMailCounts> {
  const backupTime = `${takenAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const heldReason =
    `Held: it was queued when the backup of ${backupTime} was taken, and may have been sent since. ` +
    'Send it here, or send all of them with `actiongraph mail release`.';
  const held = await run<MailJob>(Prisma.sql`
    UPDATE "OutboxMail" SET status = 'HELD', "nextAttemptAt" = NULL, "lastError" = ${heldReason}
    WHERE status = 'QUEUED' AND (${accountId}::int IS NULL OR "accountId" = ${accountId}::int) RETURNING "accountId", id`);
  const reason =
    `It was being sent when the backup of ${backupTime} was taken, so its delivery is unknown ` +
    '(it may have arrived)';
  const unconfirmed = await run<MailJob>(Prisma.sql`
    UPDATE "OutboxMail" SET status = 'UNCONFIRMED', "nextAttemptAt" = NULL, "lastError" = ${reason}
    WHERE status = 'SENDING' AND (${accountId}::int IS NULL OR "accountId" = ${accountId}::int) RETURNING "accountId", id`);
  if (unconfirmed.length > 0) await run(unconfirmedEventsSql(unconfirmed, reason));
  return { held: held.length, unconfirmed: unconfirmed.length };
}

function unconfirmedEventsSql(mails: MailJob[], reason: string): Prisma.Sql {
  const events = mails.map(() => newId('InvoiceEvent'));
  return Prisma.sql`
    INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
    SELECT m."accountId", lost.event, m."invoiceId", 'MAIL_FAILED', 'SERVICE',
      concat_ws(': ', array_to_string(m.recipients, ', '), ${reason}::text)
    FROM unnest(${mails.map(({ accountId }) => accountId)}::int[], ${mails.map(({ id }) => id)}::text[],
      ${events}::text[]) AS lost ("accountId", id, event)
    JOIN "OutboxMail" m ON m."accountId" = lost."accountId" AND m.id = lost.id
    WHERE m."invoiceId" IS NOT NULL`;
}

/**
 * Of one workspace or of all. Needs a transaction.
 * @param loggedFor the part of a statement that inserts the audit entries of a workspace
 */
export async function releaseAllHeldMails(
  run: RunStatement,
  accountId: number | null,
  loggedFor: (accountId: number) => Prisma.Sql = () => Prisma.empty,
): Promise<ReleasedMailCounts> {
  const workspaces = await run<{ accountId: number }>(Prisma.sql`
    SELECT DISTINCT "accountId" FROM "OutboxMail"
    WHERE status = 'HELD' AND (${accountId}::int IS NULL OR "accountId" = ${accountId}::int) ORDER BY 1`);
  const total: ReleasedMailCounts = { released: 0, superseded: 0 };
  for (const one of workspaces) {
    const logged = loggedFor(one.accountId);
    const { released, superseded } = await releaseHeldMails(run, one.accountId, logged);
    total.released += released;
    total.superseded += superseded;
  }
  return total;
}

/** Records the administrator as author. */
export const releaseHeldMailsAsAdministrator = (
  run: RunStatement,
  accountId: number | null,
): Promise<ReleasedMailCounts> =>
  releaseAllHeldMails(run, accountId, (workspace) => {
    const author = {
      accountId: workspace,
      kind: 'ADMINISTRATION',
      operation: 'mail release',
    } as const;
    return Prisma.sql`, logged AS (${systemAuditEntrySql(author, [mailUpdateAuditSql(['status', 'lastError', 'nextAttemptAt'])])})`;
  });

/**
 * Skips mails if a newer one has the same content and addresses.
 * Needs a transaction: on Citus, mails and jobs can be on different servers.
 * @param logged the part of the statement that inserts the audit entries
 */
async function releaseHeldMails(
  run: RunStatement,
  accountId: number,
  logged: Prisma.Sql,
): Promise<ReleasedMailCounts> {
  const mails = await run<{ id: string; status: 'FAILED' | 'QUEUED' }>(Prisma.sql`
    WITH former AS (
      SELECT m.*, EXISTS (
        SELECT 1 FROM "OutboxMail" n
        WHERE n."accountId" = ${accountId} AND n."invoiceId" = m."invoiceId" AND n.recipients = m.recipients
          AND n."emailTemplateId" IS NOT DISTINCT FROM m."emailTemplateId" AND n."createdAt" > m."createdAt"
          AND n.kind = m.kind AND n."creditNoteId" IS NOT DISTINCT FROM m."creditNoteId"
          AND (m.kind = 'INVOICE' OR n.subject = m.subject AND n.body = m.body)
          AND n.status IN ('QUEUED', 'SENDING', 'SENT')
      ) AS superseded, now() AS moment
      FROM "OutboxMail" m
      WHERE m."accountId" = ${accountId} AND m.status = 'HELD'
      ORDER BY m.id FOR UPDATE
    ), mail AS (
      UPDATE "OutboxMail" AS m SET
        status = CASE WHEN superseded THEN 'FAILED' ELSE 'QUEUED' END::"OutboxMailStatus",
        "lastError" = CASE WHEN superseded THEN 'Not sent: a newer mail went to the same addresses after the restore.' END,
        "nextAttemptAt" = CASE WHEN superseded THEN NULL ELSE former.moment END
      FROM former WHERE m."accountId" = ${accountId} AND m.id = former.id
      RETURNING m.*
    )${logged}
    SELECT id, status FROM mail`);
  const ids = mails.flatMap((mail) => (mail.status === 'QUEUED' ? [mail.id] : []));
  if (ids.length > 0) {
    const job = addMailJobFromColumnsSql(Prisma.sql`${accountId}::int`, Prisma.sql`id`);
    await run(Prisma.sql`SELECT ${job} AS job FROM unnest(${ids}::text[]) AS id`);
  }
  return { released: ids.length, superseded: mails.length - ids.length };
}

export interface HeldMail extends MailJob {
  recipients: string[];
  subject: string;
  createdAt: Date;
}

/** Of one workspace or of all, oldest first. */
export async function listHeldMails(
  run: RunStatement,
  accountId: number | null,
): Promise<HeldMail[]> {
  return run<HeldMail>(Prisma.sql`
    SELECT "accountId", id, recipients, subject, "createdAt" FROM "OutboxMail"
    WHERE status = 'HELD' AND (${accountId}::int IS NULL OR "accountId" = ${accountId}::int)
    ORDER BY "accountId", "createdAt", id`);
}

/** Removes all jobs: their mails belong to the replaced database. */
export async function removeAllMailJobs(run: RunStatement): Promise<void> {
  await run(Prisma.sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker.jobs WHERE locked_by IS NOT NULL`);
  await run(Prisma.sql`
    SELECT count(*) FROM graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))`);
}

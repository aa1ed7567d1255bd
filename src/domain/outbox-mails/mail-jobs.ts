import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../../generated/prisma/enums.ts';

/** The task of graphile-worker that sends a mail; its payload is {@link MailJob}. */
export const sendMailTask = 'send_mail';

/** How often a mail is tried; the library's back-off makes that a day and a half. */
export const maxDeliveryAttempts = 16;

/** Which mail a job is to send. */
export interface MailJob {
  accountId: number;
  id: string;
}

/** The call that adds a mail's job, or finds it there; comes to the job's id. */
export function addMailJobSql({ accountId, id }: MailJob): Prisma.Sql {
  return addMailJobFromColumnsSql(Prisma.sql`${accountId}::int`, Prisma.sql`${id}::text`);
}

/**
 * The same for mails of which SQL knows workspace and id. By its key there is one job for each mail.
 */
export function addMailJobFromColumnsSql(accountId: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(graphile_worker.add_job(${sendMailTask}::text,
    json_build_object('accountId', ${accountId}, 'id', ${id}),
    job_key => ${accountId} || '/' || ${id}, max_attempts => ${maxDeliveryAttempts}::int)).id::text`;
}

/** Adds a job for a mail whose job nobody does any more. One statement. */
export async function restoreMailJob(db: Db, { accountId, id }: MailJob): Promise<void> {
  await db.$queryRaw`SELECT ${addMailJobSql({ accountId, id })} AS job`;
}

/** A mail whose job somebody has taken; whether they are alive is not known. */
export interface MailWithLockedJob extends MailJob {
  status: Extract<OutboxMailStatus, 'QUEUED' | 'SENDING'>;
}

/** The mails of all workspaces that are open, and whose job somebody has taken. One statement. */
export async function findMailsWithLockedJob(db: Db): Promise<MailWithLockedJob[]> {
  return db.$queryRaw<MailWithLockedJob[]>`
    SELECT m."accountId", m.id, m.status FROM graphile_worker.jobs j
    JOIN "OutboxMail" m ON m."accountId" = split_part(j.key, '/', 1)::int AND m.id = split_part(j.key, '/', 2)
    WHERE j.task_identifier = ${sendMailTask} AND j.locked_at IS NOT NULL AND m.status IN ('SENDING', 'QUEUED')`;
}

/** What the service itself has still to do, for all workspaces together. */
export interface PendingJobCounts {
  jobs: number;
  oldestJobSeconds: number;
  /** Mails that are to be sent, and for how many seconds the oldest of them has waited. */
  mails: number;
  oldestMailSeconds: number;
}

/** Counts the jobs that are not done. One statement, over a table that has no others. */
export async function countPendingJobs(db: Db): Promise<PendingJobCounts> {
  const [counted] = await db.$queryRaw<[PendingJobCounts]>`
    SELECT count(*)::int AS jobs, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestJobSeconds", count(*) FILTER (WHERE task_identifier = ${sendMailTask})::int AS mails,
      coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE task_identifier = ${sendMailTask})), 0)::float8
        AS "oldestMailSeconds"
    FROM graphile_worker.jobs`;
  return counted;
}

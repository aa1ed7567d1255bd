import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { OutboxMailStatus } from '../../generated/prisma/enums.ts';

/** The task of graphile-worker. Its payload is {@link MailJob}. */
export const sendMailTask = 'send_mail';

/** A day and a half, with the delays of graphile-worker. */
export const maxDeliveryAttempts = 16;

export interface MailJob {
  accountId: number;
  id: string;
}

/** Adds the job of a mail, or finds it. Returns its id. */
export function addMailJobSql({ accountId, id }: MailJob): Prisma.Sql {
  return addMailJobFromColumnsSql(Prisma.sql`${accountId}::int`, Prisma.sql`${id}::text`);
}

/** For ids in SQL. The key allows one job per mail. */
export function addMailJobFromColumnsSql(accountId: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(graphile_worker.add_job(${sendMailTask}::text,
    json_build_object('accountId', ${accountId}, 'id', ${id}),
    job_key => ${accountId} || '/' || ${id}, max_attempts => ${maxDeliveryAttempts}::int)).id::text`;
}

/** For a mail whose job was lost. */
export async function restoreMailJob(db: Db, { accountId, id }: MailJob): Promise<void> {
  await db.$queryRaw`SELECT ${addMailJobSql({ accountId, id })} AS job`;
}

/** The worker of the job may have stopped. */
export interface MailWithLockedJob extends MailJob {
  status: Extract<OutboxMailStatus, 'QUEUED' | 'SENDING'>;
}

/** Open mails of all workspaces whose job is locked. */
export async function findMailsWithLockedJob(db: Db): Promise<MailWithLockedJob[]> {
  return db.$queryRaw<MailWithLockedJob[]>`
    SELECT m."accountId", m.id, m.status FROM graphile_worker.jobs j
    JOIN "OutboxMail" m ON m."accountId" = split_part(j.key, '/', 1)::int AND m.id = split_part(j.key, '/', 2)
    WHERE j.task_identifier = ${sendMailTask} AND j.locked_at IS NOT NULL AND m.status IN ('SENDING', 'QUEUED')`;
}

/** Of all workspaces. */
export interface PendingJobCounts {
  jobs: number;
  oldestJobSeconds: number;
  mails: number;
  oldestMailSeconds: number;
}

export async function countPendingJobs(db: Db): Promise<PendingJobCounts> {
  const [counted] = await db.$queryRaw<[PendingJobCounts]>`
    SELECT count(*)::int AS jobs, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestJobSeconds", count(*) FILTER (WHERE task_identifier = ${sendMailTask})::int AS mails,
      coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE task_identifier = ${sendMailTask})), 0)::float8
        AS "oldestMailSeconds"
    FROM graphile_worker.jobs`;
  return counted;
}

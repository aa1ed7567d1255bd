import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createMissingInvoiceFiles } from '../documents/issued-files.ts';
import { deleteUnusedFiles } from '../domain/attachments/unused-files.ts';
import { deleteUnusedApps } from '../domain/identities/oauth-grants.ts';
import { deleteExpiredSignInMails } from '../domain/identities/sign-in-mails.ts';
import { deleteExpiredDeliveries } from '../domain/webhooks/retention.ts';
import { purgeDeletedWorkspaces } from '../domain/workspaces/purge-deleted-workspaces.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { deleteExpiredCounters } from '../limits/counter-store.ts';
import { deleteExpiredAuditEntries } from '../platform/audit-log/retention.ts';
import type { FileStorage } from '../platform/file-store/file-storage.ts';
import { removeSpooledFiles } from '../platform/file-store/spooled-file.ts';
import { deleteExpiredResponses } from '../write/idempotency/response-store.ts';

const intervalMs = 60 * 60_000;

/** No request takes as long. */
const maxSpoolMs = 24 * 60 * 60_000;

type Attempt = <T>(task: Promise<T>, problem: string, report?: (result: T) => unknown) => unknown;

type Retention = Pick<Config, 'audit' | 'webhooks'>;

function deleteExpiredData(
  prisma: PrismaClient,
  { log, attempt, signal }: { log: Logger; attempt: Attempt; signal: AbortSignal },
  { audit, webhooks }: Retention,
  { spoolFolder, store }: FileStorage,
): Promise<unknown> {
  const now = new Date();
  return Promise.all([
    attempt(
      purgeDeletedWorkspaces(prisma),
      'records of deleted workspaces could not be deleted',
      (workspaces) => workspaces.length > 0 && log.info({ workspaces }, 'workspaces were deleted'),
    ),
    attempt(
      deleteExpiredResponses(prisma, now),
      'old responses could not be deleted',
      (responses) => responses > 0 && log.info({ responses }, 'old responses were deleted'),
    ),
    attempt(
      deleteExpiredAuditEntries(prisma, now, audit, signal),
      'old audit entries could not be deleted',
      (counts) => (counts.cleared || counts.deleted) && log.info(counts, 'audit entries expired'),
    ),
    attempt(
      deleteExpiredDeliveries(prisma, now, webhooks.logDays),
      'old webhook deliveries could not be deleted',
    ),
    attempt(
      deleteUnusedFiles(prisma, store, now),
      'unused files could not be deleted',
      (files) => files > 0 && log.info({ files }, 'unused files were deleted'),
    ),
    attempt(
      removeSpooledFiles(spoolFolder, new Date(now.getTime() - maxSpoolMs)),
      'incomplete files could not be deleted',
    ),
    attempt(deleteExpiredSignInMails(prisma, now), 'expired sign-in e-mails could not be deleted'),
    attempt(deleteUnusedApps(prisma, now), 'unused apps could not be deleted'),
    attempt(deleteExpiredCounters(prisma, now), 'expired rate limit counts could not be deleted'),
  ]);
}

/**
 * Deletes expired data hourly, and creates missing files of issued invoices and credit notes. Several processes
 * may run it concurrently.
 */
export function startRetentionJob(
  prisma: PrismaClient,
  log: Logger,
  retention: Retention,
  publicUrl: string,
  files: FileStorage,
): { close(): Promise<void> } {
  const stopController = new AbortController();
  const attempt: Attempt = (task, problem, report) =>
    task.then(report).catch((err) => log.warn({ err }, problem));
  const tools = { log, attempt, signal: stopController.signal };
  let currentRun = deleteExpiredData(prisma, tools, retention, files);
  const createFiles = () =>
    attempt(
      createMissingInvoiceFiles(prisma, publicUrl),
      'files of issued invoices could not be created',
      (count) => count > 0 && log.info({ files: count }, 'files of issued invoices were created'),
    );
  const timer = setInterval(() => {
    currentRun = deleteExpiredData(prisma, tools, retention, files).then(createFiles);
  }, intervalMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      stopController.abort();
      await currentRun;
    },
  };
}

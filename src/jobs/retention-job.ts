import type { Logger } from 'pino';
import type { AuditRetentionDays } from '../config/audit-log-settings.ts';
import { createMissingInvoiceFiles } from '../documents/issued-files.ts';
import { deleteExpiredSignInMails } from '../domain/identities/sign-in-mails.ts';
import { purgeDeletedWorkspaces } from '../domain/workspaces/delete-workspace.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { deleteExpiredCounters } from '../limits/counter-store.ts';
import { deleteExpiredAuditEntries } from '../platform/audit-log/retention.ts';
import { deleteExpiredResponses } from '../write/idempotency/response-store.ts';

const intervalMs = 60 * 60_000;

/**
 * Deletes expired data once an hour, and creates missing files of issued invoices and credit notes. Any number of processes can
 * run the job for one database.
 */
export function startRetentionJob(
  prisma: PrismaClient,
  log: Logger,
  retention: AuditRetentionDays,
  publicUrl: string,
): { close(): Promise<void> } {
  const stopController = new AbortController();
  const deleteExpiredData = () =>
    Promise.all([
      purgeDeletedWorkspaces(prisma).then(
        (workspaces) =>
          workspaces.length > 0 && log.info({ workspaces }, 'workspaces were deleted'),
        (err) => log.warn({ err }, 'what deleted workspaces have could not be removed'),
      ),
      deleteExpiredResponses(prisma, new Date()).then(
        (responseCount) =>
          responseCount > 0 && log.info({ answers: responseCount }, 'kept answers were swept'),
        (err) => log.warn({ err }, 'kept answers could not be swept'),
      ),
      deleteExpiredAuditEntries(prisma, new Date(), retention, stopController.signal).then(
        (deleted) =>
          (deleted.blanked || deleted.removed) && log.info(deleted, 'the log of changes was swept'),
        (err) => log.warn({ err }, 'the log of changes could not be swept'),
      ),
      deleteExpiredSignInMails(prisma, new Date()).catch((err) =>
        log.warn({ err }, 'mails for signing in could not be swept'),
      ),
      deleteExpiredCounters(prisma, new Date()).catch((err) =>
        log.warn({ err }, 'counts of limits could not be swept'),
      ),
    ]);
  let currentRun: Promise<unknown> = deleteExpiredData();
  const createFiles = () =>
    createMissingInvoiceFiles(prisma, publicUrl).then(
      (fileCount) =>
        fileCount > 0 && log.info({ files: fileCount }, 'files of issued invoices were made'),
      (err) => log.warn({ err }, 'files of issued invoices could not be made'),
    );
  const timer = setInterval(() => {
    currentRun = deleteExpiredData().then(createFiles);
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

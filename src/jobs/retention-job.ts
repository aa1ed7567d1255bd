import type { Logger } from 'pino';
import type { AuditRetentionDays } from '../config/audit-log-settings.ts';
import { createMissingInvoiceFiles } from '../documents/issued-files.ts';
import { deleteExpiredSignInMails } from '../domain/identities/sign-in-mails.ts';
import { deleteExpiredDeliveries } from '../domain/webhooks/retention.ts';
import { purgeDeletedWorkspaces } from '../domain/workspaces/purge-deleted-workspaces.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { deleteExpiredCounters } from '../limits/counter-store.ts';
import { deleteExpiredAuditEntries } from '../platform/audit-log/retention.ts';
import { deleteExpiredResponses } from '../write/idempotency/response-store.ts';

const intervalMs = 60 * 60_000;

/**
 * Deletes expired data hourly, and creates missing files of issued invoices and credit notes. Several processes
 * may run it concurrently.
 */
export function startRetentionJob(
  prisma: PrismaClient,
  log: Logger,
  retention: { audit: AuditRetentionDays; webhookLogDays: number },
  publicUrl: string,
): { close(): Promise<void> } {
  const stopController = new AbortController();
  const deleteExpiredData = () =>
    Promise.all([
      purgeDeletedWorkspaces(prisma).then(
        (workspaces) =>
          workspaces.length > 0 && log.info({ workspaces }, 'workspaces were deleted'),
        (err) => log.warn({ err }, 'records of deleted workspaces could not be deleted'),
      ),
      deleteExpiredResponses(prisma, new Date()).then(
        (responseCount) =>
          responseCount > 0 && log.info({ responses: responseCount }, 'old responses were deleted'),
        (err) => log.warn({ err }, 'old responses could not be deleted'),
      ),
      deleteExpiredAuditEntries(prisma, new Date(), retention.audit, stopController.signal).then(
        (counts) => (counts.cleared || counts.deleted) && log.info(counts, 'audit entries expired'),
        (err) => log.warn({ err }, 'old audit entries could not be deleted'),
      ),
      deleteExpiredDeliveries(prisma, new Date(), retention.webhookLogDays).catch((err) =>
        log.warn({ err }, 'old webhook deliveries could not be deleted'),
      ),
      deleteExpiredSignInMails(prisma, new Date()).catch((err) =>
        log.warn({ err }, 'expired sign-in e-mails could not be deleted'),
      ),
      deleteExpiredCounters(prisma, new Date()).catch((err) =>
        log.warn({ err }, 'expired rate limit counts could not be deleted'),
      ),
    ]);
  let currentRun: Promise<unknown> = deleteExpiredData();
  const createFiles = () =>
    createMissingInvoiceFiles(prisma, publicUrl).then(
      (fileCount) =>
        fileCount > 0 && log.info({ files: fileCount }, 'files of issued invoices were created'),
      (err) => log.warn({ err }, 'files of issued invoices could not be created'),
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

import type { Logger } from 'pino';
import type { AuditRetentionDays } from '../config/audit-log-settings.ts';
import { createMissingInvoiceFiles } from '../documents/issued-files.ts';
import { deleteExpiredSignInMails } from '../domain/identities/sign-in-mails.ts';
import { purgeDeletedWorkspaces } from '../domain/workspaces/delete-workspace.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { deleteExpiredCounters } from '../limits/counter-store.ts';
import { deleteExpiredAuditEntries } from '../platform/audit-log/retention.ts';
import { deleteExpiredResponses } from '../write/idempotency/response-store.ts';

const roundMillis = 60 * 60_000;

/**
 * Removes once an hour what was kept long enough, and makes the files of invoices and credit notes that were issued and that nobody asked for yet; any
 * number of processes may do so for one database.
 */
export function startRetentionJob(
  prisma: PrismaClient,
  log: Logger,
  keeping: AuditRetentionDays,
  publicUrl: string,
): { close(): Promise<void> } {
  const stopping = new AbortController();
  const sweep = () =>
    Promise.all([
      purgeDeletedWorkspaces(prisma).then(
        (workspaces) =>
          workspaces.length > 0 && log.info({ workspaces }, 'workspaces were deleted'),
        (err) => log.warn({ err }, 'what deleted workspaces have could not be removed'),
      ),
      deleteExpiredResponses(prisma, new Date()).then(
        (answers) => answers > 0 && log.info({ answers }, 'kept answers were swept'),
        (err) => log.warn({ err }, 'kept answers could not be swept'),
      ),
      deleteExpiredAuditEntries(prisma, new Date(), keeping, stopping.signal).then(
        (swept) =>
          (swept.blanked || swept.removed) && log.info(swept, 'the log of changes was swept'),
        (err) => log.warn({ err }, 'the log of changes could not be swept'),
      ),
      deleteExpiredSignInMails(prisma, new Date()).catch((err) =>
        log.warn({ err }, 'mails for signing in could not be swept'),
      ),
      deleteExpiredCounters(prisma, new Date()).catch((err) =>
        log.warn({ err }, 'counts of limits could not be swept'),
      ),
    ]);
  let round: Promise<unknown> = sweep();
  const makeFiles = () =>
    createMissingInvoiceFiles(prisma, publicUrl).then(
      (files) => files > 0 && log.info({ files }, 'files of issued invoices were made'),
      (err) => log.warn({ err }, 'files of issued invoices could not be made'),
    );
  const timer = setInterval(() => {
    round = sweep().then(makeFiles);
  }, roundMillis);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}

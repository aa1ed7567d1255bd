import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/client/client.ts';
import type { FileStorage } from '../platform/file-store/file-storage.ts';
import { startAuditLogSequencer } from './audit-log-sequencer.ts';
import { startRetentionJob } from './retention-job.ts';
import type { WebhookDispatcherOptions } from './webhooks/dispatcher.ts';
import { startWebhookDispatcher } from './webhooks/dispatcher.ts';

type WebhookOptions = Pick<
  WebhookDispatcherOptions,
  'onAttempt' | 'publicUrl' | 'sendsMail' | 'services'
>;

/** Jobs that run in each process in addition to requests. */
export function startBackgroundJobs(
  database: Database,
  log: Logger,
  config: Pick<Config, 'audit' | 'webhooks'>,
  files: FileStorage,
  webhooks: WebhookOptions,
) {
  const { publicUrl } = webhooks;
  const retentionJob = startRetentionJob(database.prisma, log, config, publicUrl, files);
  const auditLogSequencer = startAuditLogSequencer(database, log);
  const webhookDispatcher = startWebhookDispatcher({
    ...{ database, log, ...webhooks },
    concurrency: config.webhooks.concurrency,
    eventRetentionDays: config.audit.changes,
  });
  return {
    webhookPositions: () => webhookDispatcher.readPositions(),
    close: async () => {
      await webhookDispatcher.close();
      await retentionJob.close();
      await auditLogSequencer.close();
    },
  };
}

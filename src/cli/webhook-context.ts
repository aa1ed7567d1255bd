import { findServiceUrl } from '../database/client/service-lock.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Context } from '../platform/context/context.ts';
import type { CliContext } from './command.ts';
import { withDatabase } from './command.ts';
import { withOptionNames } from './error-messages.ts';

const optionNames = {
  ...{ url: '--url', types: '--types', where: '--where', description: '--description' },
  ...{ after: '--after', until: '--until', overlapMinutes: '--overlap', type: '--type' },
};

interface WebhookAdministration {
  prisma: PrismaClient;
  /** @throws ActionError record_not_found */
  contextOf(accountId: number): Promise<Context>;
}

/** Contexts with the services of webhooks, which need the settings of the service. */
export const withWebhooks = <T>(
  cli: CliContext,
  work: (administration: WebhookAdministration) => Promise<T>,
): Promise<T> =>
  withDatabase(cli, async ({ prisma }) => {
    const config = cli.config();
    // It loads both APIs.
    const { openWebhookServices } = await import('../server.ts');
    const webhooks = openWebhookServices(config, { prisma });
    const { audit, port, publicUrl = await findServiceUrl(prisma) } = config;
    const contextOf = async (accountId: number): Promise<Context> => {
      const now = new Date();
      const context = await createAdministrationContext(prisma, accountId, now, cli.command);
      return {
        ...context,
        publicUrl: publicUrl ?? `http://localhost:${port}`,
        eventRetentionDays: audit.changes,
        services: { ...context.services, webhooks },
      };
    };
    try {
      return await withOptionNames(optionNames, () => work({ prisma, contextOf }));
    } finally {
      webhooks.http.close();
    }
  });

import { commandName } from '../config/config.ts';
import { enableWebhookEndpoint } from '../domain/webhooks/enable-endpoint.ts';
import { resetWebhookSecrets } from '../domain/webhooks/reset-secrets.ts';
import type { CliContext } from './command.ts';
import { CommandError, formatJson, formatTable, withDatabase } from './command.ts';
import { withWebhooks } from './webhook-context.ts';

/** @throws CommandError with the endpoints that could not be enabled */
export async function releaseEndpoints(
  cli: CliContext,
  { json, workspace }: { workspace?: number; json?: boolean },
): Promise<void> {
  const released: { accountId: number; id: string }[] = [];
  const failures: string[] = [];
  await withWebhooks(cli, async ({ contextOf, prisma }) => {
    const endpoints = await prisma.webhookEndpoint.findMany({
      where: {
        ...{ state: 'DISABLED', stateReason: 'RESTORED' },
        ...(workspace !== undefined && { accountId: workspace }),
        workspace: { deletedAt: null },
      },
      orderBy: [{ accountId: 'asc' }, { id: 'asc' }],
      select: { accountId: true, id: true },
    });
    for (const { accountId, id } of endpoints) {
      const context = await contextOf(accountId);
      await enableWebhookEndpoint(context, { id }).then(
        () => released.push({ accountId, id }),
        (error: Error) => failures.push(`  ${id} (workspace ${accountId}): ${error.message}`),
      );
    }
  });
  cli.print(json ? formatJson(released) : `${released.length} webhook endpoints were enabled.`);
  if (failures.length > 0)
    throw new CommandError(
      `${failures.length} webhook endpoints could not be enabled:\n${failures.join('\n')}`,
    );
}

/** Needs no key: it also works while the service does not start. */
export async function resetSecrets(cli: CliContext, { json }: { json?: boolean }): Promise<void> {
  const endpoints = await withDatabase(cli, ({ prisma }) =>
    prisma.$transaction(resetWebhookSecrets),
  );
  if (json) return cli.print(formatJson(endpoints));
  if (endpoints.length === 0)
    return cli.print('There are no webhook endpoints. The service starts with any ENCRYPTION_KEY.');
  const program = commandName();
  cli.print('The secrets of all webhook endpoints were deleted, and the endpoints are disabled:\n');
  const rows = endpoints.map(({ accountId, id, url }) => [String(accountId), id, url]);
  cli.print(formatTable(['WORKSPACE', 'ID', 'URL'], rows));
  cli.print(
    `\nNext steps:\n1. Start the service again. Set ENCRYPTION_KEY, or it creates a key in DATA_DIR. Keep the key with your backups.\n2. Create a new secret for each endpoint, and give it to the receiver: \`${program} webhooks rotate --workspace 1 whe_…\`.\n3. Enable the endpoints: \`${program} webhooks release\`. They get the events that they missed.`,
  );
}

import type { Command } from 'commander';
import { resetWebhookSecrets } from '../domain/webhooks/reset-secrets.ts';
import type { CliContext } from './command.ts';
import { withDatabase } from './command.ts';

export function addWebhooksCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('webhooks')
    .helpCommand(false)
    .summary('recover from a lost ENCRYPTION_KEY')
    .description('Webhook endpoints are managed with the APIs.');
  group
    .command('reset-secrets')
    .summary('delete all secrets of webhooks')
    .description(
      'Deletes the secrets of all webhook endpoints and disables the endpoints. Use it if ENCRYPTION_KEY is lost. ' +
        'Then rotate the secret of each endpoint, and enable it.',
    )
    .addHelpText('after', '\nExample:\n  actiongraph webhooks reset-secrets')
    .action(() =>
      withDatabase(cli, async ({ prisma }) => {
        const count = await prisma.$transaction(resetWebhookSecrets);
        cli.print(
          `${count} secrets were deleted. Rotate the secret of each endpoint, and enable it.`,
        );
      }),
    );
}

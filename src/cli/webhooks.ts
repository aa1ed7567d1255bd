import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { WebhookDeliveryStatus } from '../generated/prisma/enums.ts';
import type { CliContext } from './command.ts';
import { commaList, parseWorkspaceNumber, workspaceOption } from './command.ts';
import * as actions from './webhook-actions.ts';
import { releaseEndpoints, resetSecrets } from './webhook-recovery.ts';

export function addWebhooksCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('webhooks')
    .helpCommand(false)
    .summary('manage webhook endpoints, and recover from a restore or a lost ENCRYPTION_KEY')
    .description(
      'A webhook endpoint is a URL that receives the events of a workspace. Each request is signed with the secret of the ' +
        'endpoint, which is shown only when it is created or replaced.',
    );
  addEndpointCommands(group, cli);
  addDeliveryCommands(group, cli);
  addRecoveryCommands(group, cli);
}

const summaryAsSentence = (summary: string) => `${summary[0]?.toUpperCase()}${summary.slice(1)}.`;

/** @param example arguments after the name and the workspace */
function command(group: Command, name: string, summary: string, example = ''): Command {
  return group
    .command(name)
    .summary(summary)
    .description(summaryAsSentence(summary))
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  actiongraph webhooks ${name} --workspace 1${example}`);
}

const endpointCommand = (group: Command, name: string, summary: string, options = '') =>
  command(group, name, summary, `${options} whe_0199d2f0…`).argument(
    '<id>',
    'id of the endpoint, as in `webhooks list`',
  );

const afterHelp = 'position in the event log; `now`: its end';

function addEndpointCommands(group: Command, cli: CliContext): void {
  command(group, 'list', 'list the webhook endpoints of a workspace').action((options) =>
    actions.listEndpoints(cli, options),
  );
  command(
    group,
    'create',
    'create a webhook endpoint; its secret is shown once',
    ' --url https://example.com/hooks --types invoice,client.created',
  )
    .requiredOption('--url <url>', 'URL that receives the events (required)')
    .requiredOption('--types <list>', 'types: invoice, invoice.paid, * … (required)', commaList)
    .option(
      '--where <json>',
      'filter, for example {"invoice": {"currency": {"equals": "EUR"}}}',
      parseJson,
    )
    .option('--description <text>', 'description for people')
    .addOption(new Option('--order <order>', 'order of events').choices(['record', 'all']))
    .option('--after <position>', `deliver the events after this ${afterHelp} (default: now)`)
    .option('--disabled', 'create it disabled')
    .action((options) => actions.createEndpoint(cli, options));
  endpointCommand(group, 'delete', 'delete a webhook endpoint with its deliveries').action(
    (id, options) => actions.deleteEndpoint(cli, id, options),
  );
  endpointCommand(group, 'enable', 'enable a disabled or failing webhook endpoint')
    .option('--after <position>', `continue after this ${afterHelp} (default: where it stopped)`)
    .action((id, options) => actions.enableEndpoint(cli, id, options));
  endpointCommand(group, 'disable', 'disable a webhook endpoint').action((id, options) =>
    actions.disableEndpoint(cli, id, options),
  );
  endpointCommand(
    group,
    'rotate',
    'replace the secret of a webhook endpoint; the new one is shown once',
  )
    .option('--overlap <minutes>', 'time for which the old secret also signs (default: 1440)')
    .action((id, options) => actions.rotateSecret(cli, id, options));
}

function addDeliveryCommands(group: Command, cli: CliContext): void {
  endpointCommand(group, 'test', 'send a test event and print the response', ' --type invoice.paid')
    .option('--type <type>', 'type of the event (default: webhook.test)')
    .action((id, options) => actions.testEndpoint(cli, id, options));
  command(group, 'deliveries', 'list webhook deliveries, latest first', ' --status FAILED')
    .option('--endpoint <id>', 'of one endpoint (default: of all)')
    .addOption(
      new Option('--status <status>', 'with this status (default: any)').choices(
        Object.values(WebhookDeliveryStatus),
      ),
    )
    .option('--limit <n>', 'how many (default: 50)', parseCount)
    .action((options) => actions.listDeliveries(cli, options));
  endpointCommand(
    group,
    'replay',
    'deliver events again, with the same ids and in their order',
    ' --after 1042-mmc1xk2o',
  )
    .requiredOption('--after <position>', 'deliver the events after this position (required)')
    .option('--until <position>', 'last position (default: the end of the event log)')
    .option('--types <list>', 'only these types (default: those of the endpoint)', commaList)
    .action((id, options) => actions.replayEvents(cli, id, options));
}

function addRecoveryCommands(group: Command, cli: CliContext): void {
  group
    .command('release')
    .summary('enable the endpoints that a restore or an import disabled')
    .description(
      'Enables the webhook endpoints that a restore or an import disabled. Their receivers get the events after their ' +
        'positions in the backup, some of them for the second time, with the same ids.',
    )
    .addOption(
      new Option('--workspace <accountId>', 'of one workspace (default: of all)').argParser(
        parseWorkspaceNumber,
      ),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  actiongraph webhooks release --workspace 1')
    .action((options) => releaseEndpoints(cli, options));
  group
    .command('reset-secrets')
    .summary('delete the secrets of all webhook endpoints, if ENCRYPTION_KEY is lost')
    .description(
      'Deletes the secrets of all webhook endpoints of all workspaces and disables the endpoints. Use it if ' +
        'ENCRYPTION_KEY is lost and the service does not start. It prints the next steps.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  actiongraph webhooks reset-secrets')
    .action((options) => resetSecrets(cli, options));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number from 1 to 9999.');
}

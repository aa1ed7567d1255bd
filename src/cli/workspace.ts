import type { Command } from 'commander';
import { inviteUser } from '../domain/identities/invitations.ts';
import { createWorkspace } from '../domain/workspaces/create.ts';
import { listWorkspaces } from '../domain/workspaces/list.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, withDatabase } from './command.ts';
import { withOptionNames } from './error-messages.ts';
import { sendInvitationLink } from './users.ts';
import { addWorkspaceDeleteCommand } from './workspace-delete.ts';
import { addWorkspaceLogoCommand } from './workspace-logo.ts';

interface CreateOptions {
  name: string;
  ownerEmail: string;
  ownerFirstName?: string;
  ownerLastName?: string;
  currency?: string;
  timeZone?: string;
  country?: string;
  taxLabel?: string;
  taxRate?: string;
  json?: boolean;
}

const optionNames = {
  name: '--name',
  ownerEmail: '--owner-email',
  ownerFirstName: '--owner-first-name',
  ownerLastName: '--owner-last-name',
  currency: '--currency',
  timeZone: '--time-zone',
  country: '--country',
  taxLabel: '--tax-label',
  defaultTaxRate: '--tax-rate',
};

export function addWorkspaceCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('workspace')
    .helpCommand(false)
    .summary('create, list and delete workspaces, and set their logos')
    .description(
      'A workspace is the account of one company: its clients, projects, invoices and keys. A database can contain any number of separate workspaces.',
    );
  group
    .command('create')
    .summary('create a workspace and its first key')
    .description(
      'Creates a workspace with its owner, a pipeline, a project type, templates, an invoice number format ' +
        'and a first key that can read and write. Prints the key and a sign-in link for the owner, both only once.',
    )
    .requiredOption('--name <text>', 'trading name, printed on invoices (required)')
    .requiredOption('--owner-email <address>', 'e-mail address of the owner (required)')
    .option('--owner-first-name <text>', 'first name of the owner')
    .option('--owner-last-name <text>', 'last name of the owner')
    .option('--currency <code>', 'default currency, ISO 4217 (default: USD)')
    .option('--time-zone <zone>', 'IANA time zone, which determines the current day (default: UTC)')
    .option('--country <text>', 'country')
    .option('--tax-label <text>', 'name of the tax on documents, for example VAT')
    .option('--tax-rate <percent>', 'tax rate if neither client nor invoice has one')
    .option('--json', 'print {"accountId", "key", "signInLink"} as JSON')
    .addHelpText(
      'after',
      "\nExample:\n  actiongraph workspace create --name 'Studio Meridian' --owner-email ada@meridian.example \\\n" +
        '    --currency CAD --time-zone America/Toronto --country Canada --tax-label GST --tax-rate 5',
    )
    .action((options: CreateOptions) => create(cli, options));
  group
    .command('list')
    .summary('list the workspaces')
    .description('Lists every workspace of the database.')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => list(cli, options.json === true));
  addWorkspaceLogoCommand(group, cli);
  addWorkspaceDeleteCommand(group, cli);
}

async function create(cli: CliContext, { json: asJson, taxRate, ...options }: CreateOptions) {
  const input = { ...options, defaultTaxRate: taxRate };
  const { workspace, key, link } = await withDatabase(cli, async ({ prisma }) => {
    const made = await withOptionNames(optionNames, () =>
      createWorkspace(prisma, input, new Date()),
    );
    const { context } = made;
    const invitation = await inviteUser(context, context.workspace.ownerId);
    return { ...made, ...(await sendInvitationLink(cli, context, invitation)) };
  });
  const { accountId, name } = workspace;
  if (asJson) {
    const [keyText, linkText] = [key, link].map((text) => JSON.stringify(text));
    cli.print(`{"accountId": ${accountId}, "key": ${keyText}, "signInLink": ${linkText}}`);
    return;
  }
  cli.print(`Created workspace ${accountId}, ${name}. Its first key, shown only once:`);
  cli.print(key);
  cli.print(`\n${options.ownerEmail} signs in with this link, once and within 7 days:`);
  cli.print(link);
}

async function list(cli: CliContext, asJson: boolean) {
  const workspaces = await withDatabase(cli, ({ prisma }) => listWorkspaces(prisma));
  const entries = workspaces.map(
    ({ accountId, name, ownerEmail, currency, timeZone, createdAt }) => ({
      accountId,
      name,
      ownerEmail,
      currency,
      timeZone,
      createdAt: createdAt.toISOString(),
    }),
  );
  if (asJson) return cli.print(formatJson(entries));
  if (entries.length === 0) return cli.print('There are no workspaces yet.');
  cli.print(
    formatTable(
      ['ID', 'NAME', 'OWNER', 'CURRENCY', 'TIME ZONE', 'CREATED'],
      entries.map((entry) => [
        String(entry.accountId),
        entry.name,
        entry.ownerEmail ?? '',
        entry.currency,
        entry.timeZone,
        entry.createdAt.slice(0, 10),
      ]),
    ),
  );
}

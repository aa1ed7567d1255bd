import { Argument, type Command } from 'commander';
import { commandName } from '../config/config.ts';
import { eraseClient, eraseContact } from '../domain/erasures/erase.ts';
import type { Erasure } from '../domain/erasures/erase-subject.ts';
import { previewErasure } from '../domain/erasures/preview-erasure.ts';
import { createAdministrationContext } from '../domain/workspaces/administration-context.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, withDatabase, workspaceOption } from './command.ts';
import { withOptionNames } from './error-messages.ts';

interface EraseOptions {
  workspace: number;
  confirmName?: string;
  json?: boolean;
}

export function addEraseCommand(program: Command, cli: CliContext): void {
  program
    .command('erase')
    .summary('erase the personal data of a client or contact')
    .description(
      'Lists what would be deleted, blanked and kept of a client or contact, and why, without changes. With ' +
        '--confirm-name, it erases permanently: e-mails, submissions, notes, history and stored responses are ' +
        'deleted or blanked, and names, addresses and numbers are removed from other records that mention ' +
        'them. Issued invoices keep their printed content and are marked. Earlier backups still contain ' +
        'everything.',
    )
    .addArgument(new Argument('<what>', 'client or contact').choices(['client', 'contact']))
    .argument('<id>', 'its id')
    .addOption(workspaceOption())
    .option('--confirm-name <name>', 'erase it; the exact name of the client or contact')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      "\nExamples:\n  actiongraph erase client cli_0190… --workspace 1\n  actiongraph erase client cli_0190… --workspace 1 --confirm-name 'Acme Ltd'",
    )
    .action((what: 'client' | 'contact', id: string, options: EraseOptions) =>
      run(cli, what, id, options),
    );
}

async function run(cli: CliContext, what: 'client' | 'contact', id: string, options: EraseOptions) {
  const { confirmName, json: asJson, workspace } = options;
  const erasure = await withDatabase(cli, async ({ prisma }) => {
    const context = await createAdministrationContext(prisma, workspace, new Date());
    const type = what === 'client' ? 'Client' : 'Contact';
    if (confirmName === undefined) return previewErasure(context, type, { id });
    const erase = type === 'Client' ? eraseClient : eraseContact;
    return withOptionNames({ confirmName: '--confirm-name' }, () =>
      erase(context, { id, confirmName }),
    );
  });
  const isDone = confirmName !== undefined;
  if (asJson) return cli.print(formatJson({ done: isDone, ...erasure }));
  report(cli, erasure, isDone, `erase ${what} ${id} --workspace ${workspace}`);
}

function report(
  cli: CliContext,
  { name, records, words }: Erasure,
  isDone: boolean,
  call: string,
): void {
  cli.print(
    isDone ? `Erased ${name}.` : `Erasing ${name} would do the following. Nothing was changed.`,
  );
  cli.print(
    formatTable(
      ['RECORDS', 'COUNT', '', 'WHY'],
      records.map(({ action, count, model, reason }) => [
        model,
        String(count),
        action.toLowerCase(),
        reason ?? '',
      ]),
    ),
  );
  cli.print(`Searched in other records: ${words.join(', ') || 'nothing'}.`);
  cli.print('Earlier backups and exports still contain everything.');
  if (!isDone)
    cli.print(`To erase it: ${commandName()} ${call} --confirm-name ${JSON.stringify(name)}`);
}

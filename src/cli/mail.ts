import type { Command } from 'commander';
import { Option } from 'commander';
import type { RunStatement } from '../domain/outbox-mails/held-mails.ts';
import {
  listHeldMails,
  releaseHeldMailsAsAdministrator,
} from '../domain/outbox-mails/held-mails.ts';
import type { CliContext } from './command.ts';
import { formatJson, formatTable, parseWorkspaceNumber, withDatabase } from './command.ts';

interface MailOptions {
  workspace?: number;
  json?: boolean;
}

export function addMailCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('mail')
    .helpCommand(false)
    .summary('list and release e-mails that a restore holds')
    .description(
      'E-mails that were queued in a backup are held when the backup is restored, because they may have been ' +
        'sent since. /outbox lists them and can send each one.',
    );
  command(group, 'held', 'list held e-mails', cli, held);
  command(group, 'release', 'send held e-mails', cli, release).description(
    'Releases held e-mails. A service with SMTP_URL sends them as soon as it runs. E-mails with the same ' +
      'content as a newer one to the same addresses are skipped.',
  );
}

function command(
  group: Command,
  name: string,
  summary: string,
  cli: CliContext,
  action: (cli: CliContext, run: RunStatement, options: MailOptions) => Promise<void>,
): Command {
  return group
    .command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addOption(
      new Option('--workspace <accountId>', 'of one workspace (default: of all)').argParser(
        parseWorkspaceNumber,
      ),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  actiongraph mail ${name} --workspace 1`)
    .action((options: MailOptions) =>
      withDatabase(cli, ({ prisma }) =>
        prisma.$transaction((tx) => action(cli, (statement) => tx.$queryRaw(statement), options)),
      ),
    );
}

async function held(cli: CliContext, run: RunStatement, options: MailOptions): Promise<void> {
  const mails = await listHeldMails(run, options.workspace ?? null);
  if (options.json) return cli.print(formatJson(mails));
  if (mails.length === 0) return cli.print('No e-mails are held.');
  cli.print(
    formatTable(
      ['WORKSPACE', 'ID', 'WRITTEN', 'TO', 'SUBJECT'],
      mails.map(({ accountId, id, createdAt, recipients, subject }) => [
        String(accountId),
        id,
        createdAt.toISOString().slice(0, 16),
        recipients.join(', '),
        subject,
      ]),
    ),
  );
}

async function release(cli: CliContext, run: RunStatement, options: MailOptions): Promise<void> {
  const { released, superseded } = await releaseHeldMailsAsAdministrator(
    run,
    options.workspace ?? null,
  );
  if (options.json) return cli.print(formatJson({ released, superseded }));
  cli.print(`${released} e-mails will be sent.`);
  if (superseded > 0)
    cli.print(`${superseded} were not released, because a newer e-mail has the same content.`);
  if (released > 0 && cli.config().mail === undefined) {
    cli.note('SMTP_URL is not set here. A service with SMTP_URL sends them.');
  }
}

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

/** `actiongraph mail held` and `release` */
export function addMailCommand(program: Command, cli: CliContext): void {
  const group = program
    .command('mail')
    .helpCommand(false)
    .summary('list and release mail that a restore holds back')
    .description(
      'Mail that waited in a backup is held when the backup is restored, since it may have been sent after the backup ' +
        'was taken. It is shown at /outbox, where each can be sent by itself.',
    );
  command(group, 'held', 'list the mails that are held', cli, held);
  command(group, 'release', 'send the mails that are held', cli, release).description(
    'Lets the mails that are held be sent, by the service with SMTP_URL as soon as it runs; except those of which a newer ' +
      'mail tells the same to the same addresses.',
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
  if (mails.length === 0) return cli.print('No mail is held.');
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
  cli.print(`${released} mails will be sent.`);
  if (superseded > 0) cli.print(`${superseded} were not: a newer mail told the same.`);
  if (released > 0 && cli.config().mail === undefined) {
    cli.note('SMTP_URL is not set here: they leave when a service runs that has it.');
  }
}

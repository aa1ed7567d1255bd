import { Command, CommanderError } from 'commander';
import type { Config } from '../config/config.ts';
import { readVersion } from '../config/version.ts';
import type { AddCommand, CliContext } from './command.ts';

export interface ProgramIo {
  /** @throws ConfigError */
  config(): Config;
  write(text: string): void;
  writeError(text: string): void;
}

/** Only the called command is loaded. */
const commands = new Map<string, () => Promise<AddCommand>>([
  ['serve', async () => (await import('./serve.ts')).addServeCommand],
  ['migrate', async () => (await import('./migrate.ts')).addMigrateCommand],
  ['workspace', async () => (await import('./workspace.ts')).addWorkspaceCommand],
  ['keys', async () => (await import('./keys.ts')).addKeysCommand],
  ['users', async () => (await import('./users.ts')).addUsersCommand],
  ['backup', async () => (await import('./backup.ts')).addBackupCommand],
  ['restore', async () => (await import('./restore.ts')).addRestoreCommand],
  ['audit', async () => (await import('./audit.ts')).addAuditCommand],
  ['export', async () => (await import('./export.ts')).addExportCommand],
  ['csv', async () => (await import('./csv.ts')).addCsvCommand],
  ['expenses', async () => (await import('./expenses.ts')).addExpensesCommand],
  ['rates', async () => (await import('./rates.ts')).addRatesCommand],
  ['import', async () => (await import('./import.ts')).addImportCommand],
  ['erase', async () => (await import('./erase.ts')).addEraseCommand],
  ['countries', async () => (await import('./countries.ts')).addCountriesCommand],
  ['names', async () => (await import('./names.ts')).addNamesCommand],
  ['webhooks', async () => (await import('./webhooks.ts')).addWebhooksCommand],
  ['mcp', async () => (await import('./mcp.ts')).addMcpCommand],
  ['mail', async () => (await import('./mail.ts')).addMailCommand],
  ['seed', async () => (await import('./seed.ts')).addSeedCommand],
]);

/** Help needs all commands. */
function neededBy(first: string): Iterable<() => Promise<AddCommand>> {
  if (first === '-V' || first === '--version') return [];
  const called = commands.get(first);
  return called ? [called] : commands.values();
}

/** Command and subcommand: the words before the first option. */
function calledCommand(args: readonly string[]): string {
  const end = args.findIndex((word) => word.startsWith('-'));
  return args.slice(0, end === -1 ? 2 : Math.min(end, 2)).join(' ');
}

/** Returns the exit code: 0, 1 for a failed command, 2 for invalid usage. */
export async function runProgram(args: readonly string[], io: ProgramIo): Promise<number> {
  const cli: CliContext = {
    command: calledCommand(args),
    config: io.config,
    print: (line) => io.write(`${line}\n`),
    note: (line) => io.writeError(`${line}\n`),
  };
  const program = new Command('actiongraph')
    .description('Business records behind a REST and GraphQL API, on your own PostgreSQL.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
    .configureOutput({ writeOut: io.write, writeErr: io.writeError });
  for (const load of neededBy(args[0] ?? '')) (await load())(program, cli);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { explainError: explain } = await import('./error-messages.ts');
    cli.note(explain(error));
    return 1;
  }
}

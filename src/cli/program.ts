import { Command, CommanderError } from 'commander';
import type { Config } from '../config/config.ts';
import { readVersion } from '../config/version.ts';
import type { AddCommand, CliContext } from './command.ts';

/** What a call of the program reads and writes. */
export interface ProgramIo {
  /** @throws ConfigError */
  config(): Config;
  /** Writes text to standard output. */
  write(text: string): void;
  /** Writes text to standard error. */
  writeError(text: string): void;
}

/** Every command; a new one is a file in src/cli and a line here. Only the one that is called is loaded. */
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
  ['rates', async () => (await import('./rates.ts')).addRatesCommand],
  ['import', async () => (await import('./import.ts')).addImportCommand],
  ['erase', async () => (await import('./erase.ts')).addEraseCommand],
  ['names', async () => (await import('./names.ts')).addNamesCommand],
  ['mail', async () => (await import('./mail.ts')).addMailCommand],
  ['seed', async () => (await import('./seed.ts')).addSeedCommand],
]);

/** What a call needs of the commands: the one that it names, or all of them, of which the help tells. */
function neededBy(first: string): Iterable<() => Promise<AddCommand>> {
  if (first === '-V' || first === '--version') return [];
  const called = commands.get(first);
  return called ? [called] : commands.values();
}

/** The words before the first option: a command and, where there is one, the one below it. */
function calledCommand(args: readonly string[]): string {
  const end = args.findIndex((word) => word.startsWith('-'));
  return args.slice(0, end === -1 ? 2 : Math.min(end, 2)).join(' ');
}

/**
 * Runs the program as it is called with these arguments, and answers its exit code: 0, 1 where a command failed, 2 where
 * it was called wrongly.
 */
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
    // Commander has said what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { explainError: explain } = await import('./error-messages.ts');
    cli.note(explain(error));
    return 1;
  }
}

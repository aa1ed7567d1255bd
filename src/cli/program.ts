import { Command, CommanderError } from 'commander';
import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { AddCommand, Cli } from './command.ts';

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
  ['serve', async () => (await import('./serve.ts')).addServe],
  ['migrate', async () => (await import('./migrate.ts')).addMigrate],
  ['workspace', async () => (await import('./workspace.ts')).addWorkspace],
  ['keys', async () => (await import('./keys.ts')).addKeys],
  ['users', async () => (await import('./users.ts')).addUsers],
  ['backup', async () => (await import('./backup.ts')).addBackup],
  ['restore', async () => (await import('./restore.ts')).addRestore],
  ['audit', async () => (await import('./audit.ts')).addAudit],
  ['export', async () => (await import('./export.ts')).addExport],
  ['csv', async () => (await import('./csv.ts')).addCsv],
  ['rates', async () => (await import('./rates.ts')).addRates],
  ['import', async () => (await import('./import.ts')).addImport],
  ['erase', async () => (await import('./erase.ts')).addErase],
  ['mail', async () => (await import('./mail.ts')).addMail],
  ['seed', async () => (await import('./seed.ts')).addSeed],
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
  const cli: Cli = {
    command: calledCommand(args),
    config: io.config,
    print: (line) => io.write(`${line}\n`),
    note: (line) => io.writeError(`${line}\n`),
  };
  const program = new Command('actiongraph')
    .description('A workspace’s business records behind a REST API, on a PostgreSQL of its own.')
    .version(version(), '-V, --version', 'print the version')
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
    const { explain } = await import('./error-messages.ts');
    cli.note(explain(error));
    return 1;
  }
}

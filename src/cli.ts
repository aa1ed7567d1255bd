#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import type { AddCommand, Cli } from './cli/command.ts';
import { loadEnvFile, readConfig } from './config.ts';
import { version } from './version.ts';

/** Every command; a new one is a file in src/cli and a line here. Only the one that is called is loaded. */
const commands = new Map<string, () => Promise<AddCommand>>([
  ['serve', async () => (await import('./cli/serve.ts')).addServe],
  ['migrate', async () => (await import('./cli/migrate.ts')).addMigrate],
  ['workspace', async () => (await import('./cli/workspace.ts')).addWorkspace],
  ['keys', async () => (await import('./cli/keys.ts')).addKeys],
  ['backup', async () => (await import('./cli/backup.ts')).addBackup],
  ['restore', async () => (await import('./cli/restore.ts')).addRestore],
  ['mail', async () => (await import('./cli/mail.ts')).addMail],
  ['seed', async () => (await import('./cli/seed.ts')).addSeed],
]);

const cli: Cli = {
  config: () => {
    loadEnvFile();
    return readConfig();
  },
  print: (line) => console.log(line),
  note: (line) => console.error(line),
};

/** The exit code for what a command threw: 2 where it was called wrongly (commander has said so), 1 where it failed. */
async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { explain } = await import('./cli/explain.ts');
  cli.note(explain(error));
  return 1;
}

// A reader that has seen enough, `head` say, closes the pipe; that is no error of ours.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const program = new Command('actiongraph')
  .description('A workspace’s business records behind a REST API, on a PostgreSQL of its own.')
  .version(version(), '-V, --version', 'print the version')
  .helpOption('-h, --help', 'print this help')
  .helpCommand(false)
  .showHelpAfterError('(add --help for what is possible)')
  .exitOverride();
const called = commands.get(process.argv[2] ?? '');
for (const load of called ? [called] : commands.values()) (await load())(program, cli);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await exitCodeOf(error);
}

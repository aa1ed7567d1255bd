#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import type { AddCommand, Cli } from './cli/command.ts';
import { explain } from './cli/explain.ts';
import { addKeys } from './cli/keys.ts';
import { addMigrate } from './cli/migrate.ts';
import { addSeed } from './cli/seed.ts';
import { addServe } from './cli/serve.ts';
import { addWorkspace } from './cli/workspace.ts';
import { loadEnvFile, readConfig } from './config.ts';
import { version } from './version.ts';

/** Every command; a new one is a file in src/cli and a line here. */
const commands: AddCommand[] = [addServe, addMigrate, addWorkspace, addKeys, addSeed];

const cli: Cli = {
  config: () => {
    loadEnvFile();
    return readConfig();
  },
  print: (line) => console.log(line),
  note: (line) => console.error(line),
};

/** The exit code for what a command threw: 2 where it was called wrongly (commander has said so), 1 where it failed. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
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
for (const add of commands) add(program, cli);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { commandName } from '../config/config.ts';
import { type Database, openDatabase, type TimeLimits } from '../database/client/client.ts';
import {
  describeDatabase,
  isDatabaseCreated,
  openReadyDatabase,
  withoutPooler,
} from '../database/client/open-database.ts';

/** What commands share. */
export interface CliContext {
  /** The command as it was called, `keys create` say, without its options: so the log calls what it does. */
  command: string;
  /** Read when it is needed, so that help is there whatever the environment says. @throws ConfigError */
  config(): Config;
  /** Writes a line of the command's result. */
  print(line: string): void;
  /** Writes a line beside the result, for a person. */
  note(line: string): void;
}

/** A command's file exports one of these; cli.ts lists them. */
export type AddCommand = (program: Command, cli: CliContext) => void;

/** A command cannot do what it was asked, and the message says why. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * The settings of the database that a command is about, which is named on standard error: somebody in another folder than
 * they believe sees it. Only commands that are there to make a database make the embedded one.
 * @throws CommandError where there is none
 */
export async function requireDatabaseConfig(
  cli: CliContext,
  { mayMake = false } = {},
): Promise<Config> {
  const config = cli.config();
  if (!mayMake && !(await isDatabaseCreated(config))) {
    throw new CommandError(
      `There is no database in ${config.dataDir}. Set DATA_DIR to the service’s folder, or DATABASE_URL to its server; ` +
        `\`${commandName()} serve\` or \`${commandName()} migrate\` creates one there.`,
    );
  }
  cli.note(`Database: ${describeDatabase(withoutPooler(config))}`);
  return config;
}

const hour = 3_600_000;

/** Nobody waits for an answer of a service: a command takes its time, on a busy machine as well. */
const patient: Partial<TimeLimits> = {
  statement: hour,
  transaction: 4 * hour,
  idleInTransaction: hour,
};

/**
 * Runs `work` with the database, beside a running service or without one, and closes it afterwards. It speaks to the database as
 * the service does, or as the owner of the tables.
 * @throws whatever `work` or the database throws; `explainError` has a message for all of it.
 */
export async function withDatabase<T>(
  cli: CliContext,
  work: (database: Database) => Promise<T>,
  { asOwner = false }: { asOwner?: boolean } = {},
): Promise<T> {
  const access = await openReadyDatabase(await requireDatabaseConfig(cli), 'command', cli.note);
  try {
    const database = openDatabase({
      url: access.url,
      isDistributed: access.isDistributed,
      role: asOwner ? undefined : access.role,
      poolSize: 4,
      limits: patient,
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await access.close();
  }
}

/** The option that says which workspace a command is about. */
export function workspaceOption(): Option {
  return new Option('--workspace <accountId>', 'number of the workspace (required)')
    .argParser(parseWorkspaceNumber)
    .makeOptionMandatory();
}

/** @throws InvalidArgumentError where it is no number of a workspace */
export function parseWorkspaceNumber(text: string): number {
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number <= 2_147_483_647) return number;
  throw new InvalidArgumentError('It must be a number, as in `workspace list`.');
}

/** Rows under headings, each column as wide as its widest cell. */
export function formatTable(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A result for a script. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

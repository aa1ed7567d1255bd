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

export interface CliContext {
  /** For the audit log, without options: `keys create`. */
  command: string;
  /**
   * Read on demand, so that help works with an invalid environment.
   * @throws ConfigError
   */
  config(): Config;
  /** Writes to standard output. */
  print(line: string): void;
  /** Writes to standard error. */
  note(line: string): void;
}

/** cli.ts lists the commands. */
export type AddCommand = (program: Command, cli: CliContext) => void;

export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Prints the database to standard error, because DATA_DIR depends on the working directory. Only
 * `serve`, `migrate` and other creating commands may create it.
 * @throws CommandError if it does not exist
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

/** Longer than for requests. */
const commandTimeLimits: Partial<TimeLimits> = {
  statement: hour,
  transaction: 4 * hour,
  idleInTransaction: hour,
};

/**
 * Opens the database, with or without a running service, in the role of the service or of the
 * owner.
 * @throws errors of `work` and the database; `explainError` has a message for each
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
      limits: commandTimeLimits,
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

export function workspaceOption(): Option {
  return new Option('--workspace <accountId>', 'number of the workspace (required)')
    .argParser(parseWorkspaceNumber)
    .makeOptionMandatory();
}

export function parseWorkspaceNumber(text: string): number {
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number <= 2_147_483_647) return number;
  throw new InvalidArgumentError('It must be a number, as in `workspace list`.');
}

/** "read, write" as an option. */
export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** "2026-03-31 14:00" of an ISO 8601 time. */
export const formatMinute = (time: string | null): string | undefined =>
  time?.slice(0, 16).replace('T', ' ');

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

export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

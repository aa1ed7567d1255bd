import { ConfigError, withCommandName } from '../config/config.ts';
import { UnusableUrlError } from '../database/client/open-database.ts';
import { redactSecrets } from '../observability/logger.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { databaseUnavailableErrorOf } from '../platform/errors/database-unavailable.ts';
import { CommandError } from './command.ts';

/** Message for an error of a command, without stack, keys and passwords. */
export function explainError(error: unknown): string {
  return withCommandName(inWords(error));
}

function inWords(error: unknown): string {
  const isExpected = [ActionError, CommandError, ConfigError].some((kind) => error instanceof kind);
  if (isExpected) return reasonOf(error);
  if (error instanceof UnusableUrlError) return `${error.setting}: ${inWords(error.cause)}`;
  const reason = redactSecrets(reasonOf(error));
  return databaseUnavailableErrorOf(error) ? `The database cannot be used: ${reason}` : reason;
}

/** If all addresses of a host fail, the outer error has only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  if (error.cause !== undefined) return reasonOf(error.cause);
  const { code, errors } = error as { code?: unknown; errors?: unknown[] };
  const [first] = errors ?? [];
  if (first instanceof Error) return first.message;
  return typeof code === 'string' ? code : error.name;
}

/**
 * Names the command's options instead of fields of the input.
 * @throws CommandError
 */
export async function withOptionNames<T>(
  options: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    if (error.code !== 'invalid_input') throw new CommandError(withNames(error.message, options));
    const faults = (error.details.errors ?? []).map(
      ({ path, message }) => `  ${options[path.split('.')[0] ?? ''] ?? path}: ${message}`,
    );
    throw new CommandError(`Some options have invalid values:\n${faults.join('\n')}`);
  }
}

/** Names of one word can mean something else in a message. */
const withNames = (message: string, options: Record<string, string>): string =>
  Object.entries(options).reduce(
    (text, [field, option]) => (/[A-Z]/.test(field) ? text.replaceAll(field, option) : text),
    message,
  );

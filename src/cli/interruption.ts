import { CommandError } from './command.ts';

/**
 * SIGINT and SIGTERM abort `signal`, so that no partial result remains. A second one ends the
 * process.
 * @throws CommandError with `outcome` after an interruption
 */
export async function runInterruptible<T>(
  outcome: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => controller.abort(new CommandError(`Interrupted. ${outcome}`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    // An aborted operation may throw its own error.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

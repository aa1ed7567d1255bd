import { CommandError } from './command.ts';

/**
 * Runs work that Ctrl-C and SIGTERM interrupt by `signal`, so that it leaves nothing half done behind; a second one ends
 * the process at once.
 * @throws CommandError with `outcome` where it was interrupted
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
    // What was interrupted may say so in words of its own.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

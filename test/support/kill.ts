/**
 * Sends a signal to one process. Numbers that mean many processes (0, and those below it) are rejected: a test that has not
 * found its process must fail, and not end everything on the machine.
 */
export function killProcess(pid: number | null | undefined, signal: NodeJS.Signals): void {
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 1) {
    throw new Error(`There is no process ${pid} to send ${signal} to.`);
  }
  process.kill(pid, signal);
}

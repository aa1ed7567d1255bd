import { closeSync, openSync } from 'node:fs';

/** Whether this process still has the terminal in which it was started. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Says what a SIGHUP means. A terminal sends it too when it is closed: whoever started the service there, and had it write there, ends
 * it so. Anybody else, `kill -HUP` and supervisors, asks for new workers.
 */
export function handleHangups(told: { closed: () => void; asked: () => void }): void {
  const writesThere = process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGHUP', () => {
    if (writesThere && !hasTerminal()) told.closed();
    else told.asked();
  });
}

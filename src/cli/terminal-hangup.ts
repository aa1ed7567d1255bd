import { closeSync, openSync } from 'node:fs';

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/**
 * SIGHUP of a closed terminal stops a service that was started there. Any other SIGHUP, for example
 * `kill -HUP`, replaces the workers.
 */
export function handleHangups(told: { closed: () => void; asked: () => void }): void {
  const writesThere = process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGHUP', () => {
    if (writesThere && !hasTerminal()) told.closed();
    else told.asked();
  });
}

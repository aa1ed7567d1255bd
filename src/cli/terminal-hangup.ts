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
export function handleHangups(handlers: { closed: () => void; asked: () => void }): void {
  const isAttachedToTerminal = process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGHUP', () => {
    if (isAttachedToTerminal && !hasTerminal()) handlers.closed();
    else handlers.asked();
  });
}

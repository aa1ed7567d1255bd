import type { Logger } from 'pino';
import { isStartedByNpm } from '../config/config.ts';

const pollIntervalMs = 500;

/** On SIGTERM, npm and npx end only the shell between them and this process. */
export function stopWithNpm(log: Logger, stop: AbortController): void {
  if (!isStartedByNpm()) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    log.info('npm ended');
    stop.abort();
  }, pollIntervalMs).unref();
}

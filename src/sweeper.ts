import type { Logger } from 'pino';
import { sweepKeptAnswers } from './domain/kernel/once.ts';
import type { PrismaClient } from './generated/prisma/client.ts';

const roundMillis = 60 * 60_000;

/** Removes once an hour what was kept long enough; any number of processes may do so for one database. */
export function startSweeper(prisma: PrismaClient, log: Logger): { close(): Promise<void> } {
  const sweep = () =>
    sweepKeptAnswers(prisma, new Date()).then(
      (answers) => answers > 0 && log.info({ answers }, 'kept answers were swept'),
      (err) => log.warn({ err }, 'kept answers could not be swept'),
    );
  let round: Promise<unknown> = sweep();
  const timer = setInterval(() => {
    round = sweep();
  }, roundMillis);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

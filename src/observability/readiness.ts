import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { DatabaseState } from '../database/pool/availability-errors.ts';
import {
  databaseStateMessage,
  databaseStateOf,
  unavailabilityReason,
} from '../database/pool/availability-errors.ts';

/** /ready reports a full disk for this long after an error, since only a write shows whether the disk is still full. */
const fullDiskMs = 30_000;

/** Body of /ready if the service cannot do all of its work. */
export interface ReadinessProblem {
  /** `read_only`: the database rejects writes, and the service still responds to reads. */
  status: 'unavailable' | 'read_only';
  message: string;
}

export interface ReadinessCheck {
  /** Records the error of a statement, since it can show that the disk is full. */
  recordError(error: unknown): void;
  /** Returns the current problem, or null if the service is ready. One statement. */
  findProblem(database: Database): Promise<ReadinessProblem | null>;
}

export function createReadinessCheck(log: Logger): ReadinessCheck {
  let diskFullUntil = 0;
  return {
    recordError: (error) => {
      if (databaseStateOf(error) === 'diskFull') diskFullUntil = Date.now() + fullDiskMs;
    },
    findProblem: async ({ prisma }) => {
      const state = await readDatabaseState(prisma, (reason) => log.warn({ reason }, 'not ready'));
      if (state === null)
        return Date.now() < diskFullUntil
          ? unavailableProblem(databaseStateMessage('diskFull'))
          : null;
      if (state === 'readOnly')
        return { status: 'read_only', message: databaseStateMessage(state) };
      return unavailableProblem(
        state === 'away' ? 'The database cannot be reached.' : databaseStateMessage(state),
      );
    },
  };
}

export const unavailableProblem = (message: string): ReadinessProblem => ({
  status: 'unavailable',
  message,
});

async function readDatabaseState(
  prisma: Database['prisma'],
  onError: (reason: string) => void,
): Promise<DatabaseState | null> {
  try {
    const [row] = await prisma.$queryRaw<{ readOnly: boolean }[]>`
      SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`;
    return row?.readOnly ? 'readOnly' : null;
  } catch (error) {
    onError(unavailabilityReason(error));
    return databaseStateOf(error);
  }
}

import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { DatabaseState } from '../database/pool/availability-errors.ts';
import {
  databaseStateMessage,
  databaseStateOf,
  unavailabilityReason,
} from '../database/pool/availability-errors.ts';

export interface ReadinessProblem {
  /** `read_only`: reads still work. */
  status: 'unavailable' | 'read_only';
  message: string;
}

export interface ReadinessCheck {
  /** Errors can reveal a full disk. */
  recordError(error: unknown): void;
  /** One statement; one more after a full disk. */
  findProblem(database: Database): Promise<ReadinessProblem | null>;
}

export function createReadinessCheck(log: Logger): ReadinessCheck {
  let mayDiskBeFull = false;
  return {
    recordError: (error) => {
      if (databaseStateOf(error) === 'diskFull') mayDiskBeFull = true;
    },
    findProblem: async ({ prisma }) => {
      const state = await readDatabaseState(prisma, (reason) => log.warn({ reason }, 'not ready'));
      if (state === null) {
        mayDiskBeFull &&= await isDiskFull(prisma);
        return mayDiskBeFull ? readOnlyProblem('diskFull') : null;
      }
      if (state === 'readOnly') return readOnlyProblem(state);
      return unavailableProblem(
        state === 'away' ? 'The database cannot be reached.' : databaseStateMessage(state),
      );
    },
  };
}

/** Only a write shows whether the disk is still full. */
async function isDiskFull(prisma: Database['prisma']): Promise<boolean> {
  try {
    await prisma.$executeRaw`
      CREATE TEMPORARY TABLE "disk_space_check" ON COMMIT DROP AS
        SELECT md5(number::text) AS filler FROM generate_series(1, 1000) AS number`;
    return false;
  } catch (error) {
    return databaseStateOf(error) === 'diskFull';
  }
}

const readOnlyProblem = (state: DatabaseState): ReadinessProblem => ({
  status: 'read_only',
  message: databaseStateMessage(state),
});

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

import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { OpenListener } from '../database/notifications/shared-listener.ts';
import type { Changes } from '../domain/record-changes/index.ts';
import { createChanges } from '../domain/record-changes/index.ts';
import { addRateCounts } from '../limits/counter-store.ts';
import type { KeyMemory } from '../domain/workspaces/key-cache.ts';
import { createKeyMemory } from '../domain/workspaces/key-cache.ts';
import { SharedCounts } from '../limits/shared-counters.ts';

/** What the app follows of a database, and closes nothing of: whoever opens it does. */

/** The changes of a database, told as long as they are not closed. */
export function openChanges(connect: OpenListener, log: Logger): Changes {
  return createChanges({ connect, log: (message, err) => log.warn({ err }, message) });
}

/** The keys of a database, remembered as long as the memory is not closed. */
export function openKeyMemory({ prisma }: Database, connect: OpenListener, log: Logger): KeyMemory {
  return createKeyMemory({
    db: prisma,
    connect,
    log: (message, err) => log.warn({ err }, message),
  });
}

/** Counts of limits, of all processes of a database. */
export function openCounts({ prisma }: Database, log: Logger): SharedCounts {
  return new SharedCounts({
    add: (counts) => addRateCounts(prisma, counts),
    log: (message, err) => log.warn({ err }, message),
  });
}

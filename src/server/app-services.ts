import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { OpenListener } from '../database/notifications/shared-listener.ts';
import type { RecordChangeFeed } from '../domain/record-changes/feed-types.ts';
import { createRecordChangeFeed } from '../domain/record-changes/record-change-feed.ts';
import type { KeyCache } from '../domain/workspaces/key-cache.ts';
import { createKeyCache } from '../domain/workspaces/key-cache.ts';
import { addToCounters } from '../limits/counter-store.ts';
import { SharedCounters } from '../limits/shared-counters.ts';

/** The caller has to close these services. */

export function openRecordChangeFeed(connect: OpenListener, log: Logger): RecordChangeFeed {
  return createRecordChangeFeed({ connect, log: (message, err) => log.warn({ err }, message) });
}

export function openKeyCache({ prisma }: Database, connect: OpenListener, log: Logger): KeyCache {
  return createKeyCache({
    db: prisma,
    connect,
    log: (message, err) => log.warn({ err }, message),
  });
}

export function openSharedCounters({ prisma }: Database, log: Logger): SharedCounters {
  return new SharedCounters({
    add: (counters) => addToCounters(prisma, counters),
    log: (message, err) => log.warn({ err }, message),
  });
}

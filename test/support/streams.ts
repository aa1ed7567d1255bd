import type { ExecutionResult } from 'graphql';
import { createClient } from 'graphql-sse';
import { pino } from 'pino';
import { afterAll, afterEach } from 'vitest';
import type { OperationLimits } from '../../src/config/operation-settings.ts';
import type { TokenIssuerSettings } from '../../src/config/sign-in-settings.ts';
import type { Database } from '../../src/database/client/client.ts';
import { startAuditLogSequencer } from '../../src/jobs/audit-log-sequencer.ts';
import type { PersistedOperations } from '../../src/schema/endpoint/persisted-operations.ts';
import { openRecordChangeFeed } from '../../src/server/app-services.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { createTestApp } from './api.ts';
import { openTestDatabase } from './database.ts';
import { listen, stopListening } from './listening.ts';

/** Another process, as far as the database can see: a service with its own connections, on a socket. */
export interface TestProcess {
  url: string;
  database: Database;
  /** How many follow changes there. */
  followed(): number;
  close(): Promise<void>;
}

/** Starts a service over the database of `api`, on another port. */
export async function startProcess(
  api: TestApi,
  options: {
    limits?: OperationLimits;
    persisted?: PersistedOperations;
    tokenIssuer?: TokenIssuerSettings;
  } = {},
): Promise<TestProcess> {
  const database = openTestDatabase({ url: api.databaseUrl });
  const log = pino({ level: 'silent' });
  const changes = openRecordChangeFeed(database.listener, log);
  // Tests write in another process.
  const sequencer = startAuditLogSequencer(database, log, { idleIntervalMs: 5 });
  const app = createTestApp(database, { changes, ...options });
  const { server, url } = await listen(app);
  return {
    url,
    database,
    followed: () => changes.subscriberCount(),
    close: async () => {
      await changes.close();
      await stopListening(server);
      await sequencer.close();
      await database.close();
    },
  };
}

/** Follows a workspace's changes, by default of all records. */
export const recordChanges = `subscription ($types: [RecordType!], $ids: [ID!]) {
  recordChanged(types: $types, ids: $ids) { type id kind }
}`;

/** As {@link recordChanges}, with the record as it is by then. */
export const recordChangesWithNodes = `subscription ($types: [RecordType!]) {
  recordChanged(types: $types) {
    type id kind
    node { __typename id ... on Client { name contacts(first: 1) { totalCount edges { node { email } } } } }
  }
}`;

// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
type Event = ExecutionResult<any>;

/** An open subscription, with its received events. */
export interface TestStream {
  /** The next event; fails where none comes in time (50 s unless given), or the stream is over. */
  next(patienceMillis?: number): Promise<Event>;
  /** The kind and fields of the next record event. Fails on an error event. */
  nextChange(patienceMillis?: number): Promise<Event['data']>;
  /** Resolves with the events until the stream is complete. Fails if it breaks off. */
  rest(): Promise<Event[]>;
  close(): void;
}

/** Opens subscriptions with the client library of the protocol; they are closed after each test. */
export function useStreams() {
  const open = new Set<TestStream>();
  const closeAll = () => {
    for (const stream of open) stream.close();
    open.clear();
  };
  afterEach(closeAll);
  afterAll(closeAll);
  return async (
    { url }: { url: string },
    caller: Pick<TestWorkspace, 'key'> | { headers: Record<string, string> },
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<TestStream> => {
    let connected = (): void => undefined;
    const client = createClient({
      url: `${url}/graphql`,
      headers: 'key' in caller ? { 'x-api-key': caller.key } : caller.headers,
      retryAttempts: 0,
      on: { connected: () => connected() },
    });
    const events = client.iterate({ query, variables }) as AsyncIterableIterator<Event>;
    let coming: Promise<IteratorResult<Event>> | undefined = events.next();
    await new Promise<void>((resolve, reject) => {
      connected = resolve;
      coming?.catch(reject);
    });
    const following = async (timeoutMs?: number) => {
      coming ??= events.next();
      const event = await (timeoutMs ? within(timeoutMs, coming) : coming);
      coming = undefined;
      return event;
    };
    const stream: TestStream = {
      next: async (maxWaitMs = 50_000) => {
        const { done, value } = await following(maxWaitMs);
        if (done) throw new Error('The stream is over.');
        return value;
      },
      nextChange: async (patienceMillis) => {
        const { data, errors } = await stream.next(patienceMillis);
        if (errors) throw new Error(JSON.stringify(errors));
        return data.recordChanged;
      },
      rest: async () => {
        const all: Event[] = [];
        for (let event = await following(); !event.done; event = await following()) {
          all.push(event.value);
        }
        return all;
      },
      close: () => client.dispose(),
    };
    open.add(stream);
    return stream;
  };
}

async function within<T>(timeMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came within ${timeMs} ms.`)), timeMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

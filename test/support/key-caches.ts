import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { authenticateKey } from '../../src/domain/workspaces/authentication.ts';
import type { KeyCache } from '../../src/domain/workspaces/key-cache.ts';
import { createKeyCache } from '../../src/domain/workspaces/key-cache.ts';
import { credentialsChannel } from '../../src/domain/workspaces/key-change-listener.ts';
import type { TestApi } from './api.ts';
import { byNature, isDistributedHere } from './citus.ts';

/** How long a test waits for a change that takes milliseconds on an idle machine. */
export const patience = { timeout: 50_000, interval: 5 };

/**
 * A busy machine may stop for longer than the allowed missed heartbeats. A cache then correctly trusts none of its
 * entries, which a test would mistake for a notification.
 */
export const patientBeats = { beatMillis: 200, mayBeMissed: 100 };

/** Two processes, as far as the database can see: one with a key cache, and another that shares nothing with it. */
export interface KeyMemories {
  memory: KeyCache;
  elsewhere: Database;
  /** A key of a workspace of which nothing changes: it is cached as long as nothing else was missed. */
  steady: string;
  /** The caller of a key, and the number of statements that identified it. */
  letIn(key: string, by?: KeyCache, now?: Date): ReturnType<typeof countedLetIn>;
  /** Waits until every earlier notification has arrived. */
  caughtUp(): Promise<void>;
  /** Waits until a key is cached, or rejected. */
  remembered(key: string, by?: KeyCache): Promise<void>;
  refused(key: string, by?: KeyCache): Promise<void>;
  /** Sends a statement in the other process. */
  send(sql: string, ...values: unknown[]): Promise<number>;
  /** A workspace with a key that is cached; its context is one of the other process. */
  known(): ReturnType<typeof knownWorkspace>;
  /** A memory whose connection swallows what is not let through. */
  hearing(lets: (channel: string) => boolean, options?: HearingOptions): KeyCache;
}

interface HearingOptions {
  log?: (message: string, error?: unknown) => void;
  beatMillis?: number;
  mayBeMissed?: number;
}

async function countedLetIn(api: TestApi, key: string, by: KeyCache, now: Date) {
  const { result, statements } = await recordStatements(() =>
    authenticateKey(api.database.prisma, key, now, by),
  );
  return { ...result, statements: statements.length };
}

async function knownWorkspace(
  api: TestApi,
  { caughtUp, elsewhere, letIn, remembered, steady }: KeyMemories,
) {
  const { accountId, key, context } = await api.addWorkspace();
  // Otherwise the notification of the new key could remove it from the cache later.
  await caughtUp();
  await remembered(key);
  await remembered(steady);
  const { keyId } = await letIn(key);
  const { prisma } = elsewhere;
  return { accountId, key, keyId, context: { ...context, root: prisma, db: prisma } };
}

/**
 * Notifies processes of changes in the workspace of a key, or in the given one, as a manual write must without
 * triggers.
 */
async function tellingOf({ owner }: TestApi, of: unknown): Promise<() => Promise<unknown>> {
  const text = 'SELECT "accountId" AS id FROM "ApiKey" WHERE id = $1';
  const id = typeof of === 'number' ? of : (await owner.query(text, [of])).rows[0]?.id;
  return () => owner.query('SELECT pg_notify($1, $2)', [credentialsChannel, String(id)]);
}

export function useKeyMemories(api: TestApi): KeyMemories {
  const memories = {} as KeyMemories;
  beforeAll(async () => {
    const { prisma, listener } = api.database;
    const elsewhere = openDatabase({ url: api.databaseUrl, isDistributed: isDistributedHere });
    const heard = new Set<string>();
    const memory = createKeyCache({
      db: prisma,
      connect: ({ onNotification, ...handlers }) =>
        listener({
          ...handlers,
          onNotification: (channel, payload) => {
            heard.add(payload);
            onNotification(channel, payload);
          },
        }),
      log: () => undefined,
      ...patientBeats,
    });
    let marks = 0;
    const letIn: KeyMemories['letIn'] = (key, by = memory, now = new Date()) =>
      countedLetIn(api, key, by, now);
    Object.assign(memories, {
      memory,
      elsewhere,
      letIn,
      steady: (await api.addWorkspace()).key,
      caughtUp: async () => {
        // No workspace has this id.
        const mark = String(--marks);
        await vi.waitFor(async () => {
          memory.find(0, '');
          await api.owner.query('SELECT pg_notify($1, $2)', [credentialsChannel, mark]);
          expect(heard).toContain(mark);
        }, patience);
      },
      remembered: (key, by) =>
        vi.waitFor(async () => expect((await letIn(key, by)).statements).toBe(0), patience),
      refused: (key, by) =>
        vi.waitFor(
          () => expect(letIn(key, by)).rejects.toMatchObject({ code: 'invalid_api_key' }),
          patience,
        ),
      send: async (sql, ...values) => {
        const tell = byNature.hearsPlainSql ? undefined : await tellingOf(api, values[0]);
        const count = await elsewhere.prisma.$executeRawUnsafe(sql, ...values);
        await tell?.();
        return count;
      },
      known: () => knownWorkspace(api, memories),
      hearing: (lets, options) =>
        createKeyCache({
          db: prisma,
          log: () => undefined,
          ...patientBeats,
          ...options,
          connect: ({ onNotification, ...handlers }) =>
            listener({
              ...handlers,
              onNotification: (channel, payload) =>
                lets(channel) && onNotification(channel, payload),
            }),
        }),
    } satisfies KeyMemories);
  });
  afterAll(async () => {
    await memories.memory?.close();
    await memories.elsewhere?.close();
  });
  return memories;
}

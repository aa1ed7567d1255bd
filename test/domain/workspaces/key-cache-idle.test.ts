import { describe, expect, test, vi } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { patience, useKeyMemories } from '../../support/key-caches.ts';

const api = useTestApi();
const memories = useKeyMemories(api);

describe('keys are looked up while changes may be missed:', () => {
  test('a lost connection misses a revocation; after it is restored keys are cached again', async () => {
    const { key, keyId } = await memories.known();
    await memories.elsewhere.prisma.$transaction(async (db) => {
      await db.$executeRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'actiongraph changes'`;
      await db.$executeRaw`UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = ${keyId}`;
    });
    await memories.refused(key);
    await memories.remembered(memories.steady);
    await memories.refused(key);
  });

  test('behind a pooler no notification arrives, and that is logged once', async () => {
    const reported = vi.fn();
    const pooled = memories.hearing(() => false, { log: reported, beatMillis: 20 });
    await memories.letIn(memories.steady, pooled);
    await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce(), patience);
    expect(reported.mock.calls[0]?.[0]).toContain('reads its key from the database');
    expect((await memories.letIn(memories.steady, pooled)).statements).toBe(1);
    expect((await memories.letIn(memories.steady, pooled)).statements).toBe(1);
    await pooled.close();
  });

  test('one beat that came by chance is no reason to remember anything', async () => {
    let beats = 0;
    const pooled = memories.hearing(() => ++beats === 1, { mayBeMissed: 2 });
    await memories.letIn(memories.steady, pooled);
    await vi.waitFor(() => expect(beats).toBeGreaterThan(1), patience);
    expect((await memories.letIn(memories.steady, pooled)).statements).toBe(1);
    expect((await memories.letIn(memories.steady, pooled)).statements).toBe(1);
    await pooled.close();
  });

  test('a silent connection counts as lost after two heartbeats', async () => {
    let isSilent = false;
    const fading = memories.hearing(() => !isSilent, { mayBeMissed: 2 });
    const { key, keyId } = await memories.known();
    await memories.remembered(key, fading);
    isSilent = true;
    await memories.send('UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = $1', keyId);
    await memories.refused(key, fading);
    await fading.close();
  });
});

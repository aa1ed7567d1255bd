import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/client/client.ts';
import type { TestDatabase } from '../support/database.ts';
import { createTestDatabase } from '../support/database.ts';

let home: TestDatabase;
beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

test('a replica that never existed is reported once, and so is one that is the primary', async () => {
  const text: string[] = [];
  const unreachable = 'postgresql://app:s3cret@127.0.0.1:1/records';
  const database = openDatabase({
    url: home.url,
    replicas: { urls: [unreachable, home.url], maxLagMs: 5_000 },
    log: (message) => text.push(message),
  });
  try {
    await vi.waitFor(() => expect(text).toHaveLength(2), { timeout: 60_000 });
    expect(text.join('\n')).toContain(
      'Replica 1 of DATABASE_REPLICA_URLS is left out. It does not answer: ',
    );
    expect(text.join('\n')).toContain(
      'Replica 2 of DATABASE_REPLICA_URLS is left out. It follows no primary',
    );
    expect(text.join('\n')).not.toContain('s3cret');
  } finally {
    await database.close();
  }
});

import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { isDistributedHere } from '../support/citus.ts';

const api = useTestApi();

test.skipIf(isDistributedHere)(
  'a command whose guard fails at every attempt is a 503 without a write',
  async () => {
    // No client has the id that these notes contain.
    await api.owner.query(`ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_notes_fkey"
      FOREIGN KEY ("accountId", notes) REFERENCES "Client" ("accountId", id)`);
    const { body, headers, status } = await api.request('/public/action/timeWorked/create', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        timerStart: '2026-03-02T09:00:00Z',
        timerEnd: '2026-03-02T10:00:00Z',
        notes: 'Lost',
        clientName: 'New',
        createClient: true,
      }),
    });
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(body).toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('nothing was written'),
    });
    const { prisma } = api.database;
    expect([await prisma.timeEntry.count(), await prisma.client.count()]).toEqual([0, 0]);
  },
);

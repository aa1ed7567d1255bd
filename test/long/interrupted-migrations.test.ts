import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pendingMigrations } from '../../src/database/migrations/migrations.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';
import { useDataFolder } from '../support/service.ts';

const signals = ['SIGKILL', 'SIGINT', 'SIGTERM'] as const;
const rounds = 8;

/** Random moments, each in the name of its test, from before the start of the process to after its end. */
const moments = Array.from({ length: rounds }, (_, round) => ({
  signal: signals[round % signals.length] ?? 'SIGKILL',
  millis: Math.round(Math.random() * 6_000),
}));

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('migrating a server that is interrupted at any moment', () => {
  let DATABASE_URL: string;
  beforeEach(async () => {
    DATABASE_URL = await createEmptyDatabase();
  });
  afterEach(() => dropDatabase(DATABASE_URL));
  const folder = useDataFolder();

  it.for(moments)(
    '$signal after $millis ms: the next run continues',
    async ({ signal, millis }) => {
      const first = folder.spawn(['migrate'], { DATABASE_URL });
      await wait(millis);
      await first.end(signal);
      const { code, stderr } = await folder.run(['migrate'], { DATABASE_URL });
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/^Database: .*\n$/),
      });
      expect(await pendingMigrations(DATABASE_URL)).toEqual([]);
    },
  );
});

describe('a first start that is interrupted at any moment', () => {
  const folders = moments.map((moment) => ({ ...moment, folder: useDataFolder() }));

  it.for(folders)('$signal after $millis ms: the next start serves', async (one) => {
    const first = one.folder.spawn(['serve']);
    await wait(one.millis);
    await first.end(one.signal);
    const service = await one.folder.serve();
    expect((await service.call(service.key ?? '', 'clients/list')).status).toBe(200);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});

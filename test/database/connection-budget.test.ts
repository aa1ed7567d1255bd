import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { connectionBudgetProblem } from '../../src/database/client/connection-budget.ts';
import { startServer } from '../../src/server.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

test('a pool that is larger than the database allows is reported when the service starts', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line).msg) });
  const startWith = async (DATABASE_POOL_SIZE: string) => {
    lines.length = 0;
    const settings = { DATABASE_URL: api.databaseUrl, DATABASE_POOL_SIZE, PORT: '0' };
    const service = await startServer(readConfig(settings), { log });
    await service.close();
    return lines.filter((line) => line.includes('DATABASE_POOL_SIZE'));
  };
  expect(await startWith('1000')).toEqual([
    expect.stringMatching(
      /^DATABASE_POOL_SIZE is 1000, but the database takes \d+ connections .* raise max_connections of the server\.$/,
    ),
  ]);
  expect(await startWith('5')).toEqual([]);
});

test('behind a pooler, the limits of the server are ignored', async () => {
  const access = { directUrl: api.databaseUrl, embedded: false, role: undefined };
  expect(
    await connectionBudgetProblem({ ...access, pooler: 'transaction' }, 1_000),
  ).toBeUndefined();
  expect(await connectionBudgetProblem({ ...access, pooler: 'none' }, 1_000)).toMatch(/503/);
});

test('the embedded database is never too small for its pool', async () => {
  const access = { directUrl: api.databaseUrl, role: undefined, pooler: 'none' } as const;
  expect(await connectionBudgetProblem({ ...access, embedded: true }, 1_000)).toMatch(
    /Ask for fewer\.$/,
  );
});

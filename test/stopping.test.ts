import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createWorkspace } from '../src/domain/workspaces/index.ts';
import { createLog } from '../src/log.ts';
import { start } from '../src/server.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

let home: TestDatabase;
let key: string;

beforeAll(async () => {
  home = await createTestDatabase();
  const settings = { name: 'Stopping', ownerEmail: 's@stopping.example' };
  ({ key } = await createWorkspace(home.database.prisma, settings, new Date()));
});
afterAll(() => home.drop());

/** A request on a connection of its own; the status, or the code of the connection's error. */
function ask(url: string): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false, headers: { 'x-api-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve('cut'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

/** A service under 24 loops of requests, each on a connection of its own, until the loops are told to end. */
async function underLoad() {
  const log = createLog('silent');
  const service = await start(readConfig({ PORT: '0', DATABASE_URL: home.url }), { log });
  const answers: (number | string)[] = [];
  let isOver = false;
  const loop = async () => {
    while (!isOver) answers.push(await ask(`${service.url}/public/action/vendors/list`));
  };
  const loops = Array.from({ length: 24 }, loop);
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(100);
  return {
    service,
    answers,
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

test('clients that stop when /ready says 503 lose no request, each on a connection of its own', async () => {
  for (let stop = 0; stop < 3; stop += 1) {
    const { service, answers, end } = await underLoad();
    const closed = service.close();
    expect(await ask(`${service.url}/ready`)).toBe(503);
    expect(await ask(`${service.url}/health`)).toBe(200);
    await end();
    await closed;
    expect(answers.filter((answer) => answer !== 200)).toEqual([]);
  }
});

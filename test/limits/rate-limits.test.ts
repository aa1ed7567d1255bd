import type { Hono } from 'hono';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { authenticateKey } from '../../src/domain/workspaces/authentication.ts';
import { rotateApiKey } from '../../src/domain/workspaces/rotate-api-key.ts';
import type { CounterValue } from '../../src/limits/counter-store.ts';
import { addToCounters } from '../../src/limits/counter-store.ts';
import { SharedCounter, SharedCounters } from '../../src/limits/shared-counters.ts';
import { createPersistedOperations } from '../../src/schema/endpoint/persisted-operations.ts';
import type { TestWorkspace } from '../support/api.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi({ requestsPerMinute: 1_000, costPerMinute: 100_000 });

/** A service over the same database, as another process would be. */
const service = (requestsPerMinute: number, others: object = {}) =>
  createTestApp(api.database, { requestsPerMinute, ...others });

// No minute ends while a test counts in it.
beforeEach(holdClock);

const patience = { timeout: 60_000, interval: 20 };

function ask(
  app: Hono,
  { key }: Pick<TestWorkspace, 'key'>,
  query = '{ __typename }',
  accept = '*/*',
) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', accept };
  return app.request('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
}

const list = (app: Hono, key: string, path = '/public/action/clients/list') =>
  app.request(path, { headers: { 'x-api-key': key } });

const passed = (answers: { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length;

/** One value of a rate-limit header. */
function reported(answer: Response, name = 'requests') {
  const [, left, seconds] =
    new RegExp(`"${name}";r=(\\d+);t=(\\d+)`).exec(answer.headers.get('ratelimit') ?? '') ?? [];
  return { left: Number(left), seconds: Number(seconds) };
}

describe('a limit of 60 a minute, and two processes', () => {
  test('accepts sixty of two hundred simultaneous requests, and at most one more for the second process', async () => {
    const workspace = await api.addWorkspace();
    const apps = [service(60), service(60)];
    const order = Array.from({ length: 200 }, (_, turn) => turn);
    const answers = await Promise.all(order.map((turn) => ask(apps[turn % 2] as Hono, workspace)));
    expect(passed(answers)).toBeGreaterThanOrEqual(60);
    expect(passed(answers)).toBeLessThanOrEqual(61);
    const rejection = answers.find(({ status }) => status === 429) as Response;
    const { errors } = await rejection.json();
    const seconds = Number(rejection.headers.get('retry-after'));
    expect(errors).toEqual([
      {
        message: expect.stringMatching(
          /^This key has a limit of 60 requests per minute, and none are left\. Try again in \d+ s\.$/,
        ),
        extensions: {
          code: 'too_many_requests',
          requestId: expect.any(String),
          retryAfterSeconds: seconds,
        },
      },
    ]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    // The other door counts the same, and a third process that never saw the key hears of it.
    for (const app of [...apps, service(60)]) {
      await vi.waitFor(async () => {
        const answer = await list(app, workspace.key);
        const { code } = await answer.json();
        expect([answer.status, code, reported(answer).left]).toEqual([429, 'too_many_requests', 0]);
      }, patience);
    }
    expect((await ask(apps[0] as Hono, api.ours)).status).toBe(200);
  });

  test('counts a person in all sessions and workspaces together, and keys apart', async () => {
    const { email } = await addPerson(api, [
      [api.ours, 'OWNER'],
      [api.theirs, 'OWNER'],
    ]);
    const browsers = [new TestBrowser(api), new TestBrowser(api)];
    for (const browser of browsers) await browser.signIn(email);
    const left: number[] = [];
    for (const [turn, browser] of [...browsers, ...browsers].entries()) {
      const { accountId } = turn % 2 === 0 ? api.ours : api.theirs;
      browser.headers['x-workspace'] = String(accountId);
      const answer = await browser.gql('{ __typename }');
      left.push(reported(answer as never).left);
    }
    expect(left).toEqual([999, 998, 997, 996]);
    const key = await ask(api.app, await api.addWorkspace());
    expect(reported(key).left).toBe(999);
  });
});

describe('every response contains its limits', () => {
  test('the remaining number falls, and is reset in the next minute', async () => {
    const workspace = await api.addWorkspace();
    const policy = '"requests";q=1000;w=60';
    const answers = [
      await list(api.app, workspace.key),
      await list(api.app, workspace.key, '/public/action/clients/search'),
      await list(api.app, workspace.key, '/public/action/clients/list?wrong=1'),
    ];
    expect(answers.map((answer) => reported(answer).left)).toEqual([999, 998, 997]);
    for (const answer of answers) {
      expect(answer.headers.get('ratelimit-policy')).toBe(policy);
      expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=([1-9]|[1-5]\d|60)$/);
    }
    const graphql = await ask(api.app, workspace, '{ clients { nodes { id } } }');
    expect(graphql.headers.get('ratelimit-policy')).toBe(
      `${policy}, "cost";q=100000;qu="cost";w=60`,
    );
    expect(reported(graphql).left).toBe(996);
    const { seconds } = reported(graphql);
    vi.setSystemTime(Date.now() + seconds * 1_000);
    expect(reported(await list(api.app, workspace.key)).left).toBe(999);
  });

  test('also responses without a caller, streams, and 304', async () => {
    const { key } = await api.addWorkspace();
    for (const path of ['/public/action/clients/list', '/public/action/nowhere', '/graphql']) {
      const answer = await list(api.app, `${key}x`, path);
      expect(answer.headers.get('ratelimit-policy')).toContain('"requests";q=1000;w=60');
      expect(answer.headers.get('ratelimit')).toBe(null);
    }
    const stream = await ask(
      api.app,
      { key },
      'subscription { recordChanged { id } }',
      'text/event-stream',
    );
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(reported(stream).left).toBe(999);
    expect(reported(stream, 'cost').left).toBeLessThan(100_000);
    await stream.body?.cancel();
    const operations = new Map([['name', '{ workspace { name } }']]);
    const persisted = createPersistedOperations('prefer', operations);
    const app = service(1_000, { persisted, costPerMinute: 100_000 });
    const path = '/graphql?documentId=name';
    const other = await api.addWorkspace();
    const first = await list(app, other.key, path);
    const headers = { 'x-api-key': other.key, 'if-none-match': first.headers.get('etag') ?? '' };
    const unchanged = await app.request(path, { headers });
    expect(unchanged.status).toBe(304);
    expect(reported(first).left - reported(unchanged).left).toBe(1);
    expect(unchanged.headers.get('ratelimit-policy')).toContain('"cost"');
  });

  test('and none without limits', async () => {
    const answer = await ask(service(0), api.ours);
    expect([...answer.headers.keys()].filter((name) => name.includes('limit'))).toEqual([]);
  });
});

describe('the cost of operations in a minute', () => {
  const clients = (first: number) => `{ clients(first: ${first}) { nodes { id name } } }`;

  test('has a separate limit; rejected operations cost nothing, and streams count when they start', async () => {
    const workspace = await api.addWorkspace();
    const app = service(1_000, { costPerMinute: 1_000 });
    const left = async (query: string, accept?: string) => {
      const answer = await ask(app, workspace, query, accept);
      await answer.body?.cancel();
      return [answer.status, reported(answer, 'cost').left];
    };
    const [, afterOne = 0] = await left(clients(10));
    const cost = 1_000 - Number(afterOne);
    expect(cost).toBeGreaterThan(10);
    const times = Math.floor(1_000 / cost);
    for (let turn = 2; turn <= times; turn += 1) {
      expect(await left(clients(10))).toEqual([200, 1_000 - turn * cost]);
    }
    const rest = 1_000 - times * cost;
    const denied = await ask(app, workspace, clients(20));
    expect(denied.status).toBe(429);
    expect((await denied.json()).errors[0].message).toMatch(
      new RegExp(
        `^This key has a limit of 1000 per minute for the cost of GraphQL operations. ${rest} is left, and this operation costs \\d+\\. Try again in \\d+ s\\.$`,
      ),
    );
    expect(Number(denied.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await left('{ __typename }')).toEqual([200, rest - 1]);
    const many =
      'subscription { recordChanged { id node { ... on Client { contacts(first: 50) { nodes { id } } } } } }';
    expect(await left(many, 'text/event-stream')).toEqual([429, rest - 1]);
  });
});

describe('many writes in one request', () => {
  const bulk = (app: Hono, { key }: Pick<TestWorkspace, 'key'>, items: unknown, more = {}) =>
    app.request('/public/action/bulk', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...more },
      body: JSON.stringify({ operation: 'createClient', items }),
    });
  const named = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `C ${n}` }));

  test('count as that many requests; rejected ones count nothing, and are not executed', async () => {
    const workspace = await api.addWorkspace();
    const app = service(10);
    const first = await bulk(app, workspace, named(6));
    expect([first.status, reported(first).left]).toEqual([200, 4]);
    const failed = await bulk(app, workspace, named(5));
    expect([failed.status, reported(failed).left]).toEqual([429, 4]);
    expect(await failed.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(
        /^This key has a limit of 10 requests per minute, and \d+ are left, and this request counts as 5\./,
      ),
    });
    expect(Number(failed.headers.get('retry-after'))).toBe(reported(failed).seconds);
    // Any value but a list of items counts as one request.
    expect(reported(await bulk(app, workspace, 'many')).left).toBe(3);
    expect(reported(await bulk(app, workspace, named(3))).left).toBe(0);
    expect(
      await api.database.prisma.client.count({ where: { accountId: workspace.accountId } }),
    ).toBe(6);
  });

  test('that are more than the limit use it up whole, and so pass in a minute that is theirs', async () => {
    const workspace = await api.addWorkspace();
    const answer = await bulk(service(10), workspace, named(12));
    expect([answer.status, reported(answer).left]).toEqual([200, 0]);
    expect((await bulk(service(10), workspace, named(1))).status).toBe(429);
  });
});

describe('unknown keys', () => {
  test('are counted by the network that they come from, in all processes', async () => {
    const apps = [service(0, { unknownKeysPerMinute: 5 }), service(0, { unknownKeysPerMinute: 5 })];
    const wrong = api.ours.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const from = async (app: Hono | undefined, key: string, address: string) => {
      const headers = { 'x-api-key': key, 'x-forwarded-for': address };
      const answer = await (app as Hono).request('/public/action/clients/list', { headers });
      return { status: answer.status, message: (await answer.json()).message };
    };
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await from(apps[0], wrong, '2001:db8:7::1')).status).toBe(401);
    }
    await vi.waitFor(async () => {
      // A process that knows nothing of it looks one up, and hears of the others then.
      const answer = await from(apps[1], wrong, '2001:db8:7::2');
      expect(answer).toEqual({
        status: 429,
        message: expect.stringMatching(/^Too many unknown keys came from your network: 5 /),
      });
    }, patience);
    expect((await from(apps[0], wrong, '2001:db8:8::1')).status).toBe(401);
    expect((await from(apps[0], api.ours.key, '2001:db8:8::1')).status).toBe(200);
    const { rows } = await api.database.pool.query(`SELECT key FROM "RateCount"`);
    expect(rows.filter(({ key }) => /unknown/.test(key)).length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => /2001:?0?db8/i.test(key))).toEqual([]);
  });

  const address = '2001:db8:10::1';
  const send = (app: Hono, key: string, from = address) =>
    app.request('/public/action/clients/list', {
      headers: { 'x-api-key': key, 'x-forwarded-for': from },
    });
  const statusOf = async (app: Hono, key: string, from = address) =>
    (await send(app, key, from)).status;
  let absentPrefixes = 0;
  const absentKey = () => {
    absentPrefixes += 1;
    const prefix = `aaaaaaaa${'abcdefghij'[absentPrefixes % 10]}${'abcdefghij'[Math.floor(absentPrefixes / 10)]}`;
    return `ag_${api.ours.accountId}_${prefix}_${'a'.repeat(40)}`;
  };

  test('never keep a valid key of the same network from working, in this process, another, and a new one', async () => {
    const apps = [service(0, { unknownKeysPerMinute: 3 }), service(0, { unknownKeysPerMinute: 3 })];
    const app = apps[0] as Hono;
    const wrong = api.ours.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    await vi.waitFor(async () => expect(await statusOf(app, wrong)).toBe(429), patience);
    for (let turn = 0; turn < 5; turn += 1) await statusOf(app, absentKey());
    for (const each of [...apps, service(0, { unknownKeysPerMinute: 3 })]) {
      const workspaces = await Promise.all([api.addWorkspace(), api.addWorkspace()]);
      const keys = workspaces.flatMap(({ key }) => [key, absentKey(), key, wrong]);
      const statuses = await Promise.all(keys.map((key) => statusOf(each, key)));
      expect(statuses.filter((_, index) => index % 2 === 0)).toEqual([200, 200, 200, 200]);
      expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    }
    expect(await statusOf(app, wrong)).toBe(429);
  });

  test('are not counted if they are malformed; above the limit, an absent prefix is looked up once', async () => {
    const app = service(0, { unknownKeysPerMinute: 3 });
    const from = '2001:db8:11::1';
    const lookupsOf = async (key: string) => {
      const { result, statements } = await recordStatements(() => statusOf(app, key, from));
      return [result, statements.filter((sql) => sql.includes('"ApiKey"')).length];
    };
    for (let turn = 0; turn < 20; turn += 1) expect(await lookupsOf('x')).toEqual([401, 0]);
    for (let turn = 0; turn < 3; turn += 1) expect(await lookupsOf(absentKey())).toEqual([401, 1]);
    const absent = absentKey();
    expect(await lookupsOf(absent)).toEqual([429, 1]);
    expect(await lookupsOf(absent)).toEqual([429, 0]);
    expect(await lookupsOf('x')).toEqual([401, 0]);
    expect(await statusOf(app, (await api.addWorkspace()).key, from)).toBe(200);
  });

  test('of a network above the limit are looked up by at most one statement', async () => {
    let running = 0;
    let maxConcurrent = 0;
    const { prisma } = api.database;
    const $queryRaw = async (...args: Parameters<typeof prisma.$queryRaw>) => {
      running += 1;
      maxConcurrent = Math.max(maxConcurrent, running);
      return prisma.$queryRaw(...args).finally(() => {
        running -= 1;
      });
    };
    const counting = Object.assign(Object.create(prisma), { $queryRaw }) as typeof prisma;
    const throttle = { isExceeded: async () => true, countUnknownKey: async () => undefined };
    const keys = [...Array.from({ length: 15 }, absentKey), api.theirs.key];
    const results = await Promise.allSettled(
      keys.map((key) => authenticateKey(counting, key, new Date(), undefined, throttle)),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(15).fill('rejected'),
      'fulfilled',
    ]);
    expect(maxConcurrent).toBe(1);
  });
});

test('a rotated key counts as a known one: its replacement works', async () => {
  const app = service(0, { unknownKeysPerMinute: 3 });
  const { context } = await api.addWorkspace();
  const made = await createApiKey(context, { name: 'Old', scopes: ['read'] });
  const rotated = await rotateApiKey(context, made.record.id);
  const from = async (key: string) => {
    const headers = { 'x-api-key': key, 'x-forwarded-for': '2001:db8:9::1' };
    return (await app.request('/public/action/clients/list', { headers })).status;
  };
  for (let turn = 0; turn < 10; turn += 1) expect(await from(made.key)).toBe(401);
  expect(await from(rotated.key)).toBe(200);
});

describe('the counters', () => {
  test('go on in each process alone while the database cannot sum, and together afterwards', async () => {
    const workspace = await api.addWorkspace();
    const app = service(20);
    await api.owner.query('ALTER TABLE "RateCount" RENAME TO "NoCount"');
    const answers = [];
    for (let turn = 0; turn < 25; turn += 1) answers.push(await ask(app, workspace));
    await api.owner.query('ALTER TABLE "NoCount" RENAME TO "RateCount"');
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(20).fill(200),
      ...Array(5).fill(429),
    ]);
    const other = service(20);
    await vi.waitFor(async () => expect((await ask(other, workspace)).status).toBe(429), patience);
  });

  /** The statements while each of twenty callers uses or counts something a hundred times a second, for two seconds. */
  async function sumsOf(each: (counts: SharedCounters, count: SharedCounter) => void) {
    vi.useRealTimers();
    vi.useFakeTimers();
    const sent: (readonly CounterValue[])[] = [];
    const add = async (counts: readonly CounterValue[]) => {
      sent.push(counts);
      return [...counts];
    };
    const counts = new SharedCounters({ add, log: () => undefined });
    // One name for all, so that they are in one minute, which begins now.
    const all = Array.from({ length: 20 }, () => new SharedCounter('sums', 1_000_000));
    all[0]?.advanceWindow(Date.now());
    vi.setSystemTime(all[0]?.endsAt ?? 0);
    for (let ms = 0; ms < 2_000; ms += 10) {
      for (const count of all) each(counts, count);
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    const during = sent.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent.length).toBe(during);
    expect(sent.flat().reduce((sum, { points }) => sum + points, 0)).toBe(4_000);
    return during;
  }

  test('are one statement a second for all callers, and none without requests', async () => {
    const sums = await sumsOf((counts, count) => expect(counts.take(count, 1)).toBe(true));
    expect(sums).toBeGreaterThanOrEqual(2);
    expect(sums).toBeLessThanOrEqual(3);
  });

  test('are ten statements a second for counts that no request waits for', async () => {
    const sums = await sumsOf((counts, count) => counts.record(count, 1));
    expect(sums).toBeGreaterThanOrEqual(18);
    expect(sums).toBeLessThanOrEqual(21);
  });

  test('are written soon if a count follows a use', async () => {
    let isFirst = true;
    const sums = await sumsOf((counts, count) => {
      if (isFirst) void counts.take(count, 1);
      else counts.record(count, 1);
      isFirst = false;
    });
    expect(sums).toBeGreaterThanOrEqual(18);
  });

  test('exceed a limit by at most a fiftieth for each further process, however the requests fall', async () => {
    const counted = new Map<string, CounterValue>();
    vi.useRealTimers();
    vi.useFakeTimers();
    const add = async (counts: readonly CounterValue[]) => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      return counts.map((count) => {
        const known = counted.get(count.key);
        const sum = { ...count, points: count.points + (known?.points ?? 0) };
        counted.set(count.key, sum);
        return sum;
      });
    };
    for (const limit of [1, 60, 600, 5_000]) {
      const processes = Array.from({ length: 4 }, () => ({
        counts: new SharedCounters({ add, log: () => undefined }),
        count: new SharedCounter(`limit ${limit}`, limit),
      }));
      // At the beginning of a window, so that all of it is in one.
      processes[0]?.count.advanceWindow(Date.now());
      vi.setSystemTime(processes[0]?.count.endsAt ?? 0);
      const verdicts: Promise<boolean>[] = [];
      for (let wave = 0; wave < 40; wave += 1) {
        for (const [at, { counts, count }] of processes.entries()) {
          // Some ask all the time, one seldom, one at the end.
          if ((at === 2 && wave % 13 > 0) || (at === 3 && wave < 38)) continue;
          for (let turn = 0; turn <= limit / 10; turn += 1) {
            verdicts.push(Promise.resolve(counts.take(count, 1)));
          }
        }
        await vi.advanceTimersByTimeAsync(wave % 3 === 0 ? 1 : 70);
      }
      await vi.advanceTimersByTimeAsync(5_000);
      const letThrough = (await Promise.all(verdicts)).filter(Boolean).length;
      expect(letThrough).toBeGreaterThanOrEqual(limit);
      expect(letThrough).toBeLessThanOrEqual(limit + 3 * Math.floor(limit / 50));
    }
  });

  test('of a later window are not taken for those of this one', async () => {
    const { prisma } = api.database;
    const key = 'windows';
    const add = (points: number, endsAt: number) =>
      addToCounters(prisma, [{ key, points, endsAt }]);
    expect(await add(5, 1_000)).toEqual([{ key, points: 5, endsAt: 1_000 }]);
    expect(await add(2, 1_000)).toEqual([{ key, points: 7, endsAt: 1_000 }]);
    expect(await add(-3, 1_000)).toEqual([{ key, points: 4, endsAt: 1_000 }]);
    expect(await add(1, 61_000)).toEqual([{ key, points: 1, endsAt: 61_000 }]);
    expect(await add(9, 1_000)).toEqual([{ key, points: 1, endsAt: 61_000 }]);
    expect(await add(2_147_483_647, 61_000)).toMatchObject([{ points: 2_147_483_647 }]);
  });
});

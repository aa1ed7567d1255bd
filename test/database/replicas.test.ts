import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { createTestApp } from '../support/api.ts';
import { hasProcesses, type Primary, type Standby, startPrimary } from '../support/standby.ts';

const patience = { timeout: 60_000, interval: 50 };
const longest = 120_000;

describe.runIf(hasProcesses)('a primary and a server that follows it', () => {
  let primary: Primary;
  let standby: Standby;
  let database: Database;
  let app: ReturnType<typeof createTestApp>;
  let key: string;

  const open = (urls: string[]) =>
    openDatabase({ url: primary.server.url, replicas: { urls, maxLagMs: 60_000 } });

  beforeAll(async () => {
    primary = await startPrimary();
    await applyMigrations(primary.server.url);
    standby = await primary.addStandby();
    database = open([standby.url]);
    app = createTestApp(database);
    const settings = { name: 'Ours', ownerEmail: 'owner@ours.example' };
    ({ key } = await createWorkspace(database.prisma, settings, new Date()));
    await isUsed();
  }, longest);
  afterAll(async () => {
    await database?.close();
    await primary?.stop();
  });

  const [replica] = [() => database.replicas?.replicas[0]];
  const isUsed = () => vi.waitFor(() => expect(replica()?.problem).toBe(null), patience);
  const isLeftOut = (reason: RegExp) =>
    vi.waitFor(() => expect(String(replica()?.problem)).toMatch(reason), patience);

  async function send(method: string, path: string, body?: object, headers: object = {}) {
    const response = await app.request(path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
  const create = (name: string) => send('POST', '/public/action/clients/create', { name });
  const names = async (headers = {}) => {
    const { body } = await send('GET', '/public/action/clients/list', undefined, headers);
    return body.map(({ name }: { name: string }) => name);
  };
  const query = '{ clients(first: 100) { edges { node { name } } } }';
  const namesByGraphQL = async () => {
    const { body } = await send('POST', '/graphql', { query });
    return body.data.clients.edges.map(({ node }: { node: { name: string } }) => node.name);
  };

  /** The number of reads on each server since then. */
  async function respondedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const returned = database.replicas?.readCounts;
    returned?.clear();
    await work();
    return Object.fromEntries(returned ?? []);
  }

  test('it serves read-only operations in both APIs, and nothing else', async () => {
    expect(Object.keys(await respondedBy(() => names()))).toEqual(['1']);
    expect(Object.keys(await respondedBy(() => namesByGraphQL()))).toEqual(['1']);
    const mutation = 'mutation { createClient(input: { name: "By mutation" }) { __typename } }';
    expect(await respondedBy(() => send('POST', '/graphql', { query: mutation }))).toEqual({});
    expect(await respondedBy(() => create('By route'))).toEqual({});
  });

  test.each([
    ['a record by its id', '/public/action/clients/search?id=cli_none'],
    ['a search', '/public/action/timeWorked/search?from=2026-01-01&to=2026-02-01'],
    [
      'a list by a condition',
      '{ clients(first: 5, where: { name: { startsWith: "A" } }) { nodes { name } } }',
    ],
    ['a count', '{ clients(first: 1, where: { city: { equals: "Bonn" } }) { totalCount } }'],
  ])(
    '%s is read from it as well, though it is planned for its values',
    async (_title, requested) => {
      const isPath = requested.startsWith('/');
      const read = () =>
        isPath ? send('GET', requested) : send('POST', '/graphql', { query: requested });
      // Earlier writes have arrived, so that no read has to wait.
      await vi.waitFor(async () => {
        expect(Object.keys(await respondedBy(() => names()))).toEqual(['1']);
      }, patience);
      const responses = await respondedBy(async () => {
        const { body, status } = await read();
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body.errors).toBeUndefined();
      });
      expect(Object.keys(responses)).toEqual(['1']);
    },
  );

  test('a caller reads its own writes, in either API', async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      const name = `Client ${turn}`;
      expect((await create(name)).status).toBe(200);
      expect(await (turn % 2 ? names() : namesByGraphQL())).toContain(name);
    }
  });

  test('a service on a standby serves reads in both APIs, reports it, and rejects every write with its code', async () => {
    const name = 'Read on a standby';
    expect((await create(name)).status).toBe(200);
    const own = app;
    const alone = openDatabase({ url: standby.url });
    try {
      // Counters cannot be written there, which is no reason to reject reads.
      app = createTestApp(alone, { requestsPerMinute: 10_000 });
      await vi.waitFor(async () => expect(await names()).toContain(name), patience);
      expect(await namesByGraphQL()).toContain(name);
      const ready = await app.request('/ready');
      expect([ready.status, (await ready.json()).status]).toEqual([503, 'read_only']);
      const { body, status } = await create('Refused');
      expect([status, body.code]).toEqual([503, 'read_only']);
      const mutation = 'mutation { createClient(input: { name: "Refused" }) { __typename } }';
      const rejected = await send('POST', '/graphql', { query: mutation });
      expect(rejected.body.errors[0].extensions.code).toBe('read_only');
    } finally {
      app = own;
      await alone.close();
    }
    expect(await names()).not.toContain('Refused');
  });

  test('if standbys must confirm, a write is neither visible nor answered before, also for a replay of its key', async () => {
    const alone = openDatabase({ url: primary.server.url });
    const { pool } = alone;
    const own = app;
    const set = (names: string) =>
      pool
        .query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
        .then(() => pool.query('SELECT pg_reload_conf()'))
        .then(() =>
          vi.waitFor(async () => {
            const { rows } = await pool.query('SHOW synchronous_standby_names');
            expect(rows[0].synchronous_standby_names).toBe(names);
          }, patience),
        );
    const waiting = async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()`,
      );
      return rows.length;
    };
    const eventCount = async () => {
      const { body } = await send('GET', '/public/action/events/list?types=client.created');
      return body.length;
    };
    const single = { 'idempotency-key': 'confirmed' };
    const create = () =>
      send('POST', '/public/action/clients/create', { name: 'Confirmed' }, single);
    try {
      app = createTestApp(alone);
      const before = await eventCount();
      await set('nobody');
      let responded = 0;
      const first = create().finally(() => {
        responded += 1;
      });
      await vi.waitFor(async () => expect(responded + (await waiting())).toBe(1), patience);
      expect((await create()).status).not.toBe(200);
      expect(await names()).not.toContain('Confirmed');
      expect(await eventCount()).toBe(before);
      expect(responded).toBe(0);
      await set('');
      expect((await first).status).toBe(200);
      expect((await create()).headers.get('idempotency-replayed')).toBe('true');
      // Neither is an event sent before a standby has confirmed its position.
      await set('nobody');
      const listed = eventCount();
      await vi.waitFor(async () => expect(await waiting()).toBe(1), patience);
      await set('');
      expect(await listed).toBe(before + 1);
    } finally {
      await set('');
      app = own;
      await alone.close();
    }
  });

  test('a process waits for a position of another process, and reads on the primary if it does not arrive', async () => {
    const other = open([standby.url]);
    try {
      const own = app;
      const { headers } = await create('Told');
      const position = String(headers.get('x-write-position'));
      expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
      app = createTestApp(other);
      await vi.waitFor(() => expect(other.replicas?.replicas[0]?.problem).toBe(null), patience);
      expect(await names({ 'x-write-position': position })).toContain('Told');
      app = own;
      for (const never of ['FFFFFFFF/0', 'nonsense']) {
        const read = () => names({ 'x-write-position': never });
        expect(Object.keys(await respondedBy(read))).toEqual(['primary']);
      }
    } finally {
      await other.close();
    }
  });

  test('a replica that lags is not used by callers that wrote, and is used by others', async () => {
    const pausing = openDatabase({ url: standby.url });
    try {
      await pausing.pool.query('SELECT pg_wal_replay_pause()');
      const { headers } = await create('Not replayed');
      expect(headers.get('x-write-position')).not.toBeNull();
      expect(await names()).toContain('Not replayed');
      expect(Object.keys(await respondedBy(() => names()))).toEqual(['primary']);
    } finally {
      await pausing.pool.query('SELECT pg_wal_replay_resume()');
      await pausing.close();
    }
    await vi.waitFor(
      async () => expect(Object.keys(await respondedBy(() => names()))).toEqual(['1']),
      patience,
    );
  });

  test(
    'an unresponsive replica is left out, the primary repeats its statements, and it is used again later',
    async () => {
      standby.pause();
      const answers = await Promise.all(Array.from({ length: 5 }, () => namesByGraphQL()));
      for (const answer of answers) expect(answer).toContain('By route');
      await isLeftOut(/does not answer/);
      expect(Object.keys(await respondedBy(() => names()))).toEqual(['primary']);
      standby.goOn();
      await isUsed();
      expect(Object.keys(await respondedBy(() => names()))).toEqual(['1']);
    },
    longest,
  );

  test(
    'a replica that ends is left out, and used again after it restarts',
    async () => {
      await standby.kill();
      expect(await names()).toContain('By route');
      await isLeftOut(/./);
      await standby.start();
      await isUsed();
    },
    longest,
  );

  test(
    'a server of another database, and one that is no standby, are never used',
    async () => {
      const another = await startPrimary();
      const foreign = await another.addStandby();
      const wrong = open([foreign.url, primary.server.url]);
      try {
        await wrong.replicas?.poll();
        const problems = wrong.replicas?.replicas.map(({ problem }) => problem);
        expect(problems).toEqual([
          'It is a replica of another database.',
          'It follows no primary: it was promoted, perhaps.',
        ]);
      } finally {
        await wrong.close();
        await another.stop();
      }
    },
    longest,
  );

  test(
    'one that is promoted is not read from any more',
    async () => {
      const promoting = openDatabase({ url: standby.url });
      await promoting.pool.query('SELECT pg_promote()');
      await promoting.close();
      await isLeftOut(/promoted/);
      await create('After the promotion');
      expect(await names()).toContain('After the promotion');
    },
    longest,
  );
});

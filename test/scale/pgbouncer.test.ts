import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  detectPooler,
  PoolerError,
  requireNotificationDelivery,
} from '../../src/database/client/external-pooler.ts';
import { withDeadline } from '../../src/database/statements/statement-deadline.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import {
  createTestDatabase,
  openTestDatabase,
  serviceRole,
  type TestDatabase,
} from '../support/database.ts';
import {
  firstPrepared,
  type Pgbouncer,
  pgbouncerVersion,
  startPgbouncer,
} from '../support/pgbouncer.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const { pgbouncer: input } = inject('programs');
/** Debian 12 installs 1.18. */
const old = [input, '/usr/sbin/pgbouncer'].find(
  (program) => (pgbouncerVersion(program) ?? firstPrepared) < firstPrepared,
);

let home: TestDatabase;
beforeAll(async () => {
  home = await createTestDatabase();
});
afterAll(() => home.drop());

/** Few connections for many callers, as a pooler is for. */
const transactions = [
  'pool_mode = transaction',
  'default_pool_size = 3',
  'max_prepared_statements = 200',
];

// TEST_PGBOUNCER names the program, 1.21 or later.
describe.skipIf(input === '' || (pgbouncerVersion(input) ?? 0) < firstPrepared)(
  'behind PgBouncer, which gives connections for transactions',
  () => {
    let pooler: Pgbouncer;
    beforeAll(async () => {
      pooler = await startPgbouncer(input, home.url, transactions);
    });
    afterAll(() => pooler.stop());

    const openPooled = (limits = {}) =>
      openTestDatabase({ url: pooler.url, directUrl: home.url, isPooled: true, limits });

    test('it is distinguished from the server, and from a pooler in session mode', async () => {
      expect(await detectPooler(home.url)).toBe('none');
      expect(await detectPooler(pooler.url)).toBe('transaction');
      const ofSessions = await startPgbouncer(input, home.url, ['pool_mode = session']);
      expect(await detectPooler(ofSessions.url)).toBe('session');
      await ofSessions.stop();
    });

    test('one that is configured without prepared statements is rejected', async () => {
      const without = await startPgbouncer(input, home.url, [
        ...transactions.slice(0, 2),
        'max_prepared_statements = 0',
      ]);
      await expect(detectPooler(without.url)).rejects.toThrow('max_prepared_statements = 200');
      await without.stop();
    });

    test('role, time zone and time limits hold in every statement and transaction, and stay on no connection', async () => {
      const pooled = openPooled({ statement: 4_321 });
      const settings = `SELECT current_user AS role, current_setting('TimeZone') AS zone,
        current_setting('statement_timeout') AS statement`;
      const expected = [{ role: serviceRole(), zone: 'UTC', statement: '4321ms' }];
      const alone = await Promise.all(
        Array.from({ length: 20 }, () => pooled.pool.query(settings)),
      );
      for (const { rows } of alone) expect(rows).toEqual(expected);
      await pooled.prisma.$transaction(async (tx) => {
        for (let at = 0; at < 3; at += 1)
          expect(await tx.$queryRawUnsafe(settings)).toEqual(expected);
      });
      await expect(
        pooled.prisma.$transaction((tx) => tx.$queryRawUnsafe('SELECT 1 / 0')),
      ).rejects.toThrow();
      expect(await pooled.prisma.$queryRawUnsafe(settings)).toEqual(expected);
      await pooled.close();
      const bare = openTestDatabase({ url: pooler.url, isPooled: true, role: undefined });
      const { rows } = await bare.pool.query('SELECT session_user = current_user AS bare');
      expect(rows).toEqual([{ bare: true }]);
      await bare.close();
    });

    test('a statement that takes too long is ended, by the server and at the deadline of its operation', async () => {
      const pooled = openPooled({ statement: 200 });
      await expect(pooled.pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({
        code: '57014',
      });
      await pooled.close();
      const patient = openPooled({ statement: 60_000 });
      const late = withDeadline(200, () => patient.pool.query('SELECT pg_sleep(60)'));
      await expect(late).rejects.toThrow('took longer than 200 ms');
      await patient.close();
    });

    test('the service works, publishes changes, and loses nothing', async () => {
      const owner = { name: 'Pooled', ownerEmail: 'owner@pooled.example' };
      const { key } = await createWorkspace(home.database.prisma, owner, new Date());
      const service = await folder.serve({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: home.url,
      });
      const query = 'subscription { recordChanged(types: [CLIENT]) { __typename } }';
      const { body } = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          accept: 'text/event-stream',
        },
        body: JSON.stringify({ query }),
      });
      const names = Array.from({ length: 200 }, (_, at) => `Client ${at}`);
      const made = Promise.all(names.map((name) => service.call(key, 'clients/create', { name })));
      let heard = 0;
      for await (const chunk of body ?? []) {
        heard += Buffer.from(chunk).toString().split('event: next').length - 1;
        if (heard > 0) break;
      }
      expect(heard).toBeGreaterThan(0);
      const rejection = (await made).filter(({ status }) => status !== 200);
      expect(rejection).toEqual([]);
      const { body: listed } = await service.call(key, 'clients/list');
      expect(JSON.stringify(listed)).toContain('Client 199');
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
      expect(service.stderr()).not.toMatch(/"level":"(error|fatal)"/);
    });

    test('without a direct connection the service names the missing setting, and does not start', async () => {
      const { code, stderr } = await folder.run(['serve'], { DATABASE_URL: pooler.url });
      expect(code).toBe(1);
      expect(stderr).toContain('Set DATABASE_DIRECT_URL');
      const deaf = openTestDatabase({ url: pooler.url, isPooled: true, role: undefined });
      await expect(requireNotificationDelivery(deaf, 1_000)).rejects.toThrow(PoolerError);
      await deaf.close();
    });
  },
);

// There is nothing to reject where no such release is installed.
test.skipIf(old === undefined)(
  'a PgBouncer that does not know prepared statements is rejected, with the reason',
  async () => {
    const pooler = await startPgbouncer(old ?? '', home.url, ['pool_mode = transaction']);
    const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: home.url };
    const { code, stderr } = await folder.run(['serve'], settings);
    await pooler.stop();
    expect(code).toBe(1);
    expect(stderr).toContain('PgBouncer supports them since 1.21');
  },
);

test('a server without a pooler is none, and hears itself', async () => {
  expect(await detectPooler(home.url)).toBe('none');
  await expect(requireNotificationDelivery(home.database)).resolves.toBeUndefined();
});

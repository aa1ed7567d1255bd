import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isBatchableRead } from '../../src/database/pool/batched-reads.ts';
import { withDeadline } from '../../src/database/statements/statement-deadline.ts';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { databaseUnavailableErrorOf } from '../../src/platform/errors/database-unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { withoutTime } from '../support/expired-deadline.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 10 });
});
afterAll(() => home.drop());

let made = 0;

/** A statement that is known to be quick, and was never late. */
async function quickRead(text: string) {
  made += 1;
  const own = { name: `read-${made}`, text };
  const ask = async (...values: unknown[]) => {
    const { rows } = await home.database.pool.query({ ...own, values });
    return rows[0]?.answer;
  };
  // What one takes is known from the best of these.
  for (let times = 0; times < 20; times += 1) await ask(1);
  return ask;
}

const counted = 'SELECT count(*)::int AS answer FROM generate_series(1, $1::int)';
const divided = 'SELECT 100 / $1::int AS answer';

/** Selects the sessions of this database that count. Other test files send the same statement in other databases. */
const isCounting = `datname = current_database() AND state = 'active' AND query LIKE 'SELECT count(*)::int AS answer%'`;

/** Takes seconds, where it is not cancelled. */
const many = 20_000_000;

const numbers = Array.from({ length: 40 }, (_, index) => index + 1);

/** Begins all of them while a connection is at work. */
async function batch<T>(
  requested: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const first = home.database.pool.query('SELECT 1');
  const settled = await Promise.allSettled(requested.map((ask) => ask()));
  await first;
  return settled;
}

const valuesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));

const connections = async () => {
  const { rows } = await home.owner.query(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'actiongraph' AND query LIKE 'SELECT 100 /%'`,
  );
  return rows.length;
};

describe('simultaneous small reads', () => {
  test('share a few connections, and each has its own answer', async () => {
    const limited = numbers.slice(0, 16);
    const settled = await withoutTime(async () => {
      const ask = await quickRead(divided);
      return batch(limited.map((number) => () => ask(number)));
    });
    expect(valuesOf(settled)).toEqual(limited.map((number) => Math.trunc(100 / number)));
    // Ten if each had one.
    expect(await connections()).toBeLessThan(6);
  });

  test('are counted for their caller', async () => {
    const settled = await withoutTime(async () => {
      const ask = await quickRead(divided);
      return batch(
        numbers.map(
          (number) => () =>
            recordStatements(async () => {
              for (let index = 0; index < number % 4; index += 1) await ask(number);
            }),
        ),
      );
    });
    const counts = settled.map((one) => one.status === 'fulfilled' && one.value.statements.length);
    expect(counts).toEqual(numbers.map((number) => number % 4));
  });
});

describe('of reads that are sent together', () => {
  let ask: Awaited<ReturnType<typeof quickRead>>;
  let divide: typeof ask;

  beforeEach(async () => {
    ask = await quickRead(counted);
    divide = await quickRead(divided);
  });

  test('a failed one fails for its caller only', async () => {
    const settled = await batch(numbers.map((number) => () => divide(number % 7)));
    numbers.forEach((number, index) => {
      const expected =
        number % 7 === 0
          ? { status: 'rejected', reason: { code: '22012' } }
          : { status: 'fulfilled', value: Math.trunc(100 / (number % 7)) };
      expect(settled[index]).toMatchObject(expected);
    });
  });

  test('a value that cannot be sent fails for its caller only', async () => {
    const wrong = {
      toPostgres: () => {
        throw new Error('Not that one.');
      },
    };
    const [first, bad, last] = await batch([() => ask(1), () => ask(wrong), () => ask(3)]);
    expect([first, last]).toMatchObject([{ value: 1 }, { value: 3 }]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'Not that one.' } });
  });

  test('a slow one does not delay the others', async () => {
    const done: number[] = [];
    const recorded = (number: number) => async () => {
      const answer = await ask(number);
      done.push(number);
      return answer;
    };
    const settled = await batch([1, 2, many, 3].map(recorded));
    expect(valuesOf(settled)).toEqual([1, 2, many, 3]);
    expect(done.at(-1)).toBe(many);
  });

  test.each([30, 400])(
    'one whose operation has a deadline of %d ms ends then, and the others return their results',
    async (timeMs) => {
      const [slow, ...others] = await batch([
        () => withDeadline(timeMs, () => ask(many)),
        ...[1, 2, 3].map((number) => () => ask(number)),
        () => withDeadline(10_000, () => ask(4)),
      ]);
      expect(valuesOf(others)).toEqual([1, 2, 3, 4]);
      expect(databaseUnavailableErrorOf(slow?.status === 'rejected' && slow.reason)).toMatchObject({
        code: 'operation_timed_out',
      });
      const active = () => home.owner.query(`SELECT 1 FROM pg_stat_activity WHERE ${isCounting}`);
      await expect.poll(async () => (await active()).rowCount).toBe(0);
      expect(await ask(5)).toBe(5);
    },
  );

  test('whose connection the server ends, each is sent again', async () => {
    const answers = batch([1, 2, many, 3].map((number) => () => ask(number)));
    const end = () =>
      home.owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isCounting}`,
      );
    await expect.poll(async () => (await end()).rowCount, { interval: 5 }).toBeGreaterThan(0);
    expect(valuesOf(await answers)).toEqual([1, 2, many, 3]);
  });
});

test.each([
  ['SELECT a FROM "Client" WHERE "accountId" = $1', true],
  ['WITH c AS (SELECT 1) SELECT * FROM c WHERE x IN ($1, $2)', true],
  ['SELECT a FROM "Client" FOR UPDATE', false],
  ['SELECT a FROM "Client" FOR NO KEY UPDATE SKIP LOCKED', false],
  ['SELECT a FROM "Client" FOR KEY SHARE', false],
  ['SELECT "publish_log_entries"($1) AS published', false],
  ['SELECT pg_advisory_xact_lock($1)', false],
  ["SELECT nextval('numbers')", false],
  ['INSERT INTO "Client" DEFAULT VALUES RETURNING id', false],
  ['WITH made AS (INSERT INTO "Client" DEFAULT VALUES RETURNING id) SELECT id FROM made', false],
  ['BEGIN', false],
  ["SELECT graphile_worker.remove_job('one')", false],
  ['SELECT a INTO kept FROM "Client"', false],
  ['WITH made AS (UPDATE ONLY t SET a = 1 RETURNING a) SELECT a FROM made', false],
  ['SELECT "updatedAt" FROM "Client"', true],
])('%s is read-only: %s', (text, expected) => {
  expect(isBatchableRead(text)).toBe(expected);
});

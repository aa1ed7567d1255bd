import type { GraphQLObjectType } from 'graphql';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { schema } from '../../src/schema/index.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { expireAtLock } from '../support/expired-deadline.ts';

const api = useTestApi();

/** A service that keeps what it logs. */
function logging(limits = defaultOperationLimits) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = createTestApp(api.database, { log, limits });
  const ask = async (query: string) => {
    const { result, statements } = await recordStatements(async () => {
      const answer = await app.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': api.ours.key },
        body: JSON.stringify({ query }),
      });
      return await answer.json();
    });
    return { body: result, statements: statements.filter((one) => !one.includes('"ApiKey"')) };
  };
  return { lines, ask };
}

/** Lets the planner, which alone asks for it, stumble over a field. */
async function whileDefect<T>(type: string, field: string, work: () => Promise<T>): Promise<T> {
  const { extensions } = (schema.getType(type) as GraphQLObjectType).getFields()[field] as {
    extensions: object;
  };
  Object.defineProperty(extensions, 'linked', {
    configurable: true,
    get: () => {
      throw new TypeError('a defect of the planner');
    },
  });
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(extensions, 'linked');
  }
}

const query = '{ clients(first: 3) { edges { node { name } } } }';

const internalError = (path: string) => ({
  message: expect.stringContaining('Internal error.'),
  path: [path],
  extensions: { code: 'internal_error', requestId: expect.any(String) },
});

test('a failure of the planner is logged as a defect and counted: an error at its field, whose siblings are returned', async () => {
  const { ask, lines } = logging();
  await whileDefect('Client', 'name', async () => {
    for (const one of [query, query.replace('3', '4')]) {
      const { body } = await ask(`{ vendors { totalCount } ${one.slice(1)}`);
      expect(body).toMatchObject({
        data: { vendors: { totalCount: 0 }, clients: null },
        errors: [internalError('clients')],
      });
    }
  });
  expect(lines).toMatchObject([
    { msg: 'defect', requestId: expect.any(String), err: { type: 'PlanDefect', soFar: 1 } },
    { msg: 'defect', err: { soFar: 2, stack: expect.stringContaining('a defect of the planner') } },
  ]);
  expect((await ask(query)).body).toEqual({ data: { clients: { edges: [] } } });
});

test('a mutation is not executed if its record cannot be planned', async () => {
  const { ask } = logging();
  const { body } = await whileDefect('Vendor', 'name', () =>
    ask(`mutation {
      createVendor(input: { name: "V" }) { ... on CreateVendorSuccess { vendor { name } } }
      createClient(input: { name: "C" }) { ... on CreateClientSuccess { client { name } } }
    }`),
  );
  expect(body).toMatchObject({
    data: { createVendor: null, createClient: { client: { name: 'C' } } },
    errors: [internalError('createVendor')],
  });
  expect(await api.database.prisma.vendor.count()).toBe(0);
});

test('an exceeded limit is no defect', async () => {
  const { ask, lines } = logging();
  const tooMany = 'contacts(first: 101) { totalCount }';
  const { body, statements } = await ask(`{ clients(first: 1) { edges { node { ${tooMany} } } } }`);
  expect(body).toMatchObject({
    data: { clients: null },
    errors: [{ path: ['clients'], extensions: { code: 'invalid_input' } }],
  });
  expect(statements).toEqual([]);
  expect(lines).toEqual([]);
});

describe('a root field that fails is read once, its error is at its path, and its siblings are returned', () => {
  test('where a statement cannot be run', async () => {
    const { ask, lines } = logging();
    await api.owner.query('ALTER TABLE "Vendor" RENAME TO "VendorAway"');
    try {
      const { body, statements } = await ask(
        `{ users { nodes { id } } again: vendors { edges { node { id } } } }`,
      );
      expect(body).toEqual({
        data: { users: { nodes: [{ id: expect.any(String) }] }, again: null },
        errors: [{ ...internalError('again'), locations: [{ line: 1, column: 26 }] }],
      });
      expect(statements).toHaveLength(2);
    } finally {
      await api.owner.query('ALTER TABLE "VendorAway" RENAME TO "Vendor"');
    }
    expect(lines).toHaveLength(1);
  });

  test('where the time for it is over', async () => {
    const timeMs = 200;
    const { ask } = logging({ ...defaultOperationLimits, timeMs });
    const holder = await api.database.pool.connect();
    await holder.query('BEGIN; LOCK TABLE "Client" IN ACCESS EXCLUSIVE MODE');
    try {
      const { body, statements } = await expireAtLock(api.owner, timeMs, () => ask(query));
      expect(body).toMatchObject({
        data: { clients: null },
        errors: [{ path: ['clients'], extensions: { code: 'operation_timed_out' } }],
      });
      expect(statements).toHaveLength(1);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  test('where its arguments are wrong, or those of a list below it', async () => {
    const { ask, lines } = logging();
    const { body, statements } = await ask(
      `{ a: clients(first: 101) { totalCount } b: vendors(after: "x") { totalCount }
         c: projects { nodes { timeEntries(last: 1, first: 1) { totalCount } } }
         d: searchClients(query: "", first: 101) { id } users { nodes { role } } }`,
    );
    const wrong = (path: string) => ({ path: [path], extensions: { code: 'invalid_input' } });
    expect(body).toMatchObject({
      data: { a: null, b: null, c: null, d: null, users: { nodes: [{ role: 'OWNER' }] } },
      errors: ['a', 'b', 'c', 'd'].map(wrong),
    });
    expect(statements).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  test('among mutations, of which the others are executed and returned', async () => {
    const { ask } = logging();
    const make = (name: string, args = '') =>
      `createClient(input: { name: "${name}" }) { ... on CreateClientSuccess { client { name projects${args} { totalCount } } } }`;
    const { body } = await ask(
      `mutation { first: ${make('One')} wrong: ${make('Two', '(first: 101)')} last: ${make('Three')} }`,
    );
    expect(body).toMatchObject({
      data: { first: { client: { name: 'One' } }, wrong: null, last: { client: {} } },
      errors: [{ path: ['wrong'], extensions: { code: 'invalid_input' } }],
    });
    const made = await api.database.prisma.client.findMany({
      where: { name: { in: ['One', 'Two', 'Three'] } },
    });
    expect(made.map(({ name }) => name).sort()).toEqual(['One', 'Three']);
  });
});

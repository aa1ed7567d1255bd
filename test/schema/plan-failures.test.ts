import type { GraphQLFieldResolver, GraphQLObjectType } from 'graphql';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import { usualLimits } from '../../src/schema/endpoint/limits.ts';
import { schema } from '../../src/schema/index.ts';
import { createTestApp, useTestApi } from '../support/api.ts';

const api = useTestApi();

afterEach(() => vi.restoreAllMocks());

/** A service that keeps what it logs. */
function logging(limits = usualLimits) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = createTestApp(api.database, { log, limits });
  const ask = async (query: string) => {
    const { result, statements } = await countStatements(async () => {
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

type Resolver = GraphQLFieldResolver<unknown, unknown>;

const executed = (field: string) => {
  const fields = (schema.getQueryType() as GraphQLObjectType).getFields();
  return vi.spyOn(fields[field] as { resolve: Resolver }, 'resolve');
};

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

test('a planner that fails is logged as a defect and counted, and the query answered all the same', async () => {
  const { ask, lines } = logging();
  const asked = [query, query.replace('3', '4')];
  await whileDefect('Client', 'name', async () => {
    for (const one of asked)
      expect((await ask(one)).body).toEqual({ data: { clients: { edges: [] } } });
  });
  expect(lines).toMatchObject([
    { msg: 'defect', requestId: expect.any(String), err: { type: 'PlanDefect', soFar: 1 } },
    { msg: 'defect', err: { soFar: 2, stack: expect.stringContaining('a defect of the planner') } },
  ]);
});

test('a query that has no plan, or asks a plan for too much, is no defect', async () => {
  const { ask, lines } = logging();
  const searched = await ask('{ searchClients(query: "ab") { id } }');
  expect(searched.body).toEqual({ data: { searchClients: [] } });
  const tooMany = 'contacts(first: 101) { totalCount }';
  const { body } = await ask(`{ clients(first: 1) { edges { node { ${tooMany} } } } }`);
  expect(body.data ?? body.errors[0].extensions.code).toMatch(/invalid_input/);
  expect(lines).toEqual([]);
});

describe('a plan that fails would fail again: it is not executed, and its error stands at its field', () => {
  test('where a statement cannot be run', async () => {
    const { ask, lines } = logging();
    const { pool } = api.database;
    const [clients, vendors] = [executed('clients'), executed('vendors')];
    await pool.query('ALTER TABLE "Vendor" RENAME TO "VendorAway"');
    try {
      const { body, statements } = await ask(
        `{ clients { edges { node { id } } } again: vendors { edges { node { id } } } }`,
      );
      expect(body).toEqual({
        data: null,
        errors: [
          {
            message: expect.stringContaining('Something went wrong here.'),
            path: ['again'],
            locations: [{ line: 1, column: 37 }],
            extensions: { code: 'internal_error', requestId: expect.any(String) },
          },
        ],
      });
      expect(statements).toHaveLength(2);
    } finally {
      await pool.query('ALTER TABLE "VendorAway" RENAME TO "Vendor"');
    }
    expect(clients).not.toHaveBeenCalled();
    expect(vendors).not.toHaveBeenCalled();
    expect(lines).toHaveLength(1);
  });

  test('where the time for it is over', async () => {
    const { ask } = logging({ ...usualLimits, timeMs: 200 });
    const clients = executed('clients');
    const holder = await api.database.pool.connect();
    await holder.query('BEGIN; LOCK TABLE "Client" IN ACCESS EXCLUSIVE MODE');
    try {
      const { body } = await ask(query);
      expect(body.errors).toMatchObject([
        { path: ['clients'], extensions: { code: 'operation_timed_out' } },
      ]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(clients).not.toHaveBeenCalled();
  });

  test('but where its arguments are wrong it is executed, which says of each where it is wrong', async () => {
    const { ask, lines } = logging();
    const { body } = await ask(
      '{ a: clients(first: 101) { totalCount } b: vendors(first: 102) { totalCount } }',
    );
    expect(body.errors).toMatchObject([{ path: ['a'], extensions: { code: 'invalid_input' } }]);
    expect(lines).toEqual([]);
  });
});

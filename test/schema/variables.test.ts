import type { GraphQLScalarType } from 'graphql';
import { getIntrospectionQuery } from 'graphql';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultInputLimits } from '../../src/schema/endpoint/variable-coercion.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { expectRejection, usePost } from '../support/operations.ts';

const api = useTestApi();
const post = usePost(api);

afterEach(() => vi.restoreAllMocks());

describe('a variable is coerced once', () => {
  const cases: [string, string, Record<string, unknown>][] = [
    [
      'of a query that has a plan',
      'query ($v: Decimal) { expenses(where: { amount: { equals: $v } }) { edges { node { id } } } }',
      { v: '1.50' },
    ],
    [
      'of a query that is executed',
      `query ($v: Decimal) { expenses(first: 1, where: { amount: { equals: $v } }) { edges { node { id } } }
        searchClients(query: "ab") { id } }`,
      { v: '1.50' },
    ],
    [
      'of a mutation',
      'mutation ($v: Decimal!) { createExpense(input: { amount: $v }) { __typename } }',
      { v: '1.50' },
    ],
    [
      'that is wrong',
      'query ($v: Decimal) { expenses(where: { amount: { equals: $v } }) { edges { node { id } } } }',
      { v: 'x' },
    ],
  ];
  test.each(cases)('%s', async (_, query, variables) => {
    const read = vi.spyOn(schema.getType('Decimal') as GraphQLScalarType, 'parseValue');
    await post({ query, variables });
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('of a subscription', async () => {
    const read = vi.spyOn(schema.getType('ID') as GraphQLScalarType, 'parseValue');
    const leaving = new AbortController();
    const answer = await api.app.request('/graphql', {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-api-key': api.ours.key,
      },
      body: JSON.stringify({
        query: 'subscription ($ids: [ID!]) { recordChanged(ids: $ids) { id } }',
        variables: { ids: ['cli_1'] },
      }),
    });
    await answer.body?.cancel();
    expect(read).toHaveBeenCalledTimes(1);
  });
});

test('coerced variables reach every argument: enumerations, defaults, nulls and missing ones', async () => {
  const query = `mutation ($type: ClientType = PROSPECT, $city: String, $name: String!, $notes: String = "none") {
    createClient(input: { name: $name, clientType: $type, city: $city, notes: $notes }) {
      ... on CreateClientSuccess { client { name clientType city notes } } ... on ExpectedError { message }
    }
  }`;
  const made = async (variables: object) =>
    (await post({ query, variables })).body.data.createClient.client;
  expect(await made({ name: 'A' })).toMatchObject({
    clientType: 'PROSPECT',
    city: null,
    notes: 'none',
  });
  expect(await made({ name: 'B', type: 'CLIENT', city: 'Ulm', notes: null })).toMatchObject({
    clientType: 'CLIENT',
    city: 'Ulm',
    notes: null,
  });
});

describe('wrong variables are rejected, each at its place and none repeated', () => {
  const create =
    'mutation ($i: CreateExpensesInput!, $c: ClientType) { createExpenses(input: $i) { __typename } updateClient(input: { id: "cli_1", clientType: $c }) { __typename } }';
  const messages = async (variables: object, query = create) => {
    const { body, statements } = await post({ query, variables });
    expect(body).not.toHaveProperty('data');
    expect(statements).toEqual([]);
    for (const { extensions } of body.errors) expect(extensions.code).toBe('invalid_operation');
    return body.errors.map(({ message }: { message: string }) => message);
  };

  test('all of them together', async () => {
    const items = [{ amount: 'x', dueDate: '2026-13-01' }, { nothing: 'secret' }];
    const lines = [{ quantity: 'y' }];
    items.push({ lines } as never);
    expect(await messages({ i: { items }, c: 'NONE' })).toEqual([
      expect.stringMatching(
        /^Variable "\$i" got invalid value "x" at "i.items.0.amount"; .*Decimal/,
      ),
      expect.stringMatching(
        /^Variable "\$i" got invalid value "2026-13-01" at "i.items.0.dueDate"; /,
      ),
      'Variable "$i" got invalid value at "i.items.1"; Field "nothing" is not defined by type "CreateExpenseInput".',
      expect.stringMatching(
        /^Variable "\$i" got invalid value "y" at "i.items.2.lines.0.quantity"; .*Decimal/,
      ),
      expect.stringMatching(/^Variable "\$c" got invalid value "NONE" at "c"; .*ClientType/),
    ]);
  });

  test('but no more than 20', async () => {
    const items = Array.from({ length: 1_000 }, () => ({ amount: 'x', nothing: 1 }));
    expect(await messages({ i: { items } })).toHaveLength(20);
  });

  test('with the start of a long value', async () => {
    const long = 'x'.repeat(100_000);
    const [message] = await messages({ i: { items: [{ amount: long }, { nothing: 1 }] } });
    expect(message.length).toBeLessThan(400);
    expect(message).toMatch(/"xxx/);
  });

  test('if a required one is missing, or null', async () => {
    expect(await messages({})).toEqual([
      'Variable "$i" of required type "CreateExpensesInput!" was not provided.',
    ]);
    expect(await messages({ i: null })).toEqual([
      'Variable "$i" got invalid value null at "i"; Expected non-nullable type "CreateExpensesInput!" not to be null.',
    ]);
  });
});

test('an amount with the maximum of digits is accepted, one with more is not', async () => {
  const query =
    'query ($d: Decimal) { expenses(where: { amount: { equals: $d } }) { totalCount edges { node { id } } } }';
  const requested = (d: string) => post({ query, variables: { d } });
  expect((await requested('9'.repeat(64))).body).toHaveProperty('data');
  expectRejection(await requested('9'.repeat(65)), 'invalid_operation', /at most 64 characters/);
});

describe('variables of the maximum size are accepted, and larger ones are rejected', () => {
  const query = 'mutation ($i: CreateClientInput!) { createClient(input: $i) { __typename } }';
  const withValue = (value: unknown) =>
    post({ query, variables: { i: { name: '', customValues: { a: value } } } });
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  const ownLevels = 2;

  test('in levels', async () => {
    const { depth } = defaultInputLimits;
    expect((await withValue(nested(depth - ownLevels))).body).toHaveProperty('data');
    expectRejection(
      await withValue(nested(depth - ownLevels + 1)),
      'invalid_operation',
      /too deeply/,
    );
  });

  test('in objects and lists', async () => {
    const lists = (count: number) => Array.from({ length: count }, () => []);
    const own = 4;
    const { objects } = defaultInputLimits;
    expect((await withValue(lists(objects - own))).body).toHaveProperty('data');
    expectRejection(
      await withValue(lists(objects - own + 1)),
      'invalid_operation',
      /more than 5000 objects and lists/,
    );
  });
});

test('a body with too many values is rejected in both APIs', async () => {
  const many = Array.from({ length: 32_769 }, () => 1);
  const gql = await post({ query: '{ __typename }', variables: { many } });
  expectRejection(gql, 'body_too_large', /32768 values/);
  const rest = await api.ours.post('clients/create', { name: 'Wide', many });
  expect(rest).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  const symbols = '[,{,"\\'.repeat(30_000);
  const text = await api.ours.post('clients/create', {
    name: 'Signs',
    notes: symbols.slice(0, 20_000),
  });
  expect(text.status).toBe(200);
});

describe('no answer repeats a long text of its request', () => {
  const long = 'x'.repeat(500_000);
  const bodies: [string, object][] = [
    [
      'the name of an operation',
      { query: 'query A { __typename } query B { __typename }', operationName: long },
    ],
    ['the name of a field', { query: `{ ${long} }` }],
    [
      'a literal',
      { query: `{ expenses(where: { amount: { equals: "${long}" } }) { totalCount } }` },
    ],
    [
      'an id',
      {
        query:
          'mutation ($id: ID!) { deactivateUser(input: { id: $id }) { ... on ExpectedError { message } } }',
        variables: { id: `usr_${long}` },
      },
    ],
    [
      'a variable',
      { query: 'query ($f: Int) { clients(first: $f) { totalCount } }', variables: { f: long } },
    ],
  ];
  test.each(bodies)('%s', async (_, body) => {
    expect(JSON.stringify((await post(body)).body).length).toBeLessThan(3_000);
  });
});

describe('introspection', () => {
  test('is returned again without execution', async () => {
    const query = getIntrospectionQuery();
    const first = await post({ query, extensions: { cost: true } });
    expect(first.body.data.__schema.types.length).toBeGreaterThan(100);
    expect(first.body.extensions.cost.requested).toBeGreaterThan(5_000);
    const described = vi.spyOn(schema, 'getTypeMap');
    expect((await post({ query, extensions: { cost: true } })).body).toEqual(first.body);
    expect(described).not.toHaveBeenCalled();
  });

  test('of parts of the schema, with records and in fragments, returns its own result each time', async () => {
    const one = await post({
      query:
        'query A { __type(name: "Client") { name } } query B { __type(name: "Vendor") { name } }',
      operationName: 'A',
    });
    const other = await post({
      query:
        'query A { __type(name: "Client") { name } } query B { __type(name: "Vendor") { name } }',
      operationName: 'B',
    });
    expect([one.body.data.__type.name, other.body.data.__type.name]).toEqual(['Client', 'Vendor']);
    const beside = await post({
      query:
        '{ ...A clients { totalCount } } fragment A on Query { __schema { queryType { name } } }',
    });
    expect(beside.body.data).toEqual({
      __schema: { queryType: { name: 'Query' } },
      clients: { totalCount: expect.any(Number) },
    });
  });

  test('costs as much as it returns, at any depth', async () => {
    const wide =
      'types { fields { type { fields { name type { name } } } args { type { name } } } }';
    const aliased = (count: number) =>
      Array.from({ length: count }, (_, i) => `a${i}: __schema { ${wide} }`).join(' ');
    expect((await post({ query: `{ ${aliased(2)} }` })).body).toHaveProperty('data');
    for (const query of [
      `{ ${aliased(20)} }`,
      `{ ...A } fragment A on Query { ... { ${aliased(20)} } }`,
    ]) {
      expectRejection(await post({ query }), 'operation_too_costly', /is \d+; the limit is 20000/);
    }
  });

  test('does not reveal how variables are passed on', async () => {
    const { body } = await post({
      query: '{ __type(name: "Coerced") { name } __schema { types { name } } }',
    });
    expect(body.data.__type).toBeNull();
    expect(JSON.stringify(body)).not.toContain('Coerced');
  });
});

test('bulks cost as much as they write', async () => {
  const query = (count: number) =>
    `mutation ($i: CreateExpensesInput!) { ${Array.from({ length: count }, (_, i) => `a${i}: createExpenses(input: $i) { __typename }`).join(' ')} }`;
  const items = (count: number) => ({
    i: { items: Array.from({ length: count }, () => ({ amount: '1' })) },
  });
  expectRejection(
    await post({ query: query(20), variables: items(300) }),
    'operation_too_costly',
    /fewer items at once/,
  );
  expect((await post({ query: query(1), variables: items(1_000) })).body).toHaveProperty('data');
});

describe('a value that cannot be read is an error like any other of its input', () => {
  const problem = '... on InvalidInputError { errors { path code } }';

  test('in the result, with all errors of the command', async () => {
    const query = `mutation ($input: CreateExpenseInput!) { createExpense(input: $input) { __typename ${problem} } }`;
    const input = {
      amount: 'x',
      dueDate: '2026-02-30',
      currency: 'Euro',
      dateCreated: 'soon',
    };
    const { body } = await post({ query, variables: { input } });
    expect(body).toEqual({
      data: {
        createExpense: {
          __typename: 'InvalidInputError',
          errors: expect.arrayContaining([
            { path: 'amount', code: 'invalid_type' },
            { path: 'dueDate', code: 'invalid_date' },
            { path: 'currency', code: 'invalid_currency' },
            { path: 'dateCreated', code: 'invalid_date_time' },
          ]),
        },
      },
    });
  });

  test('of its entry of a bulk alone', async () => {
    const query = `mutation ($input: CreateExpensesInput!) { createExpenses(input: $input) {
      ... on CreateExpensesSuccess { results { __typename ${problem} } } ${problem} } }`;
    const items = [{ amount: 1 }, { amount: 2, dueDate: 'tomorrow' }, { amount: 3 }];
    const partial = await post({ query, variables: { input: { items, partial: true } } });
    expect(partial.body.data.createExpenses.results).toEqual([
      { __typename: 'CreateExpenseSuccess' },
      {
        __typename: 'InvalidInputError',
        errors: [{ path: 'items.1.dueDate', code: 'invalid_date' }],
      },
      { __typename: 'CreateExpenseSuccess' },
    ]);
    const whole = await post({ query, variables: { input: { items } } });
    expect(whole.body.data.createExpenses.errors).toEqual([
      { path: 'items.1.dueDate', code: 'invalid_date' },
    ]);
  });

  test('and is accepted if REST accepts it', async () => {
    const query =
      'mutation ($input: CreateExpenseInput!) { createExpense(input: $input) { ... on CreateExpenseSuccess { expense { dueDate amount } } } }';
    const input = { amount: '1e2', dueDate: '2026-03-31T23:00:00Z' };
    const { body } = await post({ query, variables: { input } });
    expect(body.data.createExpense.expense).toEqual({ dueDate: '2026-03-31', amount: '100' });
  });

  test('also if one item replaces a list of one', async () => {
    const query = `mutation ($input: CreateExpensesInput!) { createExpenses(input: $input) { __typename ${problem} } }`;
    const whole = { input: { items: { amount: '100', taxRate: '19,5', dueDate: '31.12.2026' } } };
    const { body } = await post({ query, variables: whole });
    expect(body.data.createExpenses.errors).toEqual(
      expect.arrayContaining([
        { path: 'items.0.dueDate', code: 'invalid_date' },
        { path: 'items.0.taxRate', code: 'invalid_type' },
      ]),
    );
    const list = `mutation ($items: [CreateExpenseInput!]!) { createExpenses(input: { items: $items }) { __typename ${problem} } }`;
    const alone = await post({ query: list, variables: { items: { amount: '7,5' } } });
    expect(alone.body.data.createExpenses.errors).toEqual([
      { path: 'items.0.amount', code: 'invalid_type' },
    ]);
  });

  test('but not in a filter in the result of the mutation', async () => {
    const query = `mutation ($where: ExpenseWhere) { createVendor(input: { name: "Below" }) {
      ... on CreateVendorSuccess { vendor { expenses(where: $where) { totalCount } } } } }`;
    const { body } = await post({ query, variables: { where: { dueDate: { lt: 'soon' } } } });
    expect(body.errors[0].extensions.code).toBe('invalid_operation');
    expect(body).not.toHaveProperty('data');
  });
});

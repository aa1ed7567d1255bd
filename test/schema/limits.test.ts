import type { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { OperationLimits } from '../../src/config/operation-settings.ts';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { expectRejection, usePost } from '../support/operations.ts';

const api = useTestApi();
const post = usePost(api);

const serviceWith = (limits: Partial<OperationLimits>) =>
  createTestApp(api.database, { limits: { ...defaultOperationLimits, ...limits } });

const query = (text: string, app?: Hono) => post({ query: text }, {}, app);
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** Fields 4 levels deep, and 4 more for each turn. */
const deep = (order: number): string =>
  `{ clients(first: 1) { edges { node { ${'contacts(first: 1) { edges { node { client { '.repeat(order)} id ${'} } } } '.repeat(order)} } } } }`;

test('the field `limits` returns all of them', async () => {
  const fields = `bodyBytes bodyValues inputObjects inputDepth tokens depth aliases directives rootFields cost timeMs requestsPerMinute costPerMinute subscriptions eventCost
    pageSize bulkItems subscriptionIds`;
  const { body } = await query(`{ limits { ${fields} } }`, serviceWith({}));
  expect(body).toEqual({
    data: {
      limits: {
        bodyBytes: 1_048_576,
        bodyValues: 32_768,
        inputObjects: 5_000,
        inputDepth: 40,
        tokens: 2_000,
        depth: 20,
        aliases: 30,
        directives: 50,
        rootFields: 20,
        cost: 20_000,
        timeMs: 10_000,
        requestsPerMinute: null,
        costPerMinute: null,
        subscriptions: 50,
        eventCost: 100_000,
        pageSize: 100,
        bulkItems: 1_000,
        subscriptionIds: 1_000,
      },
    },
  });
});

describe('before any SQL runs, an operation is rejected', () => {
  const cases: [string, string, string, RegExp][] = [
    [
      'with too many tokens',
      `{ ${times(1_000, (i) => `a${i}: __typename`)} }`,
      'invalid_operation',
      /^Token limit of 2000 exceeded\.$/,
    ],
    ['too deep', deep(5), 'invalid_operation', /^Query depth limit of 20 exceeded, found 24\.$/],
    [
      'too deep by fragments',
      `{ clients { edges { node { ...A } } } }
       fragment A on Client { contacts { edges { node { client { ...B } } } } }
       fragment B on Client { contacts { edges { node { client { ...C } } } } }
       fragment C on Client { contacts { edges { node { client { ...D } } } } }
       fragment D on Client { contacts { edges { node { client { ...E } } } } }
       fragment E on Client { contacts { edges { node { id } } } }`,
      'invalid_operation',
      /^Query depth limit of 20 exceeded/,
    ],
    [
      'with too many aliases',
      `{ ${times(31, (i) => `a${i}: __typename`)} }`,
      'invalid_operation',
      /^Aliases limit of 30 exceeded, found 31\.$/,
    ],
    [
      'with too many aliases in a fragment',
      `{ ...A } fragment A on Query { ${times(31, (i) => `a${i}: __typename`)} }`,
      'invalid_operation',
      /^Aliases limit of 30 exceeded, found 31\.$/,
    ],
    [
      'with too many directives',
      `{ __typename ${'@include(if: true) '.repeat(51)} }`,
      'invalid_operation',
      /^Directives limit of 50 exceeded, found 51\.$/,
    ],
    [
      'with too many root fields',
      `{ ${'workspace { name } '.repeat(21)} }`,
      'operation_too_costly',
      /21 root fields; the limit is 20/,
    ],
    [
      'with too many root fields in fragments',
      `{ ...A ... { ...A ${'limits { cost } '.repeat(11)} } }
       fragment A on Query { ${'limits { cost } '.repeat(10)} }`,
      'operation_too_costly',
      /21 root fields; the limit is 20/,
    ],
    [
      'that costs too much',
      `{ clients(first: 100) { edges { node { contacts(first: 100) { edges { node { id firstName lastName } } } } } } }`,
      'operation_too_costly',
      /is \d+; the limit is 20000/,
    ],
    [
      'that costs too much below an empty page, whose statement is as long',
      `{ clients(first: 0) { edges { node { contacts(first: 100) { edges { node { formSubmissions(first: 100) { edges { node { id createdAt } } } } } } } } } }`,
      'operation_too_costly',
      /is \d+; the limit is 20000/,
    ],
    ['nested 4,000 braces deep', '{a'.repeat(4_000), 'invalid_operation', /./],
    ['nested 4,000 lists deep', `{ nodes(ids: ${'['.repeat(4_000)}`, 'invalid_operation', /./],
    [
      'of fragments that double 60 times',
      `{ ...F0 } ${times(60, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)}
       fragment F60 on Query { ${'limits { cost } '.repeat(21)} }`,
      'operation_too_costly',
      /root fields/,
    ],
    [
      'of fragments that go round',
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
      'invalid_operation',
      /Cannot spread fragment/,
    ],
    [
      'whose introspection goes round',
      `{ __schema { types { ${'fields { type { '.repeat(5)} name ${'} } '.repeat(5)} } } }`,
      'invalid_operation',
      /introspection depth/i,
    ],
    ['that the schema does not have', '{ nothing }', 'invalid_operation', /Cannot query field/],
    ['that cannot be read', '{ clients', 'invalid_operation', /Syntax Error/],
  ];
  test.each(cases)('%s', async (_, text, code, message) => {
    expectRejection(await query(text), code, message);
  });

  test('whose page size, a variable, costs too much', async () => {
    const text = `query ($first: Int) { clients(first: $first) { edges { node {
      contacts(first: $first) { edges { node { id firstName lastName } } } } } } }`;
    const requested = (first: number) => post({ query: text, variables: { first } });
    expect((await requested(10)).body).toHaveProperty('data');
    expectRejection(await requested(100), 'operation_too_costly', /cost of the operation/);
    expect((await requested(10)).body).toHaveProperty('data');
  });

  test('that costs too much, next to a cheap one', async () => {
    const page =
      'clients(first: 100) { edges { node { contacts(first: 100) { edges { node { id email } } } } } }';
    const text = `query Cheap { __typename } query Costly { ${page} }`;
    const sent = (operationName: string) => post({ query: text, operationName });
    expect((await sent('Cheap')).body).toHaveProperty('data');
    expectRejection(await sent('Costly'), 'operation_too_costly', /cost of the operation/);
  });

  test('whose condition is nested as deep as its body can be, whether its cost is known or not', async () => {
    const text = 'query ($where: ClientWhere) { clients(where: $where) { totalCount } }';
    const queries = (depth: number) => {
      const where = `${'{"AND":['.repeat(depth)}{}${']}'.repeat(depth)}`;
      return post(`{"query":${JSON.stringify(text)},"variables":{"where":${where}}}`);
    };
    expect((await queries(1)).body).toHaveProperty('data');
    for (const depth of [2_000, 5_000, 20_000, 90_000]) {
      const { body, status } = await queries(depth);
      expect(body.errors[0].extensions.code, String(depth)).toMatch(
        /invalid_(operation|input)|body_too_large/,
      );
      expect(status).toBeLessThan(500);
    }
  });

  test.each([10, 60])('with fragments of records that double %i times', async (rounds) => {
    const fragments = times(
      rounds,
      (i) => `fragment F${i} on Client { ...F${i + 1} ...F${i + 1} }`,
    );
    const text = `{ clients { edges { node { ...F0 } } } } ${fragments} fragment F${rounds} on Client { id name }`;
    const { status, body } = await query(text);
    expect(status).toBeLessThan(500);
    if (body.errors) expect(body.errors[0].extensions.code).toMatch(/invalid_operation|too_costly/);
  });

  test('whose variables are nested as deep as its body can be', async () => {
    const nested = (depth: number) =>
      `{"query":"{ __typename }","variables":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
    expectRejection(await post(nested(4_000)), 'invalid_operation', /too deeply/);
    expectRejection(await post(nested(29_000)), 'invalid_operation', /too deeply/);
    expectRejection(await post(nested(160_000)), 'body_too_large', /32768 values/);
  });
});

test.each([
  ['aliases', `{ ${times(30, (i) => `a${i}: __typename`)} }`, { rootFields: 30 }],
  ['root fields', `{ ${'limits { cost } '.repeat(20)} }`, {}],
  ['directives', '{ __typename @include(if: true) }', { directives: 1 }],
  ['depth', deep(4), {}],
])('an operation that just keeps to the limit of %s is taken', async (_, text, limits) => {
  expect((await query(text, serviceWith(limits))).body).toHaveProperty('data');
});

test('four levels of lists are taken', async () => {
  const text = `{ clients(first: 1) { edges { node { projects(first: 1) { edges { node {
    deliverables(first: 1) { edges { node { timeEntries(first: 1) { edges { node { id } } } } } } } } } } } } }`;
  expect((await query(text)).body).toEqual({ data: { clients: { edges: [] } } });
});

test('without a key nothing is read of an operation, be it ever so deep', async () => {
  for (const text of [
    '{a'.repeat(4_000),
    '{ __schema { types { name } } }',
    '{ client }',
    '{ __typename }',
  ]) {
    const { status, body, statements } = await post({ query: text }, { 'x-api-key': '' });
    expect(status).toBe(401);
    expect(body.errors).toEqual([
      {
        message: 'Invalid X-API-KEY specified.',
        extensions: { code: 'invalid_api_key', requestId: expect.any(String) },
      },
    ]);
    expect(statements).toEqual([]);
  }
});

test('a limit of tokens that is set high does not let the stack overflow', async () => {
  const app = serviceWith({ tokens: 100_000, depth: 100 });
  expectRejection(await query('{a'.repeat(4_000), app), 'invalid_operation', /./);
  expectRejection(await query('{a'.repeat(20_000), app), 'invalid_operation', /./);
});

test('the cost is returned on request', async () => {
  const text = '{ clients(first: 10) { edges { node { id name } } } }';
  const { body } = await post({ query: text, extensions: { cost: true } });
  expect(body.extensions.cost).toEqual({ requested: expect.any(Number), limit: 20_000 });
  expect(body.extensions.cost.requested).toBeGreaterThan(20);
  expect((await query(text)).body).not.toHaveProperty('extensions');
});

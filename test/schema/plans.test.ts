import type { GraphQLObjectType } from 'graphql';
import { getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import {
  fullAccessScopes,
  grantedPermissions,
} from '../../src/platform/permissions/permissions.ts';
import { schema } from '../../src/schema/index.ts';
import { createOperationPlanner } from '../../src/schema/planner/index.ts';
import { useTestApi } from '../support/api.ts';
import { ask, everythingOf, idsOf, planOf } from '../support/graphql.ts';
import { planned } from '../support/plans.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
const { ours, theirs } = useFilledWorkspaces(api, { ours: 10, theirs: 3 });
const expectPlanned = planned(api);

test('one record, the workspace itself, and fields without records are planned together', async () => {
  const workspace = everythingOf(schema.getType('Workspace') as GraphQLObjectType, 0);
  const client = everythingOf(schema.getType('Client') as GraphQLObjectType, 0);
  const revenue = everythingOf(schema.getType('RevenueOfMonth') as GraphQLObjectType, 0);
  await expectPlanned(
    `query ($id: ID!, $theirs: ID!, $user: ID!) {
      __typename workspace ${workspace} figures { revenueByMonth ${revenue} again: receivablesByAge { __typename currency } }
      client(id: $id) ${client} foreign: client(id: $theirs) ${client} wrong: project(id: $id) { id }
      node(id: $id) { id ... on Client { name } ... on Project { startDate } }
      user(id: $user) { __typename id userId }
    }`,
    {
      id: ours.id('Client', 0),
      theirs: theirs.id('Client', 0),
      user: ours.id('User', 0),
    },
  );
});

test('a derived value with two aliases is read once', async () => {
  await expectPlanned('{ taxRules { edges { node { a: effectiveRate b: effectiveRate } } } }');
  await expectPlanned('{ invoices { edges { node { a: allowedActions b: allowedActions } } } }');
});

test('fragments on types and interfaces, repeated fields, and directives are planned', async () => {
  const source = `query ($all: Boolean!, $none: Boolean!) {
    clients(first: 3) {
      edges { node { ...Named ... on Node { key: id } name contacts { edges { node { id } } } } }
      edges { node { contacts { edges { node { lastName } } } } }
      pageInfo @include(if: $all) { hasNextPage }
    }
    projects(first: 2) @skip(if: $none) { edges { cursor } }
  }
  fragment Named on Client { name city @include(if: $all) ... @skip(if: $all) { country } }`;
  for (const all of [true, false]) {
    for (const none of [true, false]) await expectPlanned(source, { all, none });
  }
});

test('any alias is possible, also names of statements and of every JavaScript object', async () => {
  const names = 'r: name t0: name l: city k: city __proto__: name then: id toJSON: id';
  const below = 'contacts(first: 1) { then: totalCount __proto__: edges { r: node { r: id } } }';
  await expectPlanned(
    `query ($id: ID!) {
      __proto__: clients(first: 2) { edges { node { ${names} constructor: ${below} } } }
      then: clients(first: 2) { r: totalCount __proto__: edges { __proto__: node { ${names} } } }
      client(id: $id) { ${names} } nodes(ids: [$id, $id]) { r: id ... on Client { t0: name } }
      projects(first: 2) { edges { node { r: client { r: name __proto__: id } } } }
    }`,
    { id: ours.id('Client', 0) },
  );
});

test('a variable that is absent and one that is null are planned apart', async () => {
  const source = `query ($email: String) {
    clients { edges { node { contacts(where: { email: { equals: $email } }) { totalCount edges { node { id } } } } } }
  }`;
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('No operation.');
  const plan = createOperationPlanner(schema);
  const throwDefect = (error: unknown) => {
    throw error;
  };
  for (const variables of [{}, { email: null }, {}]) {
    const read = plan(
      document,
      operation,
      { variables, permissions: grantedPermissions(fullAccessScopes) },
      throwDefect,
    );
    const { data } = await read({ ...api.ours.context });
    const alone = await ask(api.ours.context, source, variables);
    expect(JSON.parse(String(data))).toEqual(alone.data);
  }
});

test('nothing is read for a field at the root whose arguments are wrong', async () => {
  for (const wrong of ['projects(first: 101)', 'projects(after: "x")', 'nodes(ids: $ids)']) {
    const source = `query ($ids: [ID!] = []) { wrong: ${wrong} { __typename } }`;
    const ids = Array.from({ length: 101 }, (_, index) => `cli_${index}`);
    const read = planOf(source, { ids });
    const { statements } = await recordStatements(async () => {
      await expect(read?.({ ...api.ours.context })).rejects.toThrow();
    });
    expect(statements).toEqual([]);
  }
});

test('a statement is planned for the values of its conditions, and once for all if it has none', async () => {
  const prepared = async (source: string) => {
    const read = planOf(source);
    const { statements } = await recordStatements(async () => {
      for (let time = 0; time < 3; time += 1) await read?.({ ...api.ours.context });
    });
    const known = await api.database.pool.query('SELECT statement FROM pg_prepared_statements');
    return known.rows.some(({ statement }) => statement === statements[0]);
  };
  const city = 'where: { client: { city: { equals: "Ulm" } } }';
  expect(await prepared('{ projects(first: 7) { edges { node { id } } } }')).toBe(true);
  expect(await prepared(`{ projects(first: 7, ${city}) { edges { node { id } } } }`)).toBe(false);
  expect(
    await prepared(
      `{ clients { edges { node { projects(${city}) { edges { node { id } } } } } } }`,
    ),
  ).toBe(false);
});

/** Reads an operation with variables, and returns the statements that are sent. */
async function statementsOf(source: string, input: readonly Record<string, unknown>[]) {
  const { statements } = await recordStatements(async () => {
    for (const variables of input) await planOf(source, variables)({ ...api.ours.context });
  });
  return statements;
}

async function preparedTexts(): Promise<string[]> {
  const { rows } = await api.database.pool.query('SELECT statement FROM pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

test.each([
  [
    'values that no two records have in common',
    'query ($of: String) { projects(first: 3, where: { client: { name: { equals: $of } } }) { nodes { id } } }',
    ['A', 'B', 'C'],
  ],
  [
    'values of an enumeration',
    '{ invoices(where: { status: { in: [SENT, PARTIAL, SENT] }, invoiceType: { not: { equals: DEPOSIT } } }) { nodes { id } } }',
    [1, 2, 3],
  ],
  [
    'those of a list below a record',
    'query ($of: String) { clients(first: 2) { nodes { contacts(where: { client: { name: { equals: $of } } }) { nodes { id } } } } }',
    ['A', 'B', 'C'],
  ],
])('conditions on %s are planned once for all values', async (_, source, values) => {
  const statements = await statementsOf(
    source,
    values.map((of) => ({ of })),
  );
  expect(statements).toHaveLength(values.length);
  expect(new Set(statements).size).toBe(1);
  expect(await preparedTexts()).toContain(statements[0]);
});

const days = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];

test.each([
  ['an id to which others refer', 'ID', '{ client: { id: { equals: $of } } }', ['a', 'b', 'c']],
  ['a list of values', 'String', '{ name: { in: [$of, $of] } }', ['a', 'b', 'c']],
  ['a stretch of values', 'DateTime', '{ createdAt: { gt: $of } }', days],
  ['a text that values may have', 'String', '{ name: { contains: $of } }', ['a', 'b', 'c']],
])('conditions on %s are planned for each value', async (_, type, where, values) => {
  const source = `query ($of: ${type}!) { projects(first: 3, where: ${where}) { nodes { id } } }`;
  const statements = await statementsOf(
    source,
    values.map((of) => ({ of })),
  );
  expect(statements).toHaveLength(3);
  expect(await preparedTexts()).not.toContain(statements[0]);
});

test.each([
  ['tasks/list', { projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20' }, true],
  ['tasks/list', { clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f20' }, true],
  ['tasks/search', { id: 'dlv_0199d2f0a1c27b1e9f4b6c1de0a35f20' }, true],
  ['projects/search', { id: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20' }, true],
  ['payableInvoices/search', { id: 'inv_0199d2f0a1c27b1e9f4b6c1de0a35f20' }, true],
  ['payableInvoices/search', { query: 'Nobody' }, true],
  ['invoices/search', { clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f20' }, true],
  ['search', { query: 'a word' }, true],
  ['tasks/list', { statusId: 'sta_0199d2f0a1c27b1e9f4b6c1de0a35f20' }, false],
  ['tasks/search', { query: 'a word' }, false],
  ['invoices/search', { updatedSince: '2026-01-01T00:00:00Z' }, false],
])('%s by %o has one plan for all values: %s', async (path, query, isPrepared) => {
  const { statements } = await recordStatements(async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await api.ours.get(path, query)).status).toBe(200);
    }
  });
  const lists = statements.filter((sql) => sql.includes('FROM (SELECT'));
  expect(lists).toHaveLength(3);
  expect((await preparedTexts()).includes(lists[0] ?? '')).toBe(isPrepared);
});

test('values of an enumeration are in a statement in one order, each once', async () => {
  const source = (list: string) =>
    `{ invoices(where: { status: { in: [${list}] } }) { nodes { id } } }`;
  const [one] = await statementsOf(source('PARTIAL, SENT, PARTIAL'), [{}]);
  const [other] = await statementsOf(source('SENT, PARTIAL'), [{}]);
  expect(one).toBe(other);
  expect(one).toContain(`t0."status" IN ('PARTIAL', 'SENT')`);
});

/** How often the planner, which alone asks for it, looks at a field while something is done. */
async function plannedTimes(type: string, field: string, work: () => Promise<unknown>) {
  const { extensions } = (schema.getType(type) as GraphQLObjectType).getFields()[field] as {
    extensions: object;
  };
  let times = 0;
  Object.defineProperty(extensions, 'linked', {
    configurable: true,
    get: () => {
      times += 1;
      return undefined;
    },
  });
  try {
    await work();
  } finally {
    Reflect.deleteProperty(extensions, 'linked');
  }
  return times;
}

test('a nested list is planned once for all cursors, conditions, sizes and directions', async () => {
  const source = `query ($first: Int, $last: Int, $after: String, $name: String, $all: Boolean = false, $cursors: Boolean = true) {
    clients(first: 3) { nodes { name projects(
      first: $first, last: $last, after: $after, includeInactive: $all, where: { name: { equals: $name } }
    ) { edges { cursor @include(if: $cursors) node { name } } } } } }`;
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('No operation.');
  const planner = createOperationPlanner(schema);
  const answers: [variables: Record<string, unknown>, answer: unknown][] = [];
  const read = async (variables: Record<string, unknown>) => {
    const argument = { all: false, cursors: true, ...variables };
    const caller = { variables: argument, permissions: grantedPermissions(fullAccessScopes) };
    const plan = planner(document, operation, caller, (error) => {
      throw error;
    });
    const { data, errors } = await plan({ ...api.ours.context });
    const answer = { data: data && JSON.parse(data), errors: errors.map(String) };
    answers.push([variables, answer]);
    return answer.data;
  };
  const times = await plannedTimes('Project', 'name', async () => {
    const { clients } = await read({ first: 1 });
    const lists = clients.nodes.map(
      ({ projects }: Record<string, { edges: object[] }>) => projects?.edges,
    );
    const [{ cursor, node }] = lists.find((edges: object[]) => edges.length > 0);
    await read({ first: 1, after: cursor });
    await read({ last: 2 });
    await read({ first: 5, name: node.name });
    await read({ first: 5, name: null, all: true });
    await read({ first: 5, after: 'x' });
    await read({ first: 101 });
    await read({ first: 1, last: 1 });
  });
  expect(times).toBe(1);
  const other = await plannedTimes('Project', 'name', () => read({ first: 1, cursors: false }));
  expect(other).toBe(1);
  for (const [variables, answer] of answers) {
    const { data, errors = [] } = await ask(api.ours.context, source, variables);
    expect(answer).toEqual({ data, errors: errors.map(String) });
  }
});

test('texts, amounts, days and instants are the same in the result as after execution', async () => {
  const { db } = api.ours.context;
  const id = ours.id('Client', 1);
  const notes = 'Quote " backslash \\ tab \t newline \n null \u0001 \u2028 emoji 🧾 </script>';
  await db.client.updateMany({ where: { accountId: api.ours.accountId, id }, data: { notes } });
  for (const defaultTaxRate of ['0', '0.1', '12.5', '19', '99.999']) {
    await db.client.updateMany({
      where: { accountId: api.ours.accountId, id },
      data: { defaultTaxRate },
    });
    const data = await expectPlanned(
      'query ($id: ID!) { client(id: $id) { notes defaultTaxRate createdAt archived } }',
      { id },
    );
    expect(data.client).toMatchObject({ notes, defaultTaxRate });
  }
});

describe('the result of field-by-field execution is read', () => {
  test.each([
    ['figures with records', '{ figures { pipelineByStage { stage { id label } } } }'],
    ['the root of mutations', 'mutation { __typename }'],
    ['records that a resolver found', '{ searchClients(query: "") { id name } }'],
    ['fields whose definitions are found', '{ projectTypes { nodes { projectFields { name } } } }'],
    ['the schema beside records', '{ clients { totalCount } __type(name: "Client") { name } }'],
    [
      'records in several places of a page',
      '{ clients { nodes { name } edges { cursor node { id } } more: edges { node { city } } } }',
    ],
  ])('%s', async (_, source) => {
    expect(Object.keys(await expectPlanned(source))).not.toEqual([]);
  });

  test('names longer than those of columns', async () => {
    const [long, longer] = ['a'.repeat(64), `${'a'.repeat(64)}b`];
    const names = `${long}: name __proto__: id ${longer}: contacts(first: 1) { ${long}: nodes { ${longer}: id } }`;
    const data = await expectPlanned(
      `{ ${long}: clients(first: 2) { ${longer}: nodes { ${names} } } }`,
    );
    const plain = await expectPlanned(
      '{ clients(first: 2) { nodes { name id contacts(first: 1) { nodes { id } } } } }',
    );
    const entries = plain.clients.nodes.map(
      ({ name, id, contacts }: Record<string, { nodes: { id: string }[] }>) => [
        [long, name],
        ['__proto__', id],
        [longer, { [long]: contacts?.nodes.map((one) => ({ [longer]: one.id })) }],
      ],
    );
    expect(data[long][longer].map(Object.entries)).toEqual(entries);
  });
});

test.each([
  ['a page that is too large', '{ clients(first: 101) { totalCount } }'],
  ['a cursor of another list', '{ clients(after: "x") { totalCount } }'],
  ['two directions', '{ clients(first: 1, last: 1) { totalCount } }'],
])('a plan fails for %s, and execution reports the error at its path', async (_, source) => {
  const read = planOf(source);
  expect(read).not.toBeNull();
  await expect(read?.({ ...api.ours.context })).rejects.toThrow();
});

test('a nested list continues after a cursor, or begins at its end, in the one statement', async () => {
  const id = ours.id('Client', 0);
  const page = 'edges { cursor node { id name } }';
  const list = (args: string) => `{ client(id: "${id}") { projects(${args}) { ${page} } } }`;
  const first = await expectPlanned(list('first: 1'));
  const { cursor } = first.client.projects.edges[0];
  for (const args of [`first: 1, after: "${cursor}"`, 'last: 1', `last: 1, before: "${cursor}"`]) {
    await expectPlanned(list(args));
    const read = planOf(list(args));
    const { statements } = await recordStatements(async () => read?.({ ...api.ours.context }));
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatch(/ LIMIT 2\)/);
  }
});

test('a page after a cursor is prepared like the first, and one statement of a page’s length', async () => {
  const list = (args: string) =>
    `{ clients(first: 2${args}) { edges { cursor node { name } } pageInfo { endCursor } } }`;
  const first = await expectPlanned(list(''));
  const source = list(`, after: "${first.clients.pageInfo.endCursor}"`);
  await expectPlanned(source);
  const read = planOf(source);
  const { statements } = await recordStatements(async () => {
    for (let time = 0; time < 3; time += 1) await read?.({ ...api.ours.context });
  });
  expect(new Set(statements).size).toBe(1);
  expect(statements[0]).toMatch(/\(t0\."name", t0\."id"\) > \(\$2, \$3\).* LIMIT 3\)/s);
  const known = await api.database.pool.query('SELECT statement FROM pg_prepared_statements');
  expect(known.rows.map(({ statement }) => statement)).toContain(statements[0]);
});

test.each([
  ['forward', 'first: 2'],
  ['forward in a descending order', 'first: 2, orderBy: [{ country: DESC }, { name: ASC }]'],
  ['from the end', 'last: 2'],
  ['all of it', 'first: 50'],
  ['none of it', 'first: 0'],
  ['of nothing', 'first: 2, where: { name: { equals: "nobody" } }'],
])('a page that the database writes is the one that the process makes: %s', async (_, args) => {
  // The process builds the page from cursors and records.
  const info =
    'again: pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount __typename';
  const below = 'contacts(last: 1) { nodes { id lastName } }';
  const both = async (list: string) => {
    const shaped = await expectPlanned(
      `{ clients(${list}) { edges { cursor n: node { name ${below} } } ${info} } }`,
    );
    const written = await expectPlanned(
      `{ clients(${list}) { ${info} edges { n: node { name ${below} } } } }`,
    );
    const plain = await expectPlanned(
      `{ clients(${list}) { ${info} all: nodes { name ${below} } } }`,
    );
    const { edges, ...reported } = shaped.clients;
    const entries = edges.map(({ n }: { n: object }) => ({ n }));
    expect(written.clients).toEqual({ ...reported, edges: entries });
    expect(plain.clients).toEqual({ ...reported, all: entries.map(({ n }: { n: object }) => n) });
    expect(Object.keys(written.clients)).toEqual(['again', 'totalCount', '__typename', 'edges']);
    return reported.again;
  };
  const { endCursor, startCursor } = await both(args);
  if (endCursor === null) return;
  await both(
    `${args}, ${args.startsWith('last') ? `before: "${startCursor}"` : `after: "${endCursor}"`}`,
  );
});

test('a page takes one statement, and of nothing but a count no record is read', async () => {
  const statementsFor = async (source: string) => {
    const read = planOf(source);
    return (await recordStatements(async () => read({ ...api.ours.context }))).statements;
  };
  const written = await statementsFor(
    '{ clients(first: 2) { nodes { name } pageInfo { hasNextPage endCursor } } }',
  );
  expect(written).toHaveLength(1);
  expect(written[0]).toContain('WITH page AS');
  const counted = await statementsFor('{ clients { totalCount } }');
  expect(counted).toHaveLength(1);
  expect(counted[0]).toMatch(/^SELECT count\(\*\)/);
  const below = await statementsFor('{ clients(first: 3) { nodes { contacts { totalCount } } } }');
  expect(below).toHaveLength(1);
  expect(below[0]).toContain('SELECT count(*) AS "totalCount" FROM "Contact"');
});

test('a list below a record, with the ids alone, takes one statement', async () => {
  const lists = `contacts ${idsOf(schema.getType('ContactConnection') as GraphQLObjectType)}`;
  const read = planOf(`{ clients(first: 50) { edges { node { id name ${lists} } } } }`);
  const { statements } = await recordStatements(async () => read?.({ ...api.ours.context }));
  expect(statements).toHaveLength(1);
});

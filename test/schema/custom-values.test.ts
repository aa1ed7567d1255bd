import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { ask, askFor } from '../support/graphql.ts';
import { created } from '../support/invoices.ts';
import { useFilledWorkspaces } from '../support/records.ts';

const api = useTestApi();
useFilledWorkspaces(api, { ours: 1, theirs: 1 });

const fields = [
  { name: 'Motto', mappingKey: 'motto', type: 'TEXT' },
  { name: 'Score', mappingKey: 'score', type: 'NUMERIC' },
  { name: 'Budget', mappingKey: 'budget', type: 'CURRENCY' },
  { name: 'Renewal', mappingKey: 'renewal', type: 'DATE' },
  { name: 'Partner', mappingKey: 'partner', type: 'CHECKBOX' },
  { name: 'Tier', mappingKey: 'tier', type: 'SELECT', options: ['Gold', 'Silver'] },
];

type Values = Readonly<Record<string, unknown>>;

const clients: Record<string, Values> = {
  None: {},
  Ada: { motto: 'Numbers first', score: 9.5, renewal: '2026-03-01', partner: true, tier: 'Gold' },
  Bob: { motto: 'numbers FIRST', score: 10, renewal: '2026-02-28', partner: false, tier: 'Silver' },
  Cid: { motto: '100%', score: -3, budget: 1e300, renewal: '2025-12-31' },
  Dee: { score: 0, budget: '12.50', tier: 'Gold' },
  // Values of another type are no values.
  Eve: { motto: null, score: 'many', renewal: 'soon', partner: 'perhaps' },
};

const prefix = 'Custom ';

beforeAll(async () => {
  for (const field of fields) {
    const source =
      'mutation ($input: CreateCustomFieldInput!) { createCustomField(input: $input) { __typename } }';
    const { body } = await api.ours.gql(source, { input: { ...field, recordType: 'CLIENT' } });
    expect(body.errors).toBeUndefined();
  }
  for (const [name, customValues] of Object.entries(clients)) {
    await created(api.ours, 'clients/create', { name: `${prefix}${name}`, customValues });
  }
});

const listSource = `query ($where: ClientWhere!, $orderBy: [ClientOrderBy!]) {
  clients(where: { name: { startsWith: "${prefix}" }, AND: [$where] }, orderBy: $orderBy, first: 100) { totalCount nodes { name } } }`;

async function namesOf(where: object, orderBy?: object[]): Promise<string[]> {
  const { data, errors } = await ask(api.ours.context, listSource, { where, orderBy });
  expect(errors).toBeUndefined();
  const names = data.clients.nodes.map(({ name }: { name: string }) => name.slice(prefix.length));
  expect(data.clients.totalCount).toBe(names.length);
  return names;
}

const some = (...entries: object[]) => namesOf({ customValues: { some: entries } });

async function errorsOf(where: object, source = listSource) {
  const { body } = await api.ours.gql(source, { where });
  return body.errors[0].extensions.errors ?? body.errors[0].extensions;
}

describe('a filter by a custom field', () => {
  test('compares texts as they are stored, with or without case', async () => {
    const motto = (text: object) => some({ key: 'motto', text });
    expect(await motto({ equals: 'Numbers first' })).toEqual(['Ada']);
    expect(await motto({ equals: 'NUMBERS first', mode: 'INSENSITIVE' })).toEqual(['Ada', 'Bob']);
    expect(await motto({ in: ['100%', 'Numbers first'] })).toEqual(['Ada', 'Cid']);
    expect(await motto({ startsWith: '100%' })).toEqual(['Cid']);
    expect(await motto({ contains: 'first', mode: 'INSENSITIVE' })).toEqual(['Ada', 'Bob']);
  });

  test('compares numbers by size, also very large ones and those stored as text', async () => {
    const score = (number: object) => some({ key: 'score', number });
    expect(await score({ equals: 10 })).toEqual(['Bob']);
    expect(await score({ gt: '9' })).toEqual(['Ada', 'Bob']);
    expect(await score({ gte: '-3', lt: '9.5' })).toEqual(['Cid', 'Dee']);
    expect(await score({ lte: 0 })).toEqual(['Cid', 'Dee']);
    expect(await score({ in: [0, '10.00'] })).toEqual(['Bob', 'Dee']);
    expect(await some({ key: 'budget', number: { gte: '12.5' } })).toEqual(['Cid', 'Dee']);
    expect(await some({ key: 'budget', number: { equals: '12.5' } })).toEqual(['Dee']);
  });

  test('compares days, booleans and choices', async () => {
    const renewal = (date: object) => some({ key: 'renewal', date });
    expect(await renewal({ gte: '2026-02-28' })).toEqual(['Ada', 'Bob']);
    expect(await renewal({ lt: '2026-03-01', gt: '2025-12-31' })).toEqual(['Bob']);
    expect(await renewal({ equals: '2025-12-31' })).toEqual(['Cid']);
    expect(await some({ key: 'partner', flag: { equals: true } })).toEqual(['Ada']);
    expect(await some({ key: 'partner', flag: { equals: false } })).toEqual(['Bob']);
    expect(await some({ key: 'tier', choice: { equals: 'Gold' } })).toEqual(['Ada', 'Dee']);
    expect(await some({ key: 'tier', choice: { notIn: ['Gold'] } })).toEqual(['Bob']);
  });

  test('finds records without a value, and an opposite omits them', async () => {
    const number = { equals: null };
    expect(await some({ key: 'score', number })).toEqual(['Eve', 'None']);
    expect(await some({ key: 'score', number: { not: null } })).toEqual([
      'Ada',
      'Bob',
      'Cid',
      'Dee',
    ]);
    expect(await some({ key: 'score', number: { not: { equals: 10 } } })).toEqual([
      'Ada',
      'Cid',
      'Dee',
    ]);
    const gold = { customValues: { some: [{ key: 'tier', choice: { equals: 'Gold' } }] } };
    expect(await namesOf({ NOT: gold })).toEqual(['Bob']);
    const flag = { equals: null };
    const withoutFlag = ['Cid', 'Dee', 'Eve', 'None'];
    expect(await some({ key: 'partner', flag })).toEqual(withoutFlag);
    const opposite = (equals: unknown) =>
      namesOf({ NOT: { customValues: { some: [{ key: 'partner', flag: { equals } }] } } });
    expect(await opposite(true)).toEqual(['Bob']);
    expect(await opposite(null)).toEqual(['Ada', 'Bob']);
  });

  test('needs one of the conditions in `some`, all in `every`', async () => {
    const entries = [
      { key: 'score', number: { gte: 0 } },
      { key: 'tier', choice: { equals: 'Gold' } },
    ];
    expect(await some(...entries)).toEqual(['Ada', 'Bob', 'Dee']);
    expect(await namesOf({ customValues: { every: entries } })).toEqual(['Ada', 'Dee']);
    expect(await namesOf({ customValues: { every: entries, some: entries } })).toEqual([
      'Ada',
      'Dee',
    ]);
    expect(await namesOf({ customValues: { some: [] } })).toEqual([]);
    const all = Object.keys(clients).toSorted();
    expect(await namesOf({ customValues: { every: [] } })).toEqual(all);
    expect(await namesOf({ customValues: {} })).toEqual(all);
    expect(
      await namesOf({ OR: [{ customValues: { every: entries } }, { name: { endsWith: 'Eve' } }] }),
    ).toEqual(['Ada', 'Dee', 'Eve']);
  });

  test('of another type is rejected with the type of the field', async () => {
    const accepted: Record<string, string> = {
      motto: 'text',
      score: 'number',
      budget: 'number',
      renewal: 'date',
      partner: 'flag',
      tier: 'choice',
    };
    const values: Record<string, unknown> = {
      text: 'a',
      number: 1,
      date: '2026-01-01',
      flag: true,
      choice: 'a',
    };
    for (const { mappingKey: key, type } of fields) {
      for (const [filter, value] of Object.entries(values)) {
        if (filter === accepted[key]) continue;
        const where = {
          OR: [{}, { customValues: { every: [{ key, [filter]: { equals: value } }] } }],
        };
        expect(await errorsOf(where)).toEqual([
          {
            path: `where.AND.0.OR.1.customValues.every.0.${filter}`,
            code: 'invalid_condition',
            message: `must be \`${accepted[key]}\`, because the field ${key} has the type ${type}`,
          },
        ]);
      }
    }
  });

  test('needs exactly one filter', async () => {
    for (const filters of [{}, { number: null }, { number: { gt: 1 }, text: { equals: 'a' } }]) {
      expect(
        await errorsOf({ customValues: { some: [{ key: 'score', ...filters }] } }),
      ).toMatchObject([{ path: 'where.AND.0.customValues.some.0', code: 'invalid_condition' }]);
    }
  });

  test('with an unknown key is rejected with the closest key and all keys', async () => {
    const [error] = await errorsOf({
      customValues: { some: [{ key: 'scor', number: { gt: 1 } }] },
    });
    expect(error).toMatchObject({
      path: 'where.AND.0.customValues.some.0.key',
      code: 'unknown_field',
    });
    expect(error.message).toMatch(
      /CLIENT\. Did you mean score\? The keys are: .*motto, score, budget, renewal, partner, tier$/,
    );
    const source =
      '{ clients(orderBy: [{ customValue: { key: "scor", direction: ASC } }]) { totalCount } }';
    expect(await errorsOf({}, source)).toMatchObject([
      { path: 'orderBy.0.customValue.key', code: 'unknown_field' },
    ]);
    const value = '{ clients(first: 1) { nodes { customValue(key: "scor") { value } } } }';
    expect(await errorsOf({}, value)).toMatchObject([{ path: 'key', code: 'unknown_field' }]);
  });

  test('of another workspace or another type of record is an unknown key', async () => {
    const source =
      '{ projects(where: { customValues: { some: [{ key: "score", number: { gt: 1 } }] } }) { totalCount } }';
    expect(await errorsOf({}, source)).toMatchObject([{ code: 'unknown_field' }]);
    const { body } = await api.theirs.gql(listSource, {
      where: { customValues: { some: [{ key: 'score', number: { gt: 1 } }] } },
    });
    expect(body.errors[0].extensions.errors).toMatchObject([{ code: 'unknown_field' }]);
  });

  test('applies to related records, and in nested lists with counts', async () => {
    await created(api.ours, 'projects/create', { name: 'Of Ada', clientName: `${prefix}Ada` });
    await created(api.ours, 'projects/create', { name: 'Of Eve', clientName: `${prefix}Eve` });
    const where = '{ customValues: { some: [{ key: "score", number: { gt: 9 } }] } }';
    const { data } = await askFor(
      api.ours.context,
      `{ projects(where: { client: ${where}, name: { startsWith: "Of" } }) { nodes { name } }
        taxRules(first: 1) { nodes { clients(where: ${where}) { totalCount nodes { name } } } } }`,
    );
    expect(data.projects.nodes).toEqual([{ name: 'Of Ada' }]);
  });
});

test('a webhook checks the custom fields of its condition', async () => {
  const create = (condition: object) =>
    api.ours.post('webhooks/create', {
      url: 'https://93.184.216.34/hook',
      types: ['client'],
      where: { client: { customValues: { some: [condition] } } },
    });
  const { body, status } = await create({ key: 'scor', number: { gt: 1 } });
  expect([status, body.errors]).toMatchObject([
    400,
    [{ path: 'where.client.customValues.some.0.key', code: 'unknown_field' }],
  ]);
  expect((await create({ key: 'score', text: { equals: 'a' } })).body.errors).toMatchObject([
    { path: 'where.client.customValues.some.0.text', code: 'invalid_condition' },
  ]);
  expect((await create({ key: 'score', number: { gt: 1 } })).body.errors).toBeUndefined();
});

test('a list with custom fields takes one statement for its definitions, however many it names', async () => {
  const entry = (value: number) => ({ key: 'score', number: { gt: value } });
  const source = `query ($where: ClientWhere) { clients(where: $where, orderBy: [{ customValue: { key: "motto", direction: ASC } }]) {
    nodes { name customValue(key: "score") { value } customValues { value } } } }`;
  const count = async (values: number[]) => {
    const where = { customValues: { every: values.map(entry) } };
    const { statements } = await recordStatements(() => ask(api.ours.context, source, { where }));
    return statements.length;
  };
  expect(await count([1])).toBe(2);
  expect(await count([1, 2, 3])).toBe(2);
});

test('a record has its value in a custom field, or null', async () => {
  const { data } = await askFor(
    api.ours.context,
    `{ clients(where: { name: { in: ["${prefix}Ada", "${prefix}None"] } }) { nodes {
      score: customValue(key: "score") { type fieldName value } budget: customValue(key: "budget") { value } } } }`,
  );
  expect(data.clients.nodes).toEqual([
    { score: { type: 'NUMERIC', fieldName: 'Score', value: 9.5 }, budget: null },
    { score: null, budget: null },
  ]);
});

describe('an order by a custom field', () => {
  const by = (key: string, direction: 'ASC' | 'DESC') => ({ customValue: { key, direction } });
  const orders: [object[], string[]][] = [
    [
      [by('score', 'ASC'), { name: 'ASC' }],
      ['Cid', 'Dee', 'Ada', 'Bob', 'Eve', 'None'],
    ],
    [
      [by('score', 'DESC'), { name: 'ASC' }],
      ['Eve', 'None', 'Bob', 'Ada', 'Dee', 'Cid'],
    ],
    [
      [by('budget', 'DESC'), { name: 'DESC' }],
      ['None', 'Eve', 'Bob', 'Ada', 'Cid', 'Dee'],
    ],
    [
      [by('tier', 'ASC'), by('score', 'DESC'), { name: 'ASC' }],
      ['Ada', 'Dee', 'Bob', 'Eve', 'None', 'Cid'],
    ],
    [
      [by('renewal', 'ASC'), { name: 'ASC' }],
      ['Cid', 'Bob', 'Ada', 'Dee', 'Eve', 'None'],
    ],
    [
      [by('partner', 'ASC'), { name: 'ASC' }],
      ['Bob', 'Ada', 'Cid', 'Dee', 'Eve', 'None'],
    ],
  ];

  test('sorts numbers by size, other values as text; missing values are last, or first in descending order', async () => {
    for (const [orderBy, names] of orders) expect(await namesOf({}, orderBy)).toEqual(names);
  });

  test('has pages that are complete and repeat nothing, forwards and backwards', async () => {
    const source = `query ($orderBy: [ClientOrderBy!], $first: Int, $last: Int, $after: String, $before: String) {
      clients(where: { name: { startsWith: "${prefix}" } }, orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before) {
        edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    for (const [orderBy, names] of orders) {
      for (const size of [1, 2, 4]) {
        for (const forwards of [true, false]) {
          const found: string[] = [];
          for (let cursor: string | undefined; ; ) {
            const page = forwards ? { first: size, after: cursor } : { last: size, before: cursor };
            const { data, errors } = await ask(api.ours.context, source, { orderBy, ...page });
            expect(errors).toBeUndefined();
            const { edges, pageInfo } = data.clients;
            const shown = edges.map(({ node }: { node: { name: string } }) =>
              node.name.slice(prefix.length),
            );
            if (forwards) found.push(...shown);
            else found.unshift(...shown);
            cursor = forwards ? pageInfo.endCursor : pageInfo.startCursor;
            if (!(forwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
          }
          expect(found, JSON.stringify([orderBy, size, forwards])).toEqual(names);
        }
      }
    }
  });

  test('has cursors that another order rejects', async () => {
    const source = (key: string, after = '') =>
      `{ clients(first: 1, orderBy: [{ customValue: { key: "${key}", direction: ASC } }]${after}) { pageInfo { endCursor } } }`;
    const { data } = await askFor(api.ours.context, source('score'));
    const after = `, after: "${data.clients.pageInfo.endCursor}"`;
    const { body } = await api.ours.gql(source('budget', after));
    expect(body.errors[0].extensions.errors).toMatchObject([{ code: 'invalid_cursor' }]);
    expect((await api.ours.gql(source('score', after))).body.errors).toBeUndefined();
  });

  test('is possible in nested lists with cursors', async () => {
    const { body } = await api.ours.gql(
      'mutation ($input: CreateCustomFieldInput!) { createCustomField(input: $input) { __typename } }',
      { input: { recordType: 'PROJECT', name: 'Rank', mappingKey: 'rank', type: 'NUMERIC' } },
    );
    expect(body.errors).toBeUndefined();
    for (const [name, rank] of [
      ['P1', 10],
      ['P2', 9],
      ['P3', null],
    ] as const) {
      await created(api.ours, 'projects/create', {
        name,
        clientName: `${prefix}Bob`,
        customValues: { rank },
      });
    }
    const page = (after: string | null) =>
      askFor(
        api.ours.context,
        `query ($after: String) { clients(where: { name: { equals: "${prefix}Bob" } }) { nodes {
          projects(first: 2, after: $after, orderBy: [{ customValue: { key: "rank", direction: ASC } }]) { edges { cursor node { name } } pageInfo { endCursor hasPreviousPage } } } } }`,
        { after },
      );
    const first = (await page(null)).data.clients.nodes[0].projects;
    expect(first.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual([
      'P2',
      'P1',
    ]);
    const second = (await page(first.pageInfo.endCursor)).data.clients.nodes[0].projects;
    expect(second).toMatchObject({
      edges: [{ node: { name: 'P3' } }],
      pageInfo: { hasPreviousPage: true },
    });
  });
});

describe('every type of record with custom fields', () => {
  const lists = {
    CLIENT: 'clients',
    CONTACT: 'contacts',
    PROJECT: 'projects',
    DELIVERABLE: 'deliverables',
    OPPORTUNITY: 'opportunities',
  };

  test.each(Object.entries(lists))(
    '%s can be filtered and ordered by them',
    async (recordType, list) => {
      const input = {
        recordType,
        name: `Grade ${recordType}`,
        mappingKey: 'grade',
        type: 'NUMERIC',
      };
      const { body } = await api.ours.gql(
        'mutation ($input: CreateCustomFieldInput!) { createCustomField(input: $input) { ... on CreateCustomFieldSuccess { customField { id } } } }',
        { input },
      );
      const { id } = body.data.createCustomField.customField;
      const table = recordType.charAt(0) + recordType.slice(1).toLowerCase();
      const { rows } = await api.database.pool.query(
        `UPDATE "${table}" SET "customValues" = "customValues" || jsonb_build_object($2::text, 7)
       WHERE id = (SELECT min(id) FROM "${table}" WHERE "accountId" = $1) RETURNING id`,
        [api.ours.accountId, id],
      );
      const { data } = await askFor(
        api.ours.context,
        `{ ${list}(where: { customValues: { some: [{ key: "grade", number: { equals: 7 } }] } }, orderBy: [{ customValue: { key: "grade", direction: DESC } }]) {
        nodes { id customValue(key: "grade") { value } } } }`,
      );
      expect(data[list].nodes).toEqual([{ id: rows[0].id, customValue: { value: 7 } }]);
    },
  );
});

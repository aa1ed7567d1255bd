import fc from 'fast-check';
import type { GraphQLInputObjectType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { ask } from '../support/graphql.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import {
  caseReporter,
  idsBySql,
  lists,
  order,
  whereComparison,
} from '../support/where-comparison.ts';
import { modelField } from '../support/where-model.ts';

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 4, theirs: 3 });

/** A sample that is the same every time; `npm run test:long` goes on from there. */
const sample = { seed: 20_261_122, numRuns: 75 };

beforeAll(async () => {
  const { db, accountId } = api.ours.context;
  await db.customField.updateMany({ where: { accountId }, data: { projectTypeId: null } });
});

test('pages, counts and nested lists agree with plain SQL, for all conditions', async () => {
  expect.hasAssertions();
  const property = await whereComparison(api, ours);
  await fc.assert(property, { ...sample, reporter: caseReporter });
});

/** Known differences between pages and counts, and values that mean different things at different places. */
const observed: [field: string, where: string, like: string][] = [
  [
    'deliverables',
    '{ name: { not: { startsWith: "D", contains: "1" } } }',
    '{ NOT: { name: { startsWith: "D", contains: "1" } } }',
  ],
  ['deliverables', '{ dueDate: { not: { not: null } } }', '{ dueDate: null }'],
  [
    'deliverables',
    '{ dueDate: { not: { lte: "2026-01-03", gt: "9999-12-30" } } }',
    '{ dueDate: { not: null } }',
  ],
  ['customFields', '{ projectType: { isDefaultProjectType: {} } }', '{}'],
  ['customFields', '{ projectType: { NOT: {} } }', '{}'],
  ['formSubmissions', '{ form: { OR: [] } }', '{ OR: [] }'],
  ['formSubmissions', '{ form: { AND: [] } }', '{}'],
  ['formSubmissions', '{ NOT: { form: { submissions: {} } } }', '{}'],
  ['deliverables', '{ timeEntries: { some: { OR: [] } } }', '{ OR: [] }'],
  ['deliverables', '{ timeEntries: { some: { AND: [] } } }', '{ timeEntries: { some: {} } }'],
  ['deliverables', '{ timeEntries: { none: { OR: [{}] } } }', '{ timeEntries: { none: {} } }'],
  ['deliverables', '{ timeEntries: { every: { OR: [] } } }', '{ timeEntries: { none: {} } }'],
  ['deliverables', '{ OR: [] }', '{ id: { in: [] } }'],
  ['deliverables', '{ AND: [] }', '{}'],
  ['deliverables', '{ NOT: { OR: [] } }', '{}'],
  ['deliverables', '{ NOT: { AND: [] } }', '{}'],
  [
    'deliverables',
    '{ OR: [{ OR: [] }, { name: { contains: "1" } }] }',
    '{ name: { contains: "1" } }',
  ],
  ['deliverables', '{ OR: [{}, { name: { contains: "1" } }] }', '{ name: { contains: "1" } }'],
  ['clients', '{ archived: {} }', '{}'],
  ['clients', '{ NOT: { archived: {} } }', '{}'],
];

test.each(observed)('%s(where: %s) means the same as %s', async (field, where, like) => {
  const idsOf = async (input: string) => {
    const source = `{ ${field}(first: 100, where: ${input}) { totalCount edges { node { id } } } }`;
    const { data } = await ask(api.ours.context, source);
    const { totalCount, edges } = data[field];
    expect(totalCount).toBe(edges.length);
    return edges.map(({ node }: { node: { id: string } }) => node.id);
  };
  expect(await idsOf(where)).toEqual(await idsOf(like));
});

/** A condition by the name of its filter that is true of every value, so that it is unknown of records without one. */
const trueOfAnyValue: Readonly<Record<string, object>> = {
  ID: { notIn: ['x'] },
  String: { startsWith: '' },
  Boolean: { equals: true },
  Int: { gte: -2_147_483_648 },
  Decimal: { gt: '-1' },
  Date: { gte: '0001-01-01' },
  DateTime: { gte: '0001-01-01T00:00:00Z' },
};

/** Every nullable column of records in a list below others. */
const nullableBelow = lists().flatMap((list) =>
  Object.values(list.where.getFields()).flatMap((relation) => {
    const type = getNamedType(relation.type);
    if (!isInputObjectType(type) || !type.name.endsWith('ListWhere')) return [];
    const related = getNamedType(type.getFields().some?.type) as GraphQLInputObjectType;
    const model = related.name.replace(/Where$/, '');
    return Object.values(related.getFields()).flatMap(({ name, type: filter }) => {
      if (['AND', 'OR', 'NOT', 'updatedAfter'].includes(name)) return [];
      if (modelField(model, name).kind === 'object' || modelField(model, name).isRequired)
        return [];
      const filterName = getNamedType(filter).name.replace(/Filter$/, '');
      const condition = { [name]: trueOfAnyValue[filterName] ?? { notIn: [] } };
      return [{ list, relation: relation.name, column: name, condition }];
    });
  }),
);

test('a nested record without the compared value does not match, for every list and column', async () => {
  expect(nullableBelow.length).toBeGreaterThan(100);
  const { context } = api.ours;
  for (const { list, relation, condition } of nullableBelow) {
    const source = `query ($where: ${list.where.name}) {
      list: ${list.field}(first: 100, where: $where, ${order}${list.all}) { nodes { id } } }`;
    const every = { [relation]: { every: condition } };
    const opposite = { [relation]: { every: { NOT: condition } } };
    for (const where of [every, { NOT: every }, opposite, { NOT: opposite }]) {
      const { data, errors } = await ask(context, source, { where });
      expect(errors, JSON.stringify(where)).toBeUndefined();
      const found = data.list.nodes.map(({ id }: { id: string }) => id);
      const expected = await idsBySql(api, list, where);
      expect(found, `${list.field} ${JSON.stringify(where)}`).toEqual(expected);
    }
  }
});

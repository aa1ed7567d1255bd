import type { GraphQLInputObjectType } from 'graphql';
import { getNamedType, isEnumType, isInputObjectType, isListType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedModel } from '../../src/domain/kernel/lists.ts';
import { useTestApi } from '../support/api.ts';
import { ask, execute, planOf, rootLists } from '../support/graphql.ts';
import type { FilledWorkspace } from '../support/records.ts';
import { fillWorkspace } from '../support/records.ts';

const api = useTestApi();

let ours: FilledWorkspace;

beforeAll(async () => {
  ours = await fillWorkspace(api.database.prisma, api.ours.accountId, 3);
}, 60_000);

/** Values of each scalar that callers may send, however odd. */
const samples: Record<string, unknown[]> = {
  ID: ['', 'cli_1', 'usr_1', 'x\u0000', '\ud800', 'x'.repeat(5_000), 7],
  String: ['', '%', '_\\', "'; --", 'x\u0000', '\ud800', 'İ', 'x'.repeat(5_000)],
  Boolean: [true, false],
  Int: [0, -1, 2_147_483_647, -2_147_483_648],
  Decimal: ['0', '-0.0001', '99999999999999999999', '9'.repeat(60), '0.000000000000000000001', 1.5],
  Date: ['2026-03-31', '0001-01-01', '9999-12-31', '0000-01-01'],
  DateTime: [
    '2026-03-31T14:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
  ],
};

const seen = new Set<string>();

/** The samples of a type: all of them where its filter is met for the first time, later the first one. */
function samplesOf(filter: string, type: string, isFirst: boolean): unknown[] {
  const all = samples[type];
  if (!all) throw new Error(`There are no samples of ${type} in ${filter}.`);
  return isFirst ? all : all.slice(0, 1);
}

/** Values that a filter can be given, one operator at a time. */
function filtersOf(filter: GraphQLInputObjectType): unknown[] {
  const isFirst = !seen.has(filter.name);
  seen.add(filter.name);
  const plain = Object.values(filter.getFields()).flatMap((operator) => {
    const type = getNamedType(operator.type);
    if (type === filter) return [];
    const values = isEnumType(type)
      ? type.getValues().map(({ name }) => name)
      : samplesOf(filter.name, type.name, isFirst);
    return isListType(operator.type)
      ? [{ [operator.name]: null }, { [operator.name]: [] }, { [operator.name]: values }]
      : [null, ...values].map((value) => ({ [operator.name]: value }));
  });
  if (!isFirst) return [null, {}, ...plain];
  const modes =
    'mode' in filter.getFields() ? plain.map((it) => ({ ...it, mode: 'INSENSITIVE' })) : [];
  const all = [...plain, ...modes];
  return [
    null,
    {},
    ...all,
    { not: null },
    ...all.map((it) => ({ not: it })),
    { not: { not: all[1] } },
  ];
}

/** Every value that a field of a `where` can be given. */
function valuesOf(name: string, type: ReturnType<typeof getNamedType>): unknown[] {
  if (['AND', 'OR'].includes(name)) return [null, [], [{}], [{}, { NOT: {} }]];
  if (name === 'NOT') return [null, {}, { AND: [] }, { OR: [] }, { id: null }];
  if (name === 'updatedAfter') return [null, ...(samples.DateTime ?? [])];
  if (!isInputObjectType(type)) throw new Error(`${name} is no condition.`);
  if (type.name.endsWith('ListWhere')) {
    const quantities = ['some', 'every', 'none'];
    return [
      null,
      {},
      ...quantities.flatMap((it) =>
        [null, {}, { id: { equals: 'x' } }].map((value) => ({ [it]: value })),
      ),
    ];
  }
  if (type.name.endsWith('Where'))
    return [null, {}, { id: { equals: 'x' } }, { NOT: { id: { in: [] } } }];
  return filtersOf(type);
}

const lists = rootLists().flatMap(({ field, node }) => {
  const where = getNamedType(field.args.find(({ name }) => name === 'where')?.type);
  return isInputObjectType(where) ? [{ name: field.name, where, node }] : [];
});

describe.each(lists)('$name', ({ name, where }) => {
  test.each(Object.values(where.getFields()).map((field) => ({ field })))(
    'answers or refuses in words whatever $field.name is compared with',
    async ({ field }) => {
      const source = `query ($where: ${where.name}) { ${name}(first: 1, where: $where) { totalCount } }`;
      for (const value of valuesOf(field.name, getNamedType(field.type))) {
        const given = { where: { [field.name]: value } };
        const { data, errors = [] } = await ask(api.ours.context, source, given);
        // Without data, the value was none that the type can have.
        const defects =
          data === undefined
            ? []
            : errors.filter(({ originalError }) => originalError?.name !== 'ActionError');
        expect(defects, JSON.stringify(given).slice(0, 200)).toEqual([]);
      }
    },
  );
});

/** Conditions that some of the records fulfil: their own values, compared in every way. */
function fulfilled(name: string, type: GraphQLInputObjectType, values: unknown[]): object[] {
  const operators = type.getFields();
  if (!('equals' in operators) || values.length === 0) return [];
  const [first] = values;
  const ways = Object.keys(operators).flatMap((operator) => {
    if (operator === 'in' || operator === 'notIn')
      return [{ [operator]: values }, { [operator]: [first] }];
    if (['contains', 'startsWith', 'endsWith'].includes(operator)) {
      const text = String(first);
      const part = operator === 'endsWith' ? text.slice(-1) : text.slice(0, 2);
      return [{ [operator]: part }, { [operator]: part.toUpperCase(), mode: 'INSENSITIVE' }];
    }
    if (operator === 'not')
      return [{ not: null }, { not: { equals: first } }, { not: { in: values } }];
    if (operator === 'mode') return [{ equals: String(first).toLowerCase(), mode: 'INSENSITIVE' }];
    return [{ [operator]: first }];
  });
  const nulls = Object.keys(operators).map((operator) => ({ [operator]: null }));
  const conditions = [{ equals: null }, ...ways, ...nulls].map((way) => ({ [name]: way }));
  return conditions.flatMap((condition) => [condition, { NOT: condition }]);
}

/** Conditions on related records, by the ids of all of them. */
function onRelated(name: string, type: GraphQLInputObjectType, ids: unknown[]): object[] {
  const some = { id: { in: ids } };
  const other = {
    NOT: { createdAt: { lt: '2000-01-01T00:00:00Z' } },
    id: { notIn: ids.slice(0, 1) },
  };
  const ways = type.name.endsWith('ListWhere')
    ? ['some', 'every', 'none'].flatMap((it) => [some, other, {}].map((way) => ({ [it]: way })))
    : [some, other, {}, null];
  const conditions = ways.map((way) => ({ [name]: way }));
  return conditions.flatMap((condition) => [condition, { NOT: condition }]);
}

/** The fields of a `where` that compare something: AND, OR, NOT and updatedAfter are in the conditions made of each. */
const comparing = (where: GraphQLInputObjectType) =>
  Object.values(where.getFields()).flatMap((field) => {
    const type = getNamedType(field.type);
    return isInputObjectType(type) && type !== where ? [{ field, type }] : [];
  });

describe.each(lists)('$name by what its records have', ({ name, where, node }) => {
  test.each(comparing(where))(
    'finds by $field.name the same whether it is planned or executed',
    async ({ field, type }) => {
      const isRelation = type.name.endsWith('Where');
      const shown = node.getFields();
      const asked = isRelation || !(field.name in shown) ? 'id' : field.name;
      const all = await execute(api.ours.context, `{ ${name} { edges { node { ${asked} } } } }`);
      const edges: { node: Record<string, unknown> }[] = all.data[name].edges;
      const values = edges.map(({ node }) => node[asked]).filter((value) => value !== null);
      const related = ['Client', 'Project', 'Contact', 'Invoice', 'TimeEntry'].map((model) =>
        ours.id(model as ListedModel, 0),
      );
      const conditions = isRelation
        ? onRelated(field.name, type, related)
        : fulfilled(field.name, type, values.slice(0, 2));
      const source = `query ($where: ${where.name}) { ${name}(where: $where) { edges { node { id } } } }`;
      const wheres = [
        ...conditions,
        { [field.name]: null },
        { NOT: { [field.name]: null } },
        { AND: conditions.slice(0, 2) },
        { OR: conditions.slice(0, 3) },
        { OR: [{}] },
        { NOT: { OR: [{}] } },
        { OR: [{}, ...conditions.slice(0, 1)] },
        { NOT: { AND: [{}, { OR: [] }] } },
        { NOT: { OR: conditions.slice(1, 3) } },
      ];
      for (const given of wheres) {
        const executed = await execute(api.ours.context, source, { where: given });
        const read = await planOf(source, { where: given })?.({ ...api.ours.context });
        expect(executed.errors, JSON.stringify(given)).toBeUndefined();
        expect(JSON.parse(String(read)), JSON.stringify(given)).toEqual(
          JSON.parse(JSON.stringify(executed.data)),
        );
      }
    },
  );
});

test('a relation that is null finds the records that have none', async () => {
  const found = async (where: object) => {
    const source =
      'query ($where: TimeEntryWhere) { timeEntries(first: 100, where: $where) { edges { node { invoiceId } } } }';
    const { data } = await ask(api.ours.context, source, { where });
    return data.timeEntries.edges.map((edge: { node: object }) => edge.node);
  };
  const [without, all] = [await found({ invoice: null }), await found({})];
  expect(without.length).toBeGreaterThan(0);
  expect(without).toEqual(all.filter((node: { invoiceId: unknown }) => node.invoiceId === null));
});

test('what is unknown of a related record is found neither by a condition nor by its opposite', async () => {
  const { db, accountId } = api.ours.context;
  const own = { accountId, id: ours.id('Client', 0) };
  await db.client.updateMany({ where: own, data: { city: null } });
  await db.client.updateMany({ where: { accountId, NOT: own }, data: { city: 'Ulm' } });
  const ulm = { city: { equals: 'Ulm' } };
  const inUlm = { client: ulm };
  const wheres = [
    inUlm,
    { NOT: inUlm },
    { NOT: { NOT: inUlm } },
    { client: { NOT: ulm } },
    { NOT: { client: { NOT: ulm } } },
    { NOT: { client: { city: { equals: null } } } },
    { NOT: { OR: [inUlm, { id: { equals: ours.id('Project', 1) } }] } },
    { NOT: { client: { projects: { every: inUlm } } } },
    { NOT: { client: { projects: { some: { NOT: inUlm } } } } },
    { client: { projects: { none: { NOT: inUlm } } } },
  ].flatMap((project) => [{ project }, { NOT: { project } }, { NOT: { NOT: { project } } }]);
  const source =
    'query ($where: TimeEntryWhere) { timeEntries(where: $where) { edges { node { id } } } }';
  for (const where of wheres) {
    const executed = await execute(api.ours.context, source, { where });
    const read = await planOf(source, { where })?.({ ...api.ours.context });
    expect(executed.errors).toBeUndefined();
    expect(JSON.parse(String(read)), JSON.stringify(where)).toEqual(
      JSON.parse(JSON.stringify(executed.data)),
    );
  }
});

const nested = (levels: number): object => (levels === 0 ? {} : { NOT: nested(levels - 1) });

test.each([
  ['too deep', nested(11)],
  ['too many conditions', { OR: Array.from({ length: 201 }, () => ({ name: { equals: 'x' } })) }],
  ['too many values', { name: { in: Array.from({ length: 1_001 }, String) } }],
])('a where with %s is refused', async (_, where) => {
  const source = 'query ($where: ClientWhere) { clients(where: $where) { totalCount } }';
  const { errors } = await ask(api.ours.context, source, { where });
  expect(errors?.[0]?.originalError).toMatchObject({ code: 'invalid_input' });
});

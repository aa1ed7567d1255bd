import type { GraphQLInputObjectType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from './api.ts';
import {
  addCustomValues,
  customValueConditions,
  customValueFilters,
} from './custom-value-conditions.ts';
import { comparisonsWith, filtersOf, samples, withOpposites } from './filter-values.ts';
import { ask } from './graphql.ts';
import type { FilledWorkspace } from './records.ts';
import { fillWorkspace } from './records.ts';
import type { List } from './where-comparison.ts';
import { idsBySql, lists, order } from './where-comparison.ts';
import type { FilterInput } from './where-model.ts';

/** Conditions on every field of every list: their valid values, and the records that they find. */

/** Every value that a field of a `where` can be given. */
function valuesOf(name: string, type: ReturnType<typeof getNamedType>): unknown[] {
  if (['AND', 'OR'].includes(name)) return [null, [], [{}], [{}, { NOT: {} }]];
  if (name === 'NOT') return [null, {}, { AND: [] }, { OR: [] }, { id: null }];
  if (name === 'updatedAfter') return [null, ...(samples.DateTime ?? [])];
  if (!isInputObjectType(type)) throw new Error(`${name} is no condition.`);
  if (name === 'customValues') return customValueFilters(type);
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

/** Conditions that some of the records fulfil: their own values, compared in every way. */
const fulfilled = (name: string, type: GraphQLInputObjectType, values: unknown[]): object[] =>
  withOpposites(comparisonsWith(type, values).map((comparison) => ({ [name]: comparison })));

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
  return withOpposites(ways.map((way) => ({ [name]: way })));
}

/** The fields of a `where` that compare something: AND, OR, NOT and updatedAfter are in the conditions made of each. */
const comparing = (where: GraphQLInputObjectType) =>
  Object.values(where.getFields()).flatMap((field) => {
    const type = getNamedType(field.type);
    return isInputObjectType(type) && type !== where ? [{ field, type }] : [];
  });

/** How many of the conditions on a field the suite tries where a field like it was tried with all. */
const oneOf = 60;

/**
 * A choice among the conditions on a field. Whole: all of them. Else all of them for the first field of each type of filter, and
 * a part of them for the others, another part for each.
 */
function sampler(whole: boolean) {
  const observed = new Map<string, number>();
  return <T>(kind: string, all: readonly T[]): readonly T[] => {
    const count = observed.get(kind) ?? 0;
    observed.set(kind, count + 1);
    if (whole || count === 0) return all;
    // Fewer conditions than one of which is tried: one of them.
    const step = Math.min(oneOf, all.length);
    return all.filter((_, index) => index % step === count % step);
  };
}

/** Tests of conditions on every field of every list: all conditions, or a sample of them. */
export function describeConditions(api: TestApi, whole: boolean): void {
  let ours: FilledWorkspace;
  beforeAll(async () => {
    ours = await fillWorkspace(api, api.ours.accountId, 3);
    // Enough for all values of the sample fields.
    await ours.add('Client', 9);
    await addCustomValues(api);
  });
  async function conditionsOn(list: List, name: string, type: GraphQLInputObjectType) {
    if (name === 'customValues') return customValueConditions(type);
    if (!type.name.endsWith('Where'))
      return fulfilled(name, type, (await valuesIn(api, list, name)).slice(0, 2));
    const related = ['Client', 'Project', 'Contact', 'Invoice', 'TimeEntry'] as const;
    return onRelated(
      name,
      type,
      related.map((model) => ours.id(model, 0)),
    );
  }
  const tried = sampler(whole);
  const compared = sampler(whole);

  describe.each(lists())('$field', (list) => {
    const { field: name, where, model, all } = list;
    test.each(Object.values(where.getFields()).map((field) => ({ field })))(
      'accepts or rejects every value for $field.name with a message',
      async ({ field }) => {
        const source = `query ($where: ${where.name}) { ${name}(first: 1, where: $where) { totalCount } }`;
        const type = getNamedType(field.type);
        for (const value of tried(type.name, valuesOf(field.name, type))) {
          const input = { where: { [field.name]: value } };
          const { data, errors = [] } = await ask(api.ours.context, source, input);
          // Without data, the value was none that the type can have.
          const defects =
            data === undefined
              ? []
              : errors.filter(({ originalError }) => originalError?.name !== 'ActionError');
          expect(defects, JSON.stringify(input).slice(0, 200)).toEqual([]);
        }
      },
    );

    test.each(comparing(where))(
      'finds the same as plain SQL by $field.name',
      async ({ field, type }) => {
        const conditions = await conditionsOn(list, field.name, type);
        const source = `query ($where: ${where.name}) {
          list: ${name}(first: 100, where: $where, ${order}${all}) { totalCount edges { node { id } } } }`;
        for (const argument of compared(
          type.name,
          combined(field.name, conditions),
        ) as FilterInput[]) {
          const { data, errors } = await ask(api.ours.context, source, { where: argument });
          expect(errors, JSON.stringify(argument)).toBeUndefined();
          const ids = await idsBySql(api, { model }, argument);
          const found = data.list.edges.map(({ node }: { node: { id: string } }) => node.id);
          expect([found, data.list.totalCount], JSON.stringify(argument)).toEqual([
            ids,
            ids.length,
          ]);
        }
      },
    );
  });
}

/** The conditions alone, and joined in every way. */
const combined = (name: string, conditions: readonly object[]): object[] => [
  ...conditions,
  { [name]: null },
  { NOT: { [name]: null } },
  { AND: conditions.slice(0, 2) },
  { OR: conditions.slice(0, 3) },
  { OR: [{}] },
  { NOT: { OR: [{}] } },
  { OR: [{}, ...conditions.slice(0, 1)] },
  { NOT: { AND: [{}, { OR: [] }] } },
  { NOT: { OR: conditions.slice(1, 3) } },
];

/** What our records have in a field, as the API shows it; their ids where it does not. */
async function valuesIn(
  { ours }: TestApi,
  { field, node }: List,
  name: string,
): Promise<unknown[]> {
  const requested = name in node.getFields() ? name : 'id';
  const { data } = await ask(ours.context, `{ ${field} { edges { node { ${requested} } } } }`);
  const edges: { node: Record<string, unknown> }[] = data[field].edges;
  return edges.map(({ node }) => node[requested]).filter((value) => value !== null);
}

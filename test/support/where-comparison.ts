import fc from 'fast-check';
import type { GraphQLInputObjectType, GraphQLObjectType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { expect } from 'vitest';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import type { ListableModel } from '../../src/query/list-queries.ts';
import type { TestApi } from './api.ts';
import { ask, fieldsOf, nodeTypeOf, nodeTypes, rootLists } from './graphql.ts';
import type { FilledWorkspace } from './records.ts';
import type { Pool } from './where-cases.ts';
import { whereCases } from './where-cases.ts';
import type { FilterInput } from './where-model.ts';
import { modelField, whereSql } from './where-model.ts';

/** Lists that take conditions, asked at random and compared with plain SQL: every page, every count, lists below records. */

interface Below {
  parent: string;
  field: string;
  /** The column by which the records refer to their parent. */
  reference: string;
}

export interface List {
  field: string;
  model: string;
  node: GraphQLObjectType;
  where: GraphQLInputObjectType;
  /** Arguments without which some records are left out. */
  all: string;
  below: readonly Below[];
}

const allOf = (names: readonly string[]) =>
  names
    .filter((name) => /^include/.test(name))
    .map((name) => `, ${name}: true`)
    .join('');

/** The lists below records that have records of a model. */
function listsBelow(model: string): Below[] {
  return nodeTypes().flatMap((parent) =>
    fieldsOf(parent).flatMap((field) => {
      if (nodeTypeOf(getNamedType(field.type))?.name !== model) return [];
      const { relationName } = modelField(parent.name, field.name);
      const { models } = getDatamodel().datamodel as never as {
        models: Record<string, { fields: ReturnType<typeof modelField>[] }>;
      };
      const back = models[model]?.fields.find((one) => one.relationName === relationName);
      const reference = back?.relationFromFields?.at(-1);
      return reference ? [{ parent: parent.name, field: field.name, reference }] : [];
    }),
  );
}

/** Every list at the root that takes conditions. */
export const lists = (): List[] =>
  rootLists().flatMap(({ field, node }): List[] => {
    const where = getNamedType(field.args.find(({ name }) => name === 'where')?.type);
    if (!isInputObjectType(where)) return [];
    const all = allOf(field.args.map(({ name }) => name));
    return [
      { field: field.name, model: node.name, node, where, all, below: listsBelow(node.name) },
    ];
  });

/** How many conditions the service takes in one argument. */
const maxConditions = 200;

/** The number of conditions in an argument: entries of AND and OR count as well as their content. */
function conditionsIn(input: unknown): number {
  if (Array.isArray(input)) {
    return input.reduce((all, entry) => all + (entry === null ? 0 : 1) + conditionsIn(entry), 0);
  }
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce((all, value) => all + 1 + conditionsIn(value), 0);
}

interface Case {
  list: List;
  where: FilterInput;
  below: number;
}

const text = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'object' ? null : value;

/** Some values of every column, so that conditions are met by some records and not by others. */
async function poolOf(api: TestApi): Promise<Pool> {
  const known = new Map<string, unknown[]>();
  const { accountId } = api.ours;
  for (const { model, where } of lists()) {
    const { rows } = await api.database.pool.query(
      `SELECT * FROM "${model}" WHERE "accountId" = $1 ORDER BY id LIMIT 5`,
      [accountId],
    );
    for (const [column, field] of Object.entries(where.getFields())) {
      const type = getNamedType(field.type).name;
      const values = rows.map((row) => text(row[column])).filter((value) => value !== null);
      const written = values
        .filter((value) => value !== undefined)
        .map((value) => {
          if (type === 'DateFilter') return String(value).slice(0, 10);
          if (model === 'User' && column === 'id') return `usr_${value}`;
          return type === 'DecimalFilter' ? String(value) : value;
        });
      known.set(`${model}.${column}`, [...new Set(written)]);
    }
  }
  return (model, column) => known.get(`${model}.${column}`) ?? [];
}

const key = (model: string, id: string | number) => (model === 'User' ? `usr_${id}` : String(id));

/** The ids of our records that plain SQL finds for a `where`, in the order of {@link order}. */
export async function idsBySql(
  { database, ours }: TestApi,
  { model }: Pick<List, 'model'>,
  where: FilterInput,
  more = '',
): Promise<string[]> {
  const sql = whereSql(model, where, 't') ?? 'TRUE';
  const { rows } = await database.pool.query(
    `SELECT t.id FROM "${model}" t WHERE t."accountId" = ${ours.accountId} AND ${sql}${more} ORDER BY t."createdAt", t.id`,
  );
  return rows.map(({ id }) => key(model, id));
}

/** The order in which lists are compared. */
export const order = 'orderBy: [{ createdAt: ASC }]';

/** A comparison of one workspace's lists with what SQL finds for the same argument. */
export async function whereComparison(api: TestApi, ours: FilledWorkspace) {
  const { context } = api.ours;
  const cases = whereCases(await poolOf(api));
  const all = lists();
  const arbitrary: fc.Arbitrary<Case> = fc
    .constantFrom(...all)
    .chain((list) =>
      fc.record({ list: fc.constant(list), where: cases(list.where), below: fc.nat(1_000) }),
    )
    // What holds too many is rejected, which other tests ask for.
    .filter(({ where }) => conditionsIn(where) <= maxConditions);

  const expected = ({ list, where }: Case, more?: string) => idsBySql(api, list, where, more);

  interface Page {
    totalCount: number;
    edges: { node: { id: string } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  }
  const idsOf = ({ edges }: Page) => edges.map(({ node }) => node.id);
  const selected = 'totalCount edges { node { id } } pageInfo { hasNextPage endCursor }';

  async function answerOf(source: string, variables: Record<string, unknown>) {
    const { data, errors } = await ask(context, source, variables);
    if (errors) throw new Error(errors.map(String).join('\n'));
    return data;
  }

  async function pagesOf({ list, where }: Case, size: number): Promise<string[]> {
    const source = `query ($where: ${list.where.name}, $after: String, $size: Int) {
      list: ${list.field}(first: $size, after: $after, where: $where, ${order}${list.all}) { ${selected} } }`;
    const ids: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { list: page } = await answerOf(source, { where, after, size });
      ids.push(...idsOf(page));
      if (!page.pageInfo.hasNextPage) return ids;
      after = page.pageInfo.endCursor;
    }
  }

  async function compareBelow(argument: Case): Promise<void> {
    const { list, where } = argument;
    const below = list.below[argument.below % Math.max(1, list.below.length)];
    if (below === undefined) return;
    const { parent, field, reference } = below;
    const id = ours.id(parent as ListableModel, argument.below % 3);
    const number = parent === 'User' ? id.replace('usr_', '') : `'${id}'`;
    const ids = await expected(argument, ` AND t."${reference}" = ${number}`);
    const source = `query ($where: ${list.where.name}) { node(id: "${id}") { ... on ${parent} {
      list: ${field}(first: 100, where: $where, ${order}${list.all}) { ${selected} } } } }`;
    const { node } = await answerOf(source, { where });
    expect([idsOf(node.list), node.list.totalCount], `${parent}.${field}`).toEqual([
      ids,
      ids.length,
    ]);
  }

  return fc.asyncProperty(arbitrary, async (filterInput) => {
    const { list, where } = filterInput;
    const ids = await expected(filterInput);
    const source = `query ($where: ${list.where.name}) {
      list: ${list.field}(first: 100, where: $where, ${order}${list.all}) { ${selected} } }`;
    const { list: page } = await answerOf(source, { where });
    expect([idsOf(page), page.totalCount], list.field).toEqual([ids, ids.length]);
    expect(await pagesOf(filterInput, 4), `${list.field}, all pages`).toEqual(ids);
    await compareBelow(filterInput);
  });
}

/** How a case is shown where it fails: the list, and the argument. */
export const caseReporter = <T>(details: fc.RunDetails<T>): void => {
  if (!details.failed) return;
  const [passed] = (details.counterexample ?? []) as unknown as Case[];
  const displayed =
    passed && `${passed.list.field}(where: ${JSON.stringify(passed.where)}), below ${passed.below}`;
  throw new Error(
    `seed ${details.seed}, path ${details.counterexamplePath}, after ${details.numRuns} cases: ${displayed}\n${String(details.errorInstance)}`,
  );
};

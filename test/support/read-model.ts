import type { GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { getNamedType, isLeafType, isListType, isNonNullType } from 'graphql';
import { getDatamodel } from '../../src/generated/pothos/types.ts';
import { schema } from '../../src/schema/index.ts';
import type { TestApi } from './api.ts';
import { ask, nodeTypeOf, rootLists } from './graphql.ts';
import { computed, orderOfParts, related } from './read-model-fields.ts';
import { inOrder, leaf } from './read-model-values.ts';
import type { Page } from './read-orders.ts';
import { orderArgument, orderColumns } from './read-orders.ts';
import { modelField, modelNames, referenceTo } from './where-model.ts';

/**
 * What operations answer, made a second time and in another way: every row of the workspace is read by plain SQL, and
 * shaped here, field by field. It shares no code with the reader.
 */

/** A field that an operation selects. */
export interface Requested {
  name: string;
  alias: string;
  /** The arguments of a list. */
  page?: Page;
  below?: readonly Requested[];
}

export type Row = Readonly<Record<string, unknown>>;

const hiding: Readonly<Record<string, (row: Row) => boolean>> = {
  includeArchived: ({ archived }) => archived === true,
  includeInactive: ({ active }) => active === false,
};

export const keyOf = (model: string, id: unknown) =>
  model === 'User' ? `usr_${id}` : model === 'Workspace' ? `wsp_${id}` : String(id);

const { models } = getDatamodel().datamodel;

const own = (model: string) =>
  models[model]?.fields.some(({ name }) => name === 'id') ? 'id' : 'accountId';

export class ReadModel {
  readonly #api: TestApi;
  readonly #tables = new Map<string, Row[]>();
  readonly #places = new Map<string, string[]>();
  readonly #cursors = new Map<string, Map<string, string>>();

  private constructor(api: TestApi) {
    this.#api = api;
  }

  /** Reads all that the workspace has. */
  static async of(api: TestApi): Promise<ReadModel> {
    const model = new ReadModel(api);
    for (const name of modelNames) await model.read(name);
    return model;
  }

  /** Reads the records of a model, again where they were changed. */
  async read(name: string): Promise<void> {
    const { rows } = await this.#api.database.pool.query(
      `SELECT to_jsonb(t) AS row FROM "${name}" t WHERE t."accountId" = $1`,
      [this.#api.ours.accountId],
    );
    const all: Row[] = rows.map(({ row }) => row);
    this.#tables.set(name, all);
    for (const known of [this.#places, this.#cursors]) known.clear();
  }

  rows = (model: string): readonly Row[] => this.#tables.get(model) ?? [];

  find = (model: string, id: unknown): Row | undefined =>
    this.rows(model).find((row) => row[own(model)] === id);

  /** The records that a relation leads to from a record: at most one, or all of them in no order. */
  related(model: string, row: Row, name: string): readonly Row[] {
    const { type, relationName, relationFromFields = [] } = modelField(model, name);
    const reference = relationFromFields.at(-1);
    if (reference !== undefined) {
      const found = row[reference] === null ? undefined : this.find(type, row[reference]);
      return found ? [found] : [];
    }
    const column = referenceTo(type, relationName);
    return this.rows(type).filter((one) => one[column] === row[own(model)]);
  }

  /** The ids of all records in an order, as PostgreSQL has it. */
  async #ordered(model: string, { orderBy }: Page): Promise<string[]> {
    const [, last = 'ASC'] = orderBy.at(-1) ?? [];
    const steps = [...orderBy, ['id', last]];
    const order = steps.map(([column, direction]) => `"${column}" ${direction}`).join(', ');
    const known = this.#places.get(`${model} ${order}`);
    if (known) return known;
    const { rows } = await this.#api.database.pool.query(
      `SELECT id FROM "${model}" WHERE "accountId" = $1 ORDER BY ${order}`,
      [this.#api.ours.accountId],
    );
    const ids = rows.map(({ id }) => keyOf(model, id));
    this.#places.set(`${model} ${order}`, ids);
    return ids;
  }

  /** The cursors of all records in an order: texts that mean nothing to a client, so they are asked for. */
  async cursorsOf(model: string, page: Page): Promise<ReadonlyMap<string, string>> {
    const key = `${model} ${JSON.stringify(page.orderBy)}`;
    const known = this.#cursors.get(key);
    if (known) return known;
    const list = rootLists().find(
      ({ node, field }) => node.name === model && takes(field, 'where'),
    );
    const all = Object.keys(hiding).filter((name) => list && takes(list.field, name));
    const offered = list ? orderColumns(list.field) : [];
    const isUsual = !page.orderBy.every(([column]) => offered.includes(column));
    const order = orderArgument({ ...page, isUsual });
    const input = ['first: 100', ...order, ...all.map((name) => `${name}: true`)];
    const source = `{ list: ${list?.field.name}(${input.join(', ')}) { edges { cursor node { id } } } }`;
    const { data } = await ask(this.#api.ours.context, source);
    type Edge = { cursor: string; node: { id: string } };
    const cursors = new Map<string, string>(
      data.list.edges.map(({ cursor, node }: Edge) => [node.id, cursor]),
    );
    this.#cursors.set(key, cursors);
    return cursors;
  }

  /** The id of the record behind which a page goes on. */
  async startOf(model: string, page: Page): Promise<string | undefined> {
    const ids = await this.#ordered(model, page);
    return page.from === undefined ? undefined : ids[page.from % ids.length];
  }

  /** A page of some records of a model. */
  async page(
    type: GraphQLObjectType,
    among: readonly Row[],
    page: Page,
    arguments_: readonly string[],
    requested: readonly Requested[],
  ): Promise<object> {
    const { name: model } = nodeTypeOf(type) as GraphQLObjectType;
    const ids = await this.#ordered(model, page);
    const position = (row: Row) => ids.indexOf(keyOf(model, row.id));
    const hidden = Object.entries(hiding).filter(
      ([name]) => arguments_.includes(name) && !page.all,
    );
    const list = among
      .filter((row) => !hidden.some(([, isHidden]) => isHidden(row)))
      .sort((one, other) => position(one) - position(other));
    const start = await this.startOf(model, page);
    const at = start === undefined ? undefined : ids.indexOf(start);
    const isBehind = (row: Row) =>
      at === undefined || (page.backward ? position(row) < at : position(row) > at);
    const behind = list.filter(isBehind);
    const displayed = page.backward
      ? behind.slice(Math.max(0, behind.length - page.size))
      : behind.slice(0, page.size);
    const isMore = behind.length > displayed.length;
    const isOther = behind.length < list.length;
    const cursors = await this.cursorsOf(model, page);
    const cursorOf = (row: Row | undefined) => (row ? cursors.get(keyOf(model, row.id)) : null);
    const info: Row = {
      startCursor: cursorOf(displayed[0]),
      endCursor: cursorOf(displayed.at(-1)),
      hasNextPage: page.backward ? isOther : isMore,
      hasPreviousPage: page.backward ? isMore : isOther,
    };
    const records = (below: readonly Requested[] = []) =>
      Promise.all(displayed.map((row) => this.record(model, row, below)));
    return this.#object(requested, async ({ name, below = [] }) => {
      if (name === '__typename') return type.name;
      if (name === 'totalCount') return list.length;
      if (name === 'nodes') return records(below);
      if (name === 'pageInfo') return this.#object(below, async (one) => info[one.name]);
      return Promise.all(
        displayed.map((row) =>
          this.#object(below, async (one) => {
            if (one.name === '__typename') return `${model}Edge`;
            return one.name === 'cursor' ? cursorOf(row) : this.record(model, row, one.below ?? []);
          }),
        ),
      );
    });
  }

  /** A record with its selected fields. */
  record(model: string, row: Row, sent: readonly Requested[]): Promise<object> {
    const type = schema.getType(model) as GraphQLObjectType;
    return this.#object(sent, async ({ name, page, below = [] }) => {
      if (name === '__typename') return model;
      if (name === 'id') return keyOf(model, row[own(model)]);
      const field = type.getFields()[name] as ReturnType<typeof type.getFields>[string];
      const compute = computed[`${model}.${name}`];
      if (compute)
        return this.#plain(await compute(row, this, this.#api.ours.context), field.type, below);
      const of = getNamedType(field.type);
      if (isLeafType(of))
        return leaf(row[name === 'userId' && model === 'User' ? 'id' : name], field.type);
      const others =
        related[`${model}.${name}`]?.(row, this) ??
        this.related(model, row, this.#relation(model, name));
      if (page) {
        const names = field.args.map((arg) => arg.name);
        return this.page(of as GraphQLObjectType, others, page, names, below);
      }
      const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
      const [first] = others;
      if (!isList) return first ? this.record(of.name, first, below) : null;
      const sorted = related[`${model}.${name}`]
        ? others
        : inOrder(others, orderOfParts[`${model}.${name}`]);
      return Promise.all(sorted.map((one) => this.record(of.name, one, below)));
    });
  }

  #relation = (model: string, name: string) =>
    model === 'Deliverable' && name === 'taskStage' ? 'status' : name;

  /** A value that is no record: leaves, and objects of them. */
  async #plain(
    value: unknown,
    type: GraphQLOutputType,
    queries: readonly Requested[],
  ): Promise<unknown> {
    if (isNonNullType(type)) return this.#plain(value, type.ofType, queries);
    if (isLeafType(getNamedType(type))) return leaf(value, type);
    if (isListType(type)) {
      const values = (value ?? []) as unknown[];
      return Promise.all(values.map((one) => this.#plain(one, type.ofType, queries)));
    }
    if (value === null || value === undefined) return null;
    const fields = (type as GraphQLObjectType).getFields();
    return this.#object(queries, async ({ name, below = [] }) => {
      if (name === '__typename') return (type as GraphQLObjectType).name;
      return this.#plain((value as Row)[name], fields[name]?.type as GraphQLOutputType, below);
    });
  }

  async #object(
    question: readonly Requested[],
    read: (one: Requested) => Promise<unknown>,
  ): Promise<object> {
    const entries = question.map(async (one) => [one.alias, await read(one)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }
}

const takes = ({ args }: { args: readonly { name: string }[] }, name: string) =>
  args.some((arg) => arg.name === name);

import fc from 'fast-check';
import type { GraphQLField, GraphQLNamedType, GraphQLObjectType } from 'graphql';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { schema } from '../../src/schema/index.ts';
import { fieldsOf, nodeTypeOf, rootLists } from './graphql.ts';
import type { Requested } from './read-model.ts';
import type { Page } from './read-orders.ts';
import { defaultOrder, orderColumns } from './read-orders.ts';

/** Operations that ask for anything of any records. */

type Field = GraphQLField<unknown, unknown>;

/** Fields without a second model: a file, and the totals of an invoice, which other tests cover. */
const leftOut = new Set([
  'WorkspaceLogo.dataUrl',
  ...['Invoice.eInvoice', 'Invoice.eInvoiceFaults', 'Workspace.eInvoiceFaults'],
  ...['CreditNote.eInvoice', 'CreditNote.eInvoiceFaults'],
]);

/** The log, which writes of the domain make: `test/schema/audit-entries.test.ts` reads it. */
const ofLog = (field: Field) => nodeTypeOf(getNamedType(field.type))?.name === 'LogEntry';

const visibleFields = (type: GraphQLNamedType): Field[] =>
  fieldsOf(type).filter((field) => !leftOut.has(`${type.name}.${field.name}`) && !ofLog(field));

/** Below so many levels, objects are not asked for. */
function everything(type: GraphQLNamedType, levels: number, page: Page): Requested[] {
  const typename = { name: '__typename', alias: '__typename' };
  const node = nodeTypeOf(type);
  if (node) {
    const below = everything(node, levels, page);
    const named = (name: string, more: object = {}) => ({ name, alias: name, ...more });
    return [
      typename,
      named('totalCount'),
      named('pageInfo', { below: pageInfo }),
      named('edges', { below: [typename, named('cursor'), named('node', { below })] }),
    ];
  }
  const fields = visibleFields(type).flatMap((field): Requested[] => {
    const { name } = field;
    const of = getNamedType(field.type);
    if (isLeafType(of)) return [{ name, alias: name }];
    if (levels === 0) return [];
    const below = everything(of, levels - 1, page);
    return [{ name, alias: name, below, ...(nodeTypeOf(of) && { page }) }];
  });
  return [typename, ...fields];
}

const pageInfo = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'].map((name) => ({
  name,
  alias: name,
}));

function pages(field: Field): fc.Arbitrary<Page> {
  const columns = orderColumns(field);
  const { name: model } = nodeTypeOf(getNamedType(field.type)) as GraphQLObjectType;
  const standard = { orderBy: defaultOrder(field.name, model), isUsual: true };
  const rest = {
    size: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(100)),
    backward: fc.boolean(),
    from: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
    all: fc.boolean(),
  };
  const inDefaultOrder = fc.record(rest).map((page) => ({ ...page, ...standard }));
  if (columns.length === 0) return inDefaultOrder;
  const step = fc.tuple(
    fc.constantFrom(...columns),
    fc.constantFrom('ASC' as const, 'DESC' as const),
  );
  const orderBy = fc.uniqueArray(step, { maxLength: 3, selector: ([column]) => column });
  return fc.oneof(
    { arbitrary: fc.record({ orderBy, ...rest }), weight: 2 },
    { arbitrary: inDefaultOrder, weight: 1 },
  );
}

/** Names that a field can be given, of which none is another field's. */
const aliasOf = (name: string, index: number, style: number) =>
  [name, `a${index}`, `${'long'.repeat(16)}${index}`, `t${index}_${name}`][style] as string;

function below(type: GraphQLNamedType, levels: number): fc.Arbitrary<Requested[]> {
  const connection = nodeTypeOf(type);
  const isEdge = isObjectType(type) && type.name.endsWith('Edge');
  const fields = visibleFields(type).filter(
    (field) => levels > 0 || isLeafType(getNamedType(field.type)) || connection || isEdge,
  );
  const one = fc.constantFrom(...fields).chain((field) => selected(field, levels));
  const typename = fc.constant<Requested>({ name: '__typename', alias: '__typename' });
  return fc
    .tuple(
      fc.array(fields.length > 0 ? one : typename, { maxLength: 5 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 6, maxLength: 6 }),
    )
    .map(([chosen, styles]) => {
      const taken = new Set<string>(['__typename']);
      const requested = chosen.map((field, index) => {
        const wished = aliasOf(field.name, index, styles[index] ?? 0);
        const alias = taken.has(wished) ? `again${index}` : wished;
        taken.add(alias);
        return { ...field, alias };
      });
      return [...requested, { name: '__typename', alias: '__typename' }];
    });
}

function selected(field: Field, levels: number): fc.Arbitrary<Requested> {
  const { name } = field;
  const of = getNamedType(field.type);
  if (isLeafType(of)) return fc.constant({ name, alias: name });
  if (name === 'pageInfo') return fc.constant({ name, alias: name, below: pageInfo });
  const isPart = ['edges', 'nodes', 'node'].includes(name);
  const inner = below(of, isPart ? levels : levels - 1);
  if (!nodeTypeOf(of)) return inner.map((sent) => ({ name, alias: name, below: sent }));
  return fc
    .tuple(inner, pages(field))
    .map(([queries, page]) => ({ name, alias: name, below: queries, page }));
}

const lists = rootLists();

/** Of these, the records that tests make may not be changed. */
const withRejection = ['CustomField', 'Invoice'];

/** Fields at the root that find records by themselves, with the type of the records. */
const finders = {
  search: ['Client'],
  figure: ['Project', 'User', 'Client', 'PipelineStage'],
  mutation: Object.keys(schema.getMutationType()?.getFields() ?? {}).flatMap((name) => {
    const [, type = ''] = /^update(\w+)$/.exec(name) ?? [];
    return lists.some(({ node }) => node.name === type) && !withRejection.includes(type)
      ? [type]
      : [];
  }),
} as const;

/** The root field. */
export interface Case {
  root: 'list' | 'nodes' | 'one' | keyof typeof finders;
  type: GraphQLObjectType;
  field: Field;
  page: Page;
  at: number;
  below: readonly Requested[];
}

const caseOf = (root: Case['root'], { field, node: type }: (typeof lists)[number]) =>
  fc.record({
    root: fc.constant(root),
    type: fc.constant(type),
    field: fc.constant(field as Field),
    page: pages(field as Field),
    at: fc.nat({ max: 40 }),
    below: below(root === 'list' ? getNamedType(field.type) : type, 2),
  });

/** Lists at the root and records by their ids. */
export const reads: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom(...lists),
    fc.constantFrom('list' as const, 'nodes' as const, 'one' as const),
  )
  .chain(([list, root]) => caseOf(root, list));

/** Searches, figures and mutations, each with any of the types of records that it answers. */
export const answers: fc.Arbitrary<Case> = fc
  .constantFrom('search' as const, 'figure' as const, 'mutation' as const)
  .chain((root) => fc.tuple(fc.constant(root), fc.constantFrom(...finders[root])))
  .chain(([root, name]) => {
    const list = lists.find(({ node }) => node.name === name);
    return caseOf(root, list as (typeof lists)[number]);
  });

/** Everything of every type, and every list, once in either direction: cases that do not depend on chance. */
export const systematicCases = (): { name: string; given: Case }[] =>
  lists
    .filter(({ field }) => orderColumns(field).length > 0)
    .flatMap(({ field, node: type }) =>
      [false, true].flatMap((backward) => {
        const columns = orderColumns(field as Field);
        const page = (index: number): Page => ({
          orderBy: columns
            .slice(index, index + 1)
            .map((column) => [column, backward ? 'DESC' : 'ASC']),
          size: 3,
          backward,
          from: backward ? 9 : undefined,
          all: backward,
        });
        const nested = {
          ...page(0),
          orderBy: [['updatedAt', 'DESC'] as const],
          size: 2,
          from: undefined,
        };
        const connection = getNamedType(field.type);
        const common = { type, field: field as Field, at: 1 };
        return [
          ...columns.map((column, index) => ({
            name: `${field.name} by ${column}${backward ? ', backward' : ''}`,
            given: {
              ...common,
              root: 'list' as const,
              page: page(index),
              below: everything(connection, 0, nested),
            },
          })),
          {
            name: `all of a ${type.name}${backward ? ', lists from their ends' : ''}`,
            given: {
              ...common,
              root: 'nodes' as const,
              page: nested,
              below: everything(type, 2, nested),
            },
          },
        ];
      }),
    );

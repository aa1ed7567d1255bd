import type { GraphQLObjectType } from 'graphql';
import { isObjectType } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { typeOfId } from '../../domain/kernel/ids.ts';
import type { ReadTree, Rows } from '../../domain/reader/trees.ts';
import { treeReader } from '../../domain/reader/trees.ts';
import type { ListOrder } from '../vocabulary/cursors.ts';
import { checkPlace, readPlace } from '../vocabulary/cursors.ts';
import type { NodeRow, NodeType } from '../vocabulary/nodes.ts';
import { byNodeType, checkIds, idOf, keyOf } from '../vocabulary/nodes.ts';
import { checkPage, isBackward, pageSizeOf } from '../vocabulary/pages.ts';
import type { ReadExtensions, Root } from '../vocabulary/reads.ts';
import { Unplanned } from '../vocabulary/reads.ts';
import type { Row } from './pages.ts';
import { keyColumn, nodesOf, pageSelection, plainPage, shapePage } from './pages.ts';
import type { RecordPlan } from './records.ts';
import { planPageRecords, planRecords } from './records.ts';
import type { AnyField, Operation, Selected } from './selection.ts';
import { argumentsOf, listArgumentsOf, objectTypeOf } from './selection.ts';
import { allOf, completer } from './values.ts';

/** Reads what one field at the root of an operation asks for: the JSON of its value. */
type ReadRoot = (context: Context) => Promise<string>;

/**
 * Checks the arguments of a field at the root, without any statement.
 * @throws ActionError, GraphQLError, Unplanned
 */
export type PrepareRoot = (variables: Record<string, unknown>) => ReadRoot;

/** @throws Unplanned */
export function planRoot(
  root: GraphQLObjectType,
  selected: Selected,
  operation: Operation,
): PrepareRoot {
  const prepare = planField(root, selected, operation);
  return (variables) => {
    const read = prepare(variables);
    return async (context) => {
      for (const place of operation.places) checkPlace(context, place);
      return read(context);
    };
  };
}

function planField(
  root: GraphQLObjectType,
  { field, nodes }: Selected,
  operation: Operation,
): PrepareRoot {
  if (field === undefined) return () => async () => JSON.stringify(root.name);
  const found = (field.extensions as ReadExtensions).root;
  if (found === undefined) return planPlain(field, nodes, operation);
  switch (found.kind) {
    case 'one':
      return planOne(found, field, nodes, operation);
    case 'list':
      return planList(found, field, nodes, operation);
    case 'node':
    case 'nodes':
      return planNodes(found.kind, field, nodes, operation);
    case 'workspace': {
      const plan = planRecords(objectTypeOf(field), nodes, operation);
      const read = treeReader(plan.tree, 'workspace');
      return () => async (context) =>
        finished(await read(context), plan, (row) => [row as Row], context);
    }
  }
}

type Nodes = Selected['nodes'];

/** A field with a resolver of its own, whose value has no records below it. */
function planPlain(field: AnyField, nodes: Nodes, operation: Operation): PrepareRoot {
  const complete = completer(field.type, nodes, operation);
  const { resolve } = field;
  if (!resolve) throw new Unplanned(field.name);
  return (variables) => {
    const given = argumentsOf(field, nodes, { ...operation, variables });
    return async (context) => {
      const value: unknown = await resolve(undefined, given, context, undefined as never);
      return JSON.stringify(await complete(value, context));
    };
  };
}

/** What a statement brought, with what was left to be done. */
async function finished(
  text: string | null,
  { finish }: RecordPlan,
  rowsOf: (json: unknown) => readonly Row[],
  context: Context,
): Promise<string> {
  if (text === null) return 'null';
  if (!finish) return text;
  const json: unknown = JSON.parse(text);
  await finish(rowsOf(json), context);
  return JSON.stringify(json);
}

function planOne(
  { model }: Extract<Root, { kind: 'one' }>,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const plan = planRecords(objectTypeOf(field), nodes, operation);
  const read = treeReader(plan.tree, 'id');
  return (variables) => {
    const { id } = argumentsOf(field, nodes, { ...operation, variables }) as { id: string };
    const key = typeOfId(id) === model ? keyOf(model, id) : undefined;
    return async (context) => {
      const text = key === undefined ? null : await read(context, key);
      return finished(text, plan, (json) => [json as Row], context);
    };
  };
}

/** Records by ids that tell their types: of each type those that the operation selects for it, one statement a type. */
function planNodes(
  kind: 'node' | 'nodes',
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const plans = new Map<NodeType, { finish: RecordPlan['finish']; read: ReadTree }>();
  const planOf = (name: NodeType) => {
    const known = plans.get(name);
    if (known) return known;
    const type = operation.schema.getType(name);
    if (name === 'Workspace' || !isObjectType(type)) throw new Unplanned(name);
    const { tree, finish } = planRecords(type, nodes, operation, ['accountId', 'id']);
    const made = { finish, read: treeReader(tree, 'ids') };
    plans.set(name, made);
    return made;
  };

  function rowsOf(name: NodeType, wanted: readonly string[]) {
    const keys = wanted.flatMap((id) => keyOf(name, id) ?? []);
    if (keys.length === 0) return async () => [];
    const { read, finish } = planOf(name);
    return async (context: Context) => {
      const rows = JSON.parse((await read(context, keys)) ?? '[]') as Row[];
      const found = rows.map((row) => {
        const [id, accountId] = ['id', 'accountId'].map((column) => row[keyColumn(column)]);
        return [idOf(name, { id, accountId } as NodeRow), row] as const;
      });
      await finish?.(rows, context);
      return found;
    };
  }

  return (variables) => {
    const given = argumentsOf(field, nodes, { ...operation, variables });
    const ids = kind === 'node' ? [String(given.id)] : (given.ids as unknown[]).map(String);
    checkIds(ids);
    const groups = [...byNodeType([...new Set(ids)], operation.schema)];
    const reads = groups.map(([name, wanted]) => rowsOf(name, wanted));
    return async (context) => {
      const found = await allOf(reads.map((read) => read(context)));
      const byId = new Map(found.flat());
      const records = ids.map((id) => byId.get(id) ?? null);
      return JSON.stringify(kind === 'node' ? records[0] : records);
    };
  };
}

/** What one operation keeps of the orders, and of the sizes, that its lists are asked for in. */
const mostKept = 50;

/** How much may stand in what it was made for. */
const longestKept = 1_000;

/** Keeps what was made for a key, unless the key is long; of many not all. */
function keeper<V>(): (key: string, make: () => V) => V {
  const known = new Map<string, V>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    if (known.size >= mostKept) known.clear();
    if (key.length <= longestKept) known.set(key, found);
    return found;
  };
}

const isGiven = (argument: unknown) => argument !== null && argument !== undefined;

const namesOf = (order: ListOrder) => order.map(({ column, direction }) => [column, direction]);

/** What the statement of a list is made for: all that it says but the values behind which the list goes on. */
function shapeOf(order: ListOrder, { where, behind, fromEnd, limit }: Rows): string {
  const nulls = behind?.map(({ value }) => value === null);
  return JSON.stringify([namesOf(order), where, nulls, fromEnd, limit]);
}

function planList(
  { model, which }: Extract<Root, { kind: 'list' }>,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPage(selection);
  const written = planPageRecords(selection, operation);
  const plans = keeper<RecordPlan>();
  const readers = keeper<ReadTree>();
  const planFor = (order: ListOrder) =>
    page
      ? written
      : plans(JSON.stringify(namesOf(order)), () => planPageRecords(selection, operation, order));

  return (variables) => {
    const given = listArgumentsOf(field, nodes, { ...operation, variables });
    checkPage(given);
    const { where, order } = which(given);
    const place = readPlace(model, order, given);
    const behind = place?.position;
    const size = pageSizeOf(given);
    const asked = { orderBy: order, where, behind, fromEnd: isBackward(given) };
    const rows: Rows = page ? { ...asked, limit: size, page } : { ...asked, limit: size + 1 };
    const plan = planFor(order);
    const make = () => treeReader(plan.tree, { rows });
    const read = isGiven(given.where) ? make() : readers(shapeOf(order, rows), make);
    const values = behind?.flatMap(({ value }) => value ?? []);
    return async (context) => {
      checkPlace(context, place);
      const text = await read(context, values);
      if (page) return finished(text, plan, (json) => nodesOf(json, page), context);
      const found = JSON.parse(text ?? '[]') as Row[];
      const listed = { where, order, place, given, rows: found };
      const { page: shape, shown } = await shapePage(selection, listed, context);
      await plan.finish?.(shown, context);
      return JSON.stringify(shape);
    };
  };
}

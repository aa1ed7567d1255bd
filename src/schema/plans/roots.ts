import type { GraphQLObjectType } from 'graphql';
import { isObjectType } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { typeOfId } from '../../domain/kernel/ids.ts';
import type { ListedModel } from '../../domain/kernel/lists.ts';
import { list } from '../../domain/kernel/lists.ts';
import type { ReadTree, Rows } from '../../domain/kernel/trees.ts';
import { treeReader } from '../../domain/kernel/trees.ts';
import type { NodeRow, NodeType } from '../nodes.ts';
import { byNodeType, checkIds, idOf, keyOf } from '../nodes.ts';
import type { ConnectionArguments } from '../pages.ts';
import { checkCursor, checkPageSize, pageSizeOf } from '../pages.ts';
import type { ReadExtensions, Root } from '../reads.ts';
import { toCondition } from './conditions.ts';
import { listOrder } from './models.ts';
import type { Row } from './pages.ts';
import { keyColumns, nodesOf, pageSelection, plainPage, shapePage } from './pages.ts';
import type { RecordPlan } from './records.ts';
import { planPageRecords, planRecords } from './records.ts';
import type { AnyField, Operation, Selected } from './selection.ts';
import { argumentsOf, listArgumentsOf, objectTypeOf, Unplanned } from './selection.ts';
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
    const { tree, finish } = planRecords(type, nodes, operation, { keys: true });
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
        const { [keyColumns.id]: id, [keyColumns.accountId]: accountId } = row;
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

/** Readers of lists without conditions of the caller's that one operation keeps, one for each size and order. */
const mostReaders = 50;

/** How much may stand in what they were made for. */
const longestKept = 1_000;

const isGiven = (argument: unknown) => argument !== null && argument !== undefined;

/** Which records of a list there are to be, in one condition; undefined for what only Prisma can say. */
function rowsFor(
  model: ListedModel,
  { where, orderBy }: ReturnType<Extract<Root, { kind: 'list' }>['which']>,
): Omit<Rows, 'limit'> | undefined {
  try {
    const condition = toCondition(model, where);
    return { orderBy: listOrder(orderBy), ...(condition && { where: condition }) };
  } catch (error) {
    if (error instanceof Unplanned) return undefined;
    throw error;
  }
}

function planList(
  { model, which }: Extract<Root, { kind: 'list' }>,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPage(selection);
  const written = page && planPageRecords(selection, operation, false);
  const listed = planPageRecords(selection, operation, true);
  const readByIds = treeReader(listed.tree, 'ids');
  const readers = new Map<string, ReadTree>();
  const readerOf = (plan: RecordPlan, rows: Rows, isUsual: boolean) => {
    if (!isUsual) return treeReader(plan.tree, { rows });
    const key = JSON.stringify(rows);
    const known = readers.get(key) ?? treeReader(plan.tree, { rows });
    if (readers.size >= mostReaders) readers.clear();
    if (key.length <= longestKept) readers.set(key, known);
    return known;
  };

  async function shaped(given: ConnectionArguments, rows: Row[], context: Context) {
    const { page: shape, shown } = await shapePage(selection, { given, rows }, context);
    await listed.finish?.(shown, context);
    return JSON.stringify(shape);
  }

  return (variables) => {
    const given = listArgumentsOf(field, nodes, { ...operation, variables });
    const { first, last, after, before } = given;
    const backward = isGiven(last) || isGiven(before);
    if (backward && (isGiven(first) || isGiven(after))) throw new Unplanned('two directions');
    checkPageSize(given);
    const cursorId = checkCursor(model, given);
    const wanted = which(given);
    const size = pageSizeOf(given);
    const rows = rowsFor(model, wanted);
    if (rows && !backward && cursorId === undefined) {
      const isUsual = !isGiven(given.where);
      if (page && written) {
        const read = readerOf(written, { ...rows, limit: size, page }, isUsual);
        return async (context) =>
          finished(await read(context), written, (json) => nodesOf(json, page), context);
      }
      const read = readerOf(listed, { ...rows, limit: size + 1 }, isUsual);
      return async (context) =>
        shaped(given, JSON.parse((await read(context)) ?? '[]') as Row[], context);
    }
    return async (context) => {
      const found = await list(context, model, wanted, {
        select: { id: true },
        take: backward ? -(size + 1) : size + 1,
        ...(cursorId !== undefined && { skip: 1, cursor: { accountId_id: { id: cursorId } } }),
      });
      const ids = found.map(({ id }) => id);
      const all = JSON.parse((await readByIds(context, ids)) ?? '[]') as Row[];
      if (all.length < ids.length) throw new Unplanned('a record that has gone meanwhile');
      return shaped(given, all, context);
    };
  };
}

import type { GraphQLObjectType } from 'graphql';
import { execute, isNonNullType, Kind } from 'graphql';
import { typeOfId } from '../../domain/kernel/ids.ts';
import { readFirst } from '../../domain/reader/record-lists.ts';
import type { ReadTree, Rows } from '../../domain/reader/trees.ts';
import { treeReader } from '../../domain/reader/trees.ts';
import type { ListOrder } from '../vocabulary/cursors.ts';
import { checkPlace, readPlace } from '../vocabulary/cursors.ts';
import { keyOf } from '../vocabulary/nodes.ts';
import { checkPage, isBackward, pageSizeOf } from '../vocabulary/pages.ts';
import type { ReadExtensions, Root } from '../vocabulary/reads.ts';
import { readPending } from './keys.ts';
import { nodesOf, pageSelection, plainPage, shapePage } from './pages.ts';
import type { RecordPlan } from './records.ts';
import { finishPlaces, planPageRecords, planRecords } from './records.ts';
import type { Row } from './rows.ts';
import type { Run } from './run.ts';
import type { AnyField, Nodes, Operation, Selected } from './selection.ts';
import { argumentsOf, listArgumentsOf, metaFields, objectTypeOf } from './selection.ts';
import { completer, resolverOf } from './values.ts';

/** What a field at the root was read as: JSON that a statement wrote, or a value of which JSON is to be made. */
type Found = { text: string } | { value: unknown };

type ReadRoot = (run: Run, rootValue?: unknown) => Promise<Found>;

/** Checks the arguments of a field at the root, without any statement. @throws ActionError, GraphQLError */
type PrepareRoot = (variables: Record<string, unknown>) => ReadRoot;

/** Reads what one field at the root of an operation asks for: the JSON of its value. */
export type AnswerRoot = (run: Run, rootValue?: unknown) => Promise<string>;

/** @throws ActionError, GraphQLError for arguments that are wrong; Undeclared */
export function planRoot(
  root: GraphQLObjectType,
  selected: Selected,
  operation: Operation,
): (variables: Record<string, unknown>) => AnswerRoot {
  const prepare = planField(root, selected, operation);
  return (variables) => {
    const read = prepare(variables);
    return async (run, rootValue) => {
      for (const place of operation.places) checkPlace(run.context, place);
      const found = await read(run, rootValue);
      if ('text' in found) return found.text;
      await readPending(run);
      return JSON.stringify(found.value);
    };
  };
}

function planField(
  root: GraphQLObjectType,
  { name, field, nodes }: Selected,
  operation: Operation,
): PrepareRoot {
  if (field === undefined) return () => async () => ({ value: root.name });
  if (metaFields.has(field.name)) return planIntrospection(name, nodes, operation);
  const found = (field.extensions as ReadExtensions).root;
  switch (found?.kind) {
    case undefined:
      return planResolver(root, field, nodes, operation);
    case 'one':
      return planOne(found, field, nodes, operation);
    case 'found':
      return planFound(found, field, nodes, operation);
    case 'list':
      return planList(found, field, nodes, operation);
    case 'workspace': {
      const plan = planRecords(objectTypeOf(field), nodes, operation);
      const read = treeReader(plan.tree, 'workspace');
      return () => async (run) =>
        finished(await read(run.context), plan, (row) => [row as Row], run);
    }
  }
}

/** A field with a resolver of its own. */
function planResolver(
  root: GraphQLObjectType,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const complete = completer(field.type, nodes, operation);
  return (variables) => {
    const asked = { ...operation, variables };
    const given = argumentsOf(field, nodes, asked);
    const resolve = resolverOf(root, field, nodes, asked);
    return async (run, rootValue) => {
      const value = await resolve(rootValue, given, run, run.at);
      return { value: await complete(value, run, run.at) };
    };
  };
}

/** What is asked of the schema itself, which the library answers. */
function planIntrospection(name: string, selections: Nodes, operation: Operation): PrepareRoot {
  const { schema, definition, fragments } = operation;
  const alone = { ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections } } as const;
  const document = { kind: Kind.DOCUMENT, definitions: [alone, ...fragments.values()] } as const;
  return (variableValues) => async () => {
    const { data, errors } = await execute({ schema, document, variableValues });
    const [error] = errors ?? [];
    if (error) throw error;
    return { value: data?.[name] };
  };
}

/** What a statement brought, with what was left to be done. */
async function finished(
  text: string | null,
  { finish }: Pick<RecordPlan, 'finish'>,
  rowsOf: (json: unknown) => readonly Row[],
  run: Run,
): Promise<Found> {
  if (text === null || !finish) return { text: text ?? 'null' };
  const value: unknown = JSON.parse(text);
  await finish(rowsOf(value), run);
  return { value };
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
    return async (run) => {
      const text = key === undefined ? null : await read(run.context, key);
      return finished(text, plan, (json) => [json as Row], run);
    };
  };
}

function planFound(
  { find }: Extract<Root, { kind: 'found' }>,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const plan = planRecords(objectTypeOf(field), nodes, operation);
  return (variables) => {
    const given = argumentsOf(field, nodes, { ...operation, variables });
    return async (run) => {
      const { listing, most } = find(run.context, given);
      const text = await readFirst(run.context, plan.tree, listing, most);
      return finished(text, plan, (rows) => rows as Row[], run);
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
  const plans = keeper<ReturnType<typeof planPageRecords>>();
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
    return async (run) => {
      checkPlace(run.context, place);
      const text = await read(run.context, values);
      if (page) {
        return finished(text, { finish: plan.finish?.[0] }, (json) => nodesOf(json, page), run);
      }
      const found = JSON.parse(text ?? '[]') as Row[];
      const listed = { where, order, place, given, rows: found };
      const { page: value, shown } = await shapePage(selection, plan.split, listed, run);
      await finishPlaces(plan.finish, (at) => shown[at] ?? [], run);
      return { value };
    };
  };
}

/** Whether null may stand at a field at the root. */
export const mayBeNull = ({ field }: Selected) => field !== undefined && !isNonNullType(field.type);

import type { GraphQLObjectType } from 'graphql';
import { execute, isNonNullType, Kind } from 'graphql';
import { typeOfId } from '../../domain/kernel/ids.ts';
import { keeper } from '../../domain/reader/kept.ts';
import { readFirst } from '../../domain/reader/record-lists.ts';
import type { ReadTree } from '../../domain/reader/tree-readers.ts';
import { treeReader } from '../../domain/reader/tree-readers.ts';
import type { ListOrder } from '../vocabulary/cursors.ts';
import { checkPlace } from '../vocabulary/cursors.ts';
import { keyOf } from '../vocabulary/nodes.ts';
import type { ReadExtensions, Root } from '../vocabulary/reads.ts';
import type { AskList } from './asked-lists.ts';
import { listAsker, readLists, rowsOf } from './asked-lists.ts';
import { readPending } from './keys.ts';
import { nodesOf, pageSelection, plainPage, shapePage } from './pages.ts';
import type { RecordPlan } from './records.ts';
import { finishPlaces, planPageRecords, planRecords } from './records.ts';
import type { Row } from './rows.ts';
import type { Run } from './run.ts';
import type { AnyField, Nodes, Operation, Selected } from './selection.ts';
import { argumentsOf, metaFields, objectTypeOf } from './selection.ts';
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
    const lists = operation.lists.map((ask) => ask(variables));
    const read = prepare(variables);
    return async (run, rootValue) => {
      readLists(run, lists);
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
        finished(
          await read(run.context, undefined, rowsOf(run.lists)),
          plan,
          (row) => [row as Row],
          run,
        );
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
      const text = key === undefined ? null : await read(run.context, key, rowsOf(run.lists));
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
      const text = await readFirst(run.context, plan.tree, listing, most, rowsOf(run.lists));
      return finished(text, plan, (rows) => rows as Row[], run);
    };
  };
}

/** How a list at the root is read in one order, with the lists below its records. */
interface ListPlan extends Omit<ReturnType<typeof planPageRecords>, 'tree'> {
  read: ReadTree;
  below: readonly AskList[];
}

function planList(
  { model, which }: Extract<Root, { kind: 'list' }>,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPage(selection);
  const ask = listAsker({ model, which, page }, field, nodes, operation);
  const planIn = (order: ListOrder = []): ListPlan => {
    const lists: AskList[] = [];
    const { tree, ...plan } = planPageRecords(selection, { ...operation, lists }, order);
    const read = treeReader(tree, { rows: { later: lists.length } });
    return { ...plan, read, below: lists };
  };
  const unordered = planIn();
  const plans = keeper<ListPlan>();

  return (variables) => {
    const asked = ask(variables);
    const { order, rows: own } = asked;
    const names = () => JSON.stringify(order.map((one) => [one.column, one.direction]));
    const { read, below, split, finish } = page ? unordered : plans(names(), () => planIn(order));
    const lists = below.map((askBelow) => askBelow(variables));
    return async (run) => {
      checkPlace(run.context, asked.place);
      readLists(run, lists);
      const text = await read(run.context, undefined, [...rowsOf(lists), own]);
      if (page) return finished(text, { finish: finish?.[0] }, (json) => nodesOf(json, page), run);
      const rows = JSON.parse(text ?? '[]') as Row[];
      const { page: value, shown } = await shapePage(selection, split, { ...asked, rows }, run);
      await finishPlaces(finish, (at) => shown[at] ?? [], run);
      return { value };
    };
  };
}

/** Whether null may stand at a field at the root. */
export const mayBeNull = ({ field }: Selected) => field !== undefined && !isNonNullType(field.type);

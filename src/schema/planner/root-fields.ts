import type { GraphQLObjectType } from 'graphql';
import { execute, isNonNullType, Kind } from 'graphql';
import { typeOfId } from '../../platform/ids/record-ids.ts';
import { requireRights } from '../../platform/permissions/permissions.ts';
import { readFirst } from '../../query/record-list.ts';
import { treeReader } from '../../query/json-query-runner.ts';
import { neededFor } from '../core/required-permissions.ts';
import { keyOf } from '../core/nodes.ts';
import type { ReadExtensions, Root } from '../core/field-reads.ts';
import { readLists, rowsOf } from './requested-lists.ts';
import type { PrepareRoot } from './field-result.ts';
import { finished } from './field-result.ts';
import { readPending } from './records-by-key.ts';
import { planRecords } from './record-plan.ts';
import { below, errorsAt } from './field-permissions.ts';
import { planList } from './root-lists.ts';
import type { Row } from './row.ts';
import type { Run } from './plan-run.ts';
import type { AnyField, Nodes, Operation, Selected } from './selection.ts';
import { argumentsOf, metaFields, objectTypeOf } from './selection.ts';
import { completer, resolverOf } from './value-completion.ts';

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
      if ('value' in found) await readPending(run);
      const text = 'text' in found ? found.text : JSON.stringify(found.value);
      run.errors.push(...errorsAt(operation.refusals, selected.name, text));
      return text;
    };
  };
}

function planField(
  root: GraphQLObjectType,
  { name, field, nodes }: Selected,
  whole: Operation,
): PrepareRoot {
  if (field === undefined) return () => async () => ({ value: root.name });
  if (metaFields.has(field.name)) return planIntrospection(name, nodes, whole);
  requireRights(whole.rights, neededFor(root, field));
  const operation = below(whole, name);
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

/** Whether null may stand at a field at the root. */
export const mayBeNull = ({ field }: Selected) => field !== undefined && !isNonNullType(field.type);

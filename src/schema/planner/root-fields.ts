import type { GraphQLObjectType } from 'graphql';
import { execute, isNonNullType, Kind } from 'graphql';
import { recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { requirePermissions } from '../../platform/permissions/permissions.ts';
import { createJsonQueryReader } from '../../query/json-query-runner.ts';
import { readFirstRecords } from '../../query/record-list.ts';
import type { ReadExtensions, RootFieldRead } from '../core/field-reads.ts';
import { databaseKeyOf } from '../core/nodes.ts';
import { permissionsForField } from '../core/required-permissions.ts';
import { locatePermissionErrors, nestedOperation } from './field-permissions.ts';
import type { PrepareRootField } from './field-result.ts';
import { finishResult } from './field-result.ts';
import type { Operation } from './operation.ts';
import type { RootFieldRun } from './plan-run.ts';
import { setRunLists } from './plan-run.ts';
import { planRecords } from './record-plan.ts';
import { readPendingRecords } from './records-by-key.ts';
import { boundRowsOf } from './requested-lists.ts';
import { planRootList } from './root-lists.ts';
import type { Row } from './row.ts';
import type { AnyField, FieldNodes, SelectedField } from './selected-field.ts';
import { argumentsOf, introspectionFields, objectTypeOf } from './selection.ts';
import { createFieldResolver, createValueCompleter } from './value-completion.ts';

/** Reads what one field at the root of an operation asks for: the JSON of its value. */
export type RunRootField = (run: RootFieldRun, rootValue?: unknown) => Promise<string>;

/** @throws ActionError, GraphQLError for arguments that are wrong; Undeclared */
export function planRootField(
  root: GraphQLObjectType,
  selected: SelectedField,
  operation: Operation,
): (variables: Record<string, unknown>) => RunRootField {
  const prepare = planField(root, selected, operation);
  return (variables) => {
    const lists = operation.lists.map((ask) => ask(variables));
    const read = prepare(variables);
    return async (run, rootValue) => {
      setRunLists(run, lists);
      const found = await read(run, rootValue);
      if ('value' in found) await readPendingRecords(run);
      const text = 'text' in found ? found.text : JSON.stringify(found.value);
      run.errors.push(...locatePermissionErrors(operation.refusals, selected.name, text));
      return text;
    };
  };
}

function planField(
  root: GraphQLObjectType,
  { name, field, nodes }: SelectedField,
  whole: Operation,
): PrepareRootField {
  if (field === undefined) return () => async () => ({ value: root.name });
  if (introspectionFields.has(field.name)) return planIntrospection(name, nodes, whole);
  requirePermissions(whole.rights, permissionsForField(root, field));
  const operation = nestedOperation(whole, name);
  const found = (field.extensions as ReadExtensions).root;
  switch (found?.kind) {
    case undefined:
      return planResolver(root, field, nodes, operation);
    case 'one':
      return planOne(found, field, nodes, operation);
    case 'found':
      return planFound(found, field, nodes, operation);
    case 'list':
      return planRootList(found, field, nodes, operation);
    case 'workspace': {
      const plan = planRecords(objectTypeOf(field), nodes, operation);
      const read = createJsonQueryReader(plan.tree, 'workspace');
      return () => async (run) =>
        finishResult(
          await read(run.context, undefined, boundRowsOf(run.lists)),
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
  nodes: FieldNodes,
  operation: Operation,
): PrepareRootField {
  const complete = createValueCompleter(field.type, nodes, operation);
  return (variables) => {
    const asked = { ...operation, variables };
    const given = argumentsOf(field, nodes, asked);
    const resolve = createFieldResolver(root, field, nodes, asked);
    return async (run, rootValue) => {
      const value = await resolve(rootValue, given, run, run.at);
      return { value: await complete(value, run, run.at) };
    };
  };
}

/** What is asked of the schema itself, which the library answers. */
function planIntrospection(
  name: string,
  selections: FieldNodes,
  operation: Operation,
): PrepareRootField {
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
  { model }: Extract<RootFieldRead, { kind: 'one' }>,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): PrepareRootField {
  const plan = planRecords(objectTypeOf(field), nodes, operation);
  const read = createJsonQueryReader(plan.tree, 'id');
  return (variables) => {
    const { id } = argumentsOf(field, nodes, { ...operation, variables }) as { id: string };
    const key = recordTypeOfId(id) === model ? databaseKeyOf(model, id) : undefined;
    return async (run) => {
      const text = key === undefined ? null : await read(run.context, key, boundRowsOf(run.lists));
      return finishResult(text, plan, (json) => [json as Row], run);
    };
  };
}

function planFound(
  { find }: Extract<RootFieldRead, { kind: 'found' }>,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): PrepareRootField {
  const plan = planRecords(objectTypeOf(field), nodes, operation);
  return (variables) => {
    const given = argumentsOf(field, nodes, { ...operation, variables });
    return async (run) => {
      const { listing, most } = find(run.context, given);
      const text = await readFirstRecords(
        run.context,
        plan.tree,
        listing,
        most,
        boundRowsOf(run.lists),
      );
      return finishResult(text, plan, (rows) => rows as Row[], run);
    };
  };
}

/** Whether null may stand at a field at the root. */
export const isNullableField = ({ field }: SelectedField) =>
  field !== undefined && !isNonNullType(field.type);

import type { GraphQLObjectType } from 'graphql';
import { execute, isNonNullType, Kind } from 'graphql';
import { recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { requirePermissions } from '../../platform/permissions/permissions.ts';
import type { CustomFieldReference } from '../../query/custom-values.ts';
import { createJsonQueryReader } from '../../query/json-query-runner.ts';
import { readFirstRecords } from '../../query/record-list.ts';
import type { ReadExtensions, RootFieldRead } from '../core/field-reads.ts';
import { databaseKeyOf } from '../core/nodes.ts';
import { permissionsForField } from '../core/required-permissions.ts';
import { locatePermissionErrors, nestedOperation } from './field-permissions.ts';
import type { PrepareRootField } from './field-result.ts';
import { postProcessResult } from './field-result.ts';
import type { Operation } from './operation.ts';
import { planRecords } from './record-plan.ts';
import { readPendingRecords } from './records-by-key.ts';
import type { RequestedLists } from './requested-lists.ts';
import type { RootFieldRun } from './root-field-run.ts';
import { planRootList } from './root-lists.ts';
import type { Row } from './row.ts';
import type { AnyField, FieldNodes, SelectedField } from './selected-field.ts';
import { argumentsOf, introspectionFields, objectTypeOf } from './selection.ts';
import { createFieldResolver, createValueCompleter } from './value-completion.ts';

export interface PreparedRootField {
  lists: RequestedLists;
  customFields: readonly CustomFieldReference[];
  read(run: RootFieldRun, rootValue?: unknown): Promise<string>;
}

/** @throws ActionError, GraphQLError for invalid arguments; UndeclaredFieldError */
export function planRootField(
  root: GraphQLObjectType,
  selected: SelectedField,
  operation: Operation,
): (variables: Record<string, unknown>) => PreparedRootField {
  const { collector } = operation;
  const prepare = planField(root, selected, operation);
  return (variables) => {
    const lists = collector.parseLists(variables);
    const readField = prepare(variables);
    const read: PreparedRootField['read'] = async (run, rootValue) => {
      const result = await readField(run, rootValue);
      if ('value' in result) await readPendingRecords(run);
      const text = 'text' in result ? result.text : JSON.stringify(result.value);
      run.errors.push(...locatePermissionErrors(collector.denials, selected.name, text));
      return text;
    };
    const customFields = [
      ...collector.customFields,
      ...[...lists.values()].flatMap((list) => list.customFields),
    ];
    return { lists, customFields, read };
  };
}

function planField(
  root: GraphQLObjectType,
  { name, field, nodes }: SelectedField,
  rootOperation: Operation,
): PrepareRootField {
  if (field === undefined) return () => async () => ({ value: root.name });
  if (introspectionFields.has(field.name)) return planIntrospection(name, nodes, rootOperation);
  requirePermissions(rootOperation.permissions, permissionsForField(root, field));
  const operation = nestedOperation(rootOperation, name);
  const rootRead = (field.extensions as ReadExtensions).root;
  switch (rootRead?.kind) {
    case undefined:
      return planResolver(root, field, nodes, operation);
    case 'one':
      return planOne(rootRead, field, nodes, operation);
    case 'found':
      return planFound(rootRead, field, nodes, operation);
    case 'list':
      return planRootList(rootRead, field, nodes, operation);
    case 'workspace': {
      const plan = planRecords(objectTypeOf(field), nodes, operation);
      const read = createJsonQueryReader(plan.tree, 'workspace');
      return () => async (run) =>
        postProcessResult(
          await read(run.context, undefined, run.lists),
          plan,
          (row) => [row as Row],
          run,
        );
    }
  }
}

function planResolver(
  root: GraphQLObjectType,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): PrepareRootField {
  const complete = createValueCompleter(field.type, nodes, operation);
  return (variables) => {
    const boundOperation = { ...operation, variables };
    const args = argumentsOf(field, nodes, boundOperation);
    const resolve = createFieldResolver(root, field, nodes, boundOperation);
    return async (run, rootValue) => {
      const value = await resolve(rootValue, args, run, run.path);
      return { value: await complete(value, run, run.path) };
    };
  };
}

/** Introspection, which graphql-js executes. */
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
      const text = key === undefined ? null : await read(run.context, key, run.lists);
      return postProcessResult(text, plan, (json) => [json as Row], run);
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
    const args = argumentsOf(field, nodes, { ...operation, variables });
    return async (run) => {
      const { listing, limit } = find(run.context, args);
      const text = await readFirstRecords(run.context, plan.tree, listing, limit, run.lists);
      return postProcessResult(text, plan, (rows) => rows as Row[], run);
    };
  };
}

/** `__typename` is not nullable. */
export const isNullableField = ({ field }: SelectedField) =>
  field !== undefined && !isNonNullType(field.type);

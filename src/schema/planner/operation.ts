import type {
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import type { ParseListArguments } from './requested-lists.ts';
import type { CompleteValue } from './root-field-run.ts';
import type { FieldNodes } from './selected-field.ts';

/** An operation to plan, with the values of its variables. */
export interface Operation {
  schema: GraphQLSchema;
  definition: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  /** Nested lists. The plan is the same for all arguments, which each run parses. */
  lists: ParseListArguments[];
  /** Queries for the records that resolvers return by key, one for each selection. */
  recordQueries: JsonQuery[];
  permissions: Permissions;
  /** Response names from the root to the planned field. */
  path: readonly string[];
  /** Denied fields below the root, by path: a field can be planned several times. */
  fieldDenials: Map<string, FieldDenial>;
  /** A parameter, since an import would be a cycle. */
  createRecordCompleter: (
    type: GraphQLObjectType,
    nodes: FieldNodes,
    operation: Operation,
  ) => CompleteValue;
}

/** A field that the caller may not read: it is null, with an error. */
export interface FieldDenial {
  /** Response names from the root to the field, without list indexes. */
  path: readonly string[];
  nodes: FieldNodes;
  error: ActionError;
}

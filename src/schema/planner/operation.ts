import type {
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import type { CompleteValue } from './plan-run.ts';
import type { ParseListArguments } from './requested-lists.ts';
import type { FieldNodes } from './selected-field.ts';

/** An operation with the values of its variables. */
export interface Operation {
  schema: GraphQLSchema;
  definition: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  /** The lists below records: planned for any records that they may have, which each reading says. */
  lists: ParseListArguments[];
  /** What is asked of records that resolvers answer by their keys, place by place. */
  asked: JsonQuery[];
  /** What who asks may do. */
  rights: Permissions;
  /** The names in the answer that lead to what is planned. */
  path: readonly string[];
  /** What may not be seen of it, below the root, by its place: the same place may be planned several times. */
  refusals: Map<string, FieldDenial>;
  /** How records are read that resolvers answer by their keys. Handed in: it is made of the parts that use it. */
  recordsOf: (type: GraphQLObjectType, nodes: FieldNodes, operation: Operation) => CompleteValue;
}

/** A field that the caller may not read: it is null, with an error. */
export interface FieldDenial {
  /** Response names from the root to the field, without list indexes. */
  path: readonly string[];
  nodes: FieldNodes;
  error: ActionError;
}

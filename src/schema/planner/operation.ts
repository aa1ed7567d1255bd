import type {
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { PlanCollector } from './plan-collector.ts';
import type { CompleteValue } from './root-field-run.ts';
import type { FieldNodes } from './selected-field.ts';

/** An operation to plan, with the values of its variables. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly definition: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Record<string, unknown>;
  readonly permissions: Permissions;
  /** Response names from the root to the planned field. */
  readonly path: readonly string[];
  readonly collector: PlanCollector;
  /** A parameter, since an import would be a cycle. */
  readonly createRecordCompleter: (
    type: GraphQLObjectType,
    nodes: FieldNodes,
    operation: Operation,
  ) => CompleteValue;
}

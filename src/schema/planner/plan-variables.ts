import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { idempotentDirective } from '../core/idempotent-directive.ts';
import { isPlanArgument } from './list-arguments.ts';
import { fragmentsOf } from './selection.ts';

/**
 * The variables that affect the plan. Filters and page arguments of lists do not; arguments of root fields are
 * read at each run.
 */
export function planVariablesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): string[] {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  const note = visitWithTypeInfo(types, {
    // Variable definitions contain no variables.
    VariableDefinition: () => false,
    Argument: ({ name }) => {
      const directive = types.getDirective();
      // The idempotency key does not affect the plan.
      if (directive) return directive.name === idempotentDirective.name ? false : undefined;
      const isAtRoot = types.getParentType() === schema.getRootType(operation.operation);
      return isAtRoot || !isPlanArgument(types.getFieldDef(), name.value) ? false : undefined;
    },
    Variable: ({ name }) => void names.add(name.value),
  });
  visit(operation, note);
  for (const fragment of fragmentsOf(document).values()) visit(fragment, note);
  return [...names].sort();
}

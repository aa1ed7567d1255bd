import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { idempotentDirective } from '../core/idempotent-directive.ts';
import { isPlanArgument } from './list-arguments.ts';
import { fragmentsOf } from './selection.ts';

/**
 * The variables that decide what is read and how: those of directives, and of fields below the root unless they only say which
 * records a list has. Those of the fields at the root itself are looked at by each reading.
 */
export function planVariablesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): string[] {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  const note = visitWithTypeInfo(types, {
    // The types of variables name none.
    VariableDefinition: () => false,
    Argument: ({ name }) => {
      const directive = types.getDirective();
      // The key of a request changes nothing of what is read.
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

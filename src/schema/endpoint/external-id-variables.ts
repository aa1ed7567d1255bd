import type {
  DocumentNode,
  GraphQLSchema,
  OperationDefinitionNode,
  StringValueNode,
} from 'graphql';
import {
  GraphQLID,
  getNamedType,
  getOperationAST,
  isInputType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import {
  externalIdReferenceMarker,
  isExternalIdReference,
  resolveExternalIdReferences,
} from '../../platform/external-ids/external-id-references.ts';
import type { ReplaceExternalId } from '../core/external-id-arguments.ts';
import { replaceExternalIds } from '../core/external-id-arguments.ts';

/** With coerced variables. */
interface CoercedOperation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

/** Returns `variables` itself if it contains no reference. */
function replacedVariables(
  schema: GraphQLSchema,
  { operation: { variableDefinitions = [] }, variables }: CoercedOperation,
  replace: ReplaceExternalId,
): Record<string, unknown> {
  let changed: Record<string, unknown> | undefined;
  for (const { type: node, variable } of variableDefinitions) {
    const { value: name } = variable.name;
    const type = typeFromAST(schema, node as never);
    if (!isInputType(type)) continue;
    const next = replaceExternalIds(variables[name], type, replace);
    if (next === variables[name]) continue;
    changed ??= { ...variables };
    changed[name] = next;
  }
  return changed ?? variables;
}

/** Returns `document` itself if it contains no reference. */
function replacedLiterals(
  schema: GraphQLSchema,
  document: DocumentNode,
  replace: ReplaceExternalId,
) {
  const types = new TypeInfo(schema);
  const write = (node: StringValueNode) => {
    const type = types.getInputType();
    if (!type || getNamedType(type) !== GraphQLID || !isExternalIdReference(node.value))
      return undefined;
    const value = replace(node.value);
    return value === node.value ? undefined : { ...node, value };
  };
  return visit(document, visitWithTypeInfo(types, { StringValue: write }));
}

/** Replaces external id references by ids, with one statement. Undefined if there are none. */
export function createExternalIdResolver(
  schema: GraphQLSchema,
  query: string,
  coerced: CoercedOperation,
): ((context: Context) => Promise<CoercedOperation>) | undefined {
  const isWritten = query.includes(externalIdReferenceMarker);
  if (!isWritten && (coerced.operation.variableDefinitions?.length ?? 0) === 0) return undefined;
  const references: string[] = [];
  const note: ReplaceExternalId = (reference) => {
    references.push(reference);
    return reference;
  };
  replacedVariables(schema, coerced, note);
  if (isWritten) replacedLiterals(schema, coerced.document, note);
  if (references.length === 0) return undefined;
  return async (context) => {
    const found = await resolveExternalIdReferences(context, references);
    if (found.size === 0) return coerced;
    const replace: ReplaceExternalId = (reference) => found.get(reference) ?? reference;
    const variables = replacedVariables(schema, coerced, replace);
    const document = isWritten
      ? replacedLiterals(schema, coerced.document, replace)
      : coerced.document;
    const operation = getOperationAST(document, coerced.operation.name?.value);
    return { document, operation: operation ?? coerced.operation, variables };
  };
}

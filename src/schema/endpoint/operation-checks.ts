import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { type GraphQLError, getOperationAST } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { hasAnyPermission, missingScopeError } from '../../platform/permissions/permissions.ts';
import type { GraphQLParams } from './request-params.ts';

/** Which operation of a document is asked for, and whether it may be asked for like this. */

/**
 * A key that may write nothing is refused a mutation as a whole, and one that may read nothing everything else; what they
 * may of the rest is decided field by field, by the plan.
 * @throws ActionError missing_scope
 */
export function requireAnyPermission(
  rights: Permissions,
  { operation }: OperationDefinitionNode,
): void {
  const needed = operation === 'mutation' ? 'write' : 'read';
  if (!hasAnyPermission(rights, needed)) throw missingScopeError([needed]);
}

/**
 * Reads an operation, or its variables, which may be nested deeper than the stack of calls.
 * @throws ActionError invalid_operation where they are
 */
export function withStackGuard<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ActionError('invalid_operation', 'The operation is nested too deeply.');
  }
}

/** @throws ActionError method_not_allowed where a URL names what does more than read. */
export function requirePostUnlessQuery(
  { operation }: OperationDefinitionNode,
  { readsOnly }: GraphQLParams,
): void {
  if (readsOnly && operation !== 'query') throw postRequiredError(operation);
}

export const postRequiredError = (operation: string) =>
  new ActionError('method_not_allowed', `Send a ${operation} with POST.`, { allow: 'POST' });

/** Yoga looks at the method of a mutation by itself, as it parses, and says so as a fault of the operation. */
export function isMethodError({ extensions }: GraphQLError): boolean {
  return (extensions.http as { status?: number } | undefined)?.status === 405;
}

export function selectOperation(document: DocumentNode, { operationName }: GraphQLParams) {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation satisfies OperationDefinitionNode;
  throw new ActionError(
    'invalid_operation',
    operationName === undefined
      ? 'The document has several operations. Set operationName.'
      : `The document has no operation named "${operationName}".`,
  );
}

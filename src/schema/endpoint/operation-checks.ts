import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { type GraphQLError, getOperationAST } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { hasAnyPermission, missingScopeError } from '../../platform/permissions/permissions.ts';
import type { GraphQLParams } from './request-params.ts';

/**
 * Rejects the whole operation if no field of its kind is permitted. The plan checks each field.
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
 * @throws ActionError invalid_operation if the operation or its variables are nested deeper than the call stack
 * allows
 */
export function withStackGuard<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ActionError('invalid_operation', 'The operation is nested too deeply.');
  }
}

/** @throws ActionError method_not_allowed */
export function requirePostUnlessQuery(
  { operation }: OperationDefinitionNode,
  { readsOnly }: GraphQLParams,
): void {
  if (readsOnly && operation !== 'query') throw postRequiredError(operation);
}

export const postRequiredError = (operation: string) =>
  new ActionError('method_not_allowed', `Send a ${operation} with POST.`, { allow: 'POST' });

/** Yoga reports the method of a mutation as a parse error. */
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

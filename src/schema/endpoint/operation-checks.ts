import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { type GraphQLError, getOperationAST } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Rights } from '../../platform/permissions/permissions.ts';
import { allowsAny, missingScope } from '../../platform/permissions/permissions.ts';
import type { GraphQLParams } from './request-params.ts';

/** Which operation of a document is asked for, and whether it may be asked for like this. */

/**
 * A key that may write nothing is refused a mutation as a whole, and one that may read nothing everything else; what they
 * may of the rest is decided field by field, by the plan.
 * @throws ActionError missing_scope
 */
export function requireAnyRight(rights: Rights, { operation }: OperationDefinitionNode): void {
  const needed = operation === 'mutation' ? 'write' : 'read';
  if (!allowsAny(rights, needed)) throw missingScope([needed]);
}

/**
 * Reads an operation, or its variables, which may be nested deeper than the stack of calls.
 * @throws ActionError invalid_operation where they are
 */
export function bounded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ActionError('invalid_operation', 'The operation is nested too deeply.');
  }
}

/** @throws ActionError method_not_allowed where a URL names what does more than read. */
export function requireMethod(
  { operation }: OperationDefinitionNode,
  { readsOnly }: GraphQLParams,
): void {
  if (readsOnly && operation !== 'query') throw onlyByPost(operation);
}

export const onlyByPost = (operation: string) =>
  new ActionError('method_not_allowed', `A ${operation} is sent by POST.`, { allow: 'POST' });

/** Yoga looks at the method of a mutation by itself, as it parses, and says so as a fault of the operation. */
export function isOfMethod({ extensions }: GraphQLError): boolean {
  return (extensions.http as { status?: number } | undefined)?.status === 405;
}

export function operationOf(document: DocumentNode, { operationName }: GraphQLParams) {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation satisfies OperationDefinitionNode;
  throw new ActionError(
    'invalid_operation',
    operationName === undefined
      ? 'The document has several operations; operationName has to say which.'
      : `The document has no operation named "${operationName}".`,
  );
}

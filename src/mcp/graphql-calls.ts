import type { GraphQLInputType } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import type { HttpRequest } from '../http/http-request.ts';
import type { Context } from '../platform/context/context.ts';
import type { FieldError } from '../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../platform/errors/action-error.ts';
import type { ErrorCode } from '../platform/errors/error-catalogue.ts';
import type { OperationExecutor, QueryResult } from '../schema/endpoint/operation-executor.ts';
import { markOutsideText } from './outside-text.ts';
import type { ToolCall } from './tool.ts';

/** GraphQL reports values of wrong types before the operation runs. */
function coercionErrorOf({ message }: { message: string }): FieldError[] {
  const [, path = '', fault = ''] =
    /^Variable "\$\w+" got invalid value.*? at "([^"]*)"; (.*)$/s.exec(message) ?? [];
  return fault === '' ? [] : [{ path, code: 'invalid_type', message: fault }];
}

/** @throws ActionError with all invalid values, or the first other error of the result */
function dataOf({ data, errors = [] }: QueryResult): Record<string, unknown> {
  const coercionErrors = errors.flatMap(coercionErrorOf);
  if (coercionErrors.length > 0) throw invalidInputError(coercionErrors);
  const [first] = errors;
  if (first) {
    const { code, requestId: _, ...details } = first.extensions;
    throw new ActionError(code as ErrorCode, first.message, details);
  }
  return data ?? {};
}

export function createGraphQLCalls(
  executor: Pick<OperationExecutor, 'runQuery' | 'runMutation'>,
  request: HttpRequest,
  context: Context,
): Pick<ToolCall, 'query' | 'mutate'> {
  return {
    query: async (query, variables = {}) => {
      const result = await executor.runQuery(request, context, { query, variables });
      return markOutsideText(query, dataOf(result));
    },
    mutate: async (caller, mutation) => {
      const result = await executor.runMutation(request, caller, mutation);
      const data = markOutsideText(mutation.query, dataOf(result));
      return { data, isReplayed: result.isReplayed };
    },
  };
}

export const unknownFieldError = (path: string, type: string, known: readonly string[]) => ({
  ...{ path, code: 'unknown_field' },
  message: `is an unknown field of ${type}: the known fields are ${known.join(', ')}`,
});

/** At all levels of an input. GraphQL reports neither their path nor the known fields. */
export function findUnknownFields(
  type: GraphQLInputType,
  value: unknown,
  path: readonly (string | number)[] = [],
): FieldError[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => findUnknownFields(type, entry, [...path, index]));
  const named = getNamedType(type);
  if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return [];
  const fields = named.getFields();
  return Object.entries(value).flatMap(([name, entry]) => {
    const field = fields[name];
    const below = [...path, name];
    return field
      ? findUnknownFields(field.type, entry, below)
      : [unknownFieldError(below.join('.'), named.name, Object.keys(fields))];
  });
}

/** @throws ActionError invalid_input */
export function requireKnownFields(type: GraphQLInputType, value: unknown, path: string): void {
  const errors = findUnknownFields(type, value, [path]);
  if (errors.length > 0) throw invalidInputError(errors);
}

import { GraphQLError } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import { concurrentChangeCode } from '../../write/optimistic-locking.ts';
import { builder } from './builder.ts';
import { readableByWriters } from './writer-readable-types.ts';

function messageOf({ message, details: { possibleActions } }: ActionError): string {
  return possibleActions ? `${message} Possible actions: ${possibleActions.join(', ')}.` : message;
}

/** Members of a mutation's result, with the codes of the REST API. */
export type ErrorType =
  | 'InvalidInputError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'VersionMismatchError'
  | 'NotDoneError';

/** An expected error as a field value. It must not be an Error: the executor would throw it. */
export interface ErrorValue {
  __typename: ErrorType;
  code: string;
  message: string;
  errors: FieldErrorShape[];
  nearMatches: string[];
  currentVersion: number | undefined;
}

interface FieldErrorShape {
  path: string;
  code: string;
  message: string;
}

const fieldError = builder.objectRef<FieldErrorShape>('FieldError').implement({
  description: 'An invalid field of an input.',
  extensions: readableByWriters,
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where the field is in the input, for example `items.0.rate`.',
    }),
    code: t.exposeString('code', { description: 'Code of the rule, in snake_case.' }),
    message: t.exposeString('message', {
      description: 'What is wrong with the value, or what it must be.',
    }),
  }),
});

const expectedError = builder.interfaceRef<ErrorValue>('ExpectedError').implement({
  description: 'An expected error.',
  extensions: readableByWriters,
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Stable code in snake_case, the same as in the REST API.',
    }),
    message: t.exposeString('message', { description: 'Message for people.' }),
    path: t.string({
      nullable: true,
      description: 'Path of the invalid input field, if there is exactly one.',
      resolve: ({ errors: [first, ...more] }) => (more.length === 0 ? (first?.path ?? null) : null),
    }),
    errors: t.field({
      type: [fieldError],
      description: 'All invalid fields.',
      // The errors are already loaded, and the input limits their number.
      complexity: { field: 1, multiplier: 1 },
      resolve: ({ errors }) => errors,
    }),
  }),
});

export const errorTypes = {
  InvalidInputError: builder.objectRef<ErrorValue>('InvalidInputError').implement({
    description: 'One or more fields have invalid values. Nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
  }),
  NotFoundError: builder.objectRef<ErrorValue>('NotFoundError').implement({
    description: 'The workspace has no record with that id or name. Nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
    fields: (t) => ({
      nearMatches: t.exposeStringList('nearMatches', {
        description: 'Up to three similar names in the workspace.',
      }),
    }),
  }),
  ConflictError: builder.objectRef<ErrorValue>('ConflictError').implement({
    description: 'The current state does not allow the change. Nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
  }),
  VersionMismatchError: builder.objectRef<ErrorValue>('VersionMismatchError').implement({
    description:
      'The record was changed and has another version than `expectedVersion`. Nothing was changed now.',
    interfaces: [expectedError],
    extensions: readableByWriters,
    fields: (t) => ({
      currentVersion: t.int({
        description: 'Current version of the record.',
        resolve: ({ currentVersion = 0 }) => currentVersion,
      }),
      changedFields: t.stringList({
        nullable: true,
        description:
          'Names of the fields that changed since the expected version. Null if this is unknown: by default, changes are stored for 30 days. Only callers who can read such records get it.',
        resolve: ({ errors }) => {
          const changed = errors.filter(({ code }) => code === concurrentChangeCode);
          return changed.length > 0 ? changed.map(({ path }) => path) : null;
        },
      }),
    }),
  }),
  NotDoneError: builder.objectRef<ErrorValue>('NotDoneError').implement({
    description:
      'Another mutation of the operation failed. With `@atomic`, they succeed or fail together. Nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
  }),
} as const;

/** Returns undefined for unexpected errors. */
export function errorTypeOf({
  code,
  status,
}: Pick<ActionError, 'code' | 'status'>): ErrorType | undefined {
  if (code === 'not_done') return 'NotDoneError';
  if (code === 'version_mismatch') return 'VersionMismatchError';
  if (status === 400 || status === 412) return 'InvalidInputError';
  if (status === 404) return 'NotFoundError';
  return status === 409 || code === 'events_expired' ? 'ConflictError' : undefined;
}

/**
 * Converts an expected error to a field value.
 * @throws the given error if it has none of the types
 */
export function errorValue(error: unknown, types: readonly ErrorType[]): ErrorValue {
  const type = error instanceof ActionError ? errorTypeOf(error) : undefined;
  if (type === undefined || !types.includes(type)) throw error;
  const { code, details } = error as ActionError;
  const { currentVersion, errors = [], nearMatches = [] } = details;
  const message = messageOf(error as ActionError);
  return { __typename: type, code, message, errors, nearMatches, currentVersion };
}

export function toGraphQLError(error: ActionError, requestId: string): GraphQLError {
  const { errors, missingScopes, nearMatches, retryAfterSeconds } = error.details;
  return new GraphQLError(messageOf(error), {
    extensions: {
      code: error.code,
      requestId,
      ...(errors && { errors }),
      ...(nearMatches && { nearMatches }),
      ...(missingScopes && { missingScopes }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      http: { status: error.status },
    },
  });
}

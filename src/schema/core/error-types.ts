import { GraphQLError } from 'graphql';
import { ActionError } from '../../platform/errors/action-error.ts';
import { concurrentChangeCode } from '../../write/optimistic-locking.ts';
import { builder } from './builder.ts';
import { readableByWriters } from './writer-readable-types.ts';

/** An error's message, with what can be done instead as this door calls it: by the names of `InvoiceAction`. */
function messageOf({ message, details: { possibleActions } }: ActionError): string {
  return possibleActions
    ? `${message} What can be done with it: ${possibleActions.join(', ')}.`
    : message;
}

/**
 * Expected errors as types of the schema: what the action surface answers with a status, a mutation answers as a member
 * of its result, with the same code.
 */
export type ErrorType =
  | 'InvalidInputError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'VersionMismatchError'
  | 'NotDoneError';

/** An expected error as the value of a field. It must not be an Error: the executor would throw it. */
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
  description: 'One field of an input that cannot be taken.',
  extensions: readableByWriters,
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where the field is in the input, `items.0.rate` say.',
    }),
    code: t.exposeString('code', { description: 'The rule it broke, in snake_case.' }),
    message: t.exposeString('message', { description: 'What would be right.' }),
  }),
});

/** What all expected errors have. */
const expectedError = builder.interfaceRef<ErrorValue>('ExpectedError').implement({
  description: 'An error that a client can act on.',
  extensions: readableByWriters,
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'A stable word in snake_case, the same as on the REST surface.',
    }),
    message: t.exposeString('message', { description: 'A sentence for a person.' }),
    path: t.string({
      nullable: true,
      description: 'The input field at fault, where there is exactly one.',
      resolve: ({ errors: [first, ...more] }) => (more.length === 0 ? (first?.path ?? null) : null),
    }),
    errors: t.field({
      type: [fieldError],
      description: 'Every field at fault.',
      // They are there already, and no more than the input has fields.
      complexity: { field: 1, multiplier: 1 },
      resolve: ({ errors }) => errors,
    }),
  }),
});

/** The members that mutations' results have beside what they did. */
export const errorTypes = {
  InvalidInputError: builder.objectRef<ErrorValue>('InvalidInputError').implement({
    description: 'One or more fields have values that cannot be taken; nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
  }),
  NotFoundError: builder.objectRef<ErrorValue>('NotFoundError').implement({
    description: 'The workspace has no record with that id or name; nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
    fields: (t) => ({
      nearMatches: t.exposeStringList('nearMatches', {
        description: 'Up to three names of the workspace that are close to the one not found.',
      }),
    }),
  }),
  ConflictError: builder.objectRef<ErrorValue>('ConflictError').implement({
    description: 'The present state does not allow the change; nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
  }),
  VersionMismatchError: builder.objectRef<ErrorValue>('VersionMismatchError').implement({
    description:
      'The record has another version than `expectedVersion`: it was changed meanwhile. Nothing was changed now.',
    interfaces: [expectedError],
    extensions: readableByWriters,
    fields: (t) => ({
      currentVersion: t.int({
        description: 'The version that the record has.',
        resolve: ({ currentVersion = 0 }) => currentVersion,
      }),
      changedFields: t.stringList({
        nullable: true,
        description:
          'The fields that were changed since the version that was expected, by the names of the record. Null where that cannot be told: what changed is kept for 30 days, unless it was set otherwise, and told to who may read such records.',
        resolve: ({ errors }) => {
          const changed = errors.filter(({ code }) => code === concurrentChangeCode);
          return changed.length > 0 ? changed.map(({ path }) => path) : null;
        },
      }),
    }),
  }),
  NotDoneError: builder.objectRef<ErrorValue>('NotDoneError').implement({
    description:
      'Another mutation of the operation was not done, and with `@atomic` they are done together or not at all; nothing was changed.',
    interfaces: [expectedError],
    extensions: readableByWriters,
  }),
} as const;

/** The schema's type of an expected error; undefined for all others. */
function typeOfError({ code, status }: ActionError): ErrorType | undefined {
  if (code === 'not_done') return 'NotDoneError';
  if (code === 'version_mismatch') return 'VersionMismatchError';
  if (status === 400 || status === 412) return 'InvalidInputError';
  if (status === 404) return 'NotFoundError';
  return status === 409 ? 'ConflictError' : undefined;
}

/**
 * An error as the value of a field that may be one of some types.
 * @throws what it is given, where it is another error: one that the field does not declare, or that nobody expects
 */
export function errorValue(error: unknown, types: readonly ErrorType[]): ErrorValue {
  const type = error instanceof ActionError ? typeOfError(error) : undefined;
  if (type === undefined || !types.includes(type)) throw error;
  const { code, details } = error as ActionError;
  const { currentVersion, errors = [], nearMatches = [] } = details;
  const message = messageOf(error as ActionError);
  return { __typename: type, code, message, errors, nearMatches, currentVersion };
}

/** An error of the catalogue as it stands in `errors` of an answer: request-level failures, and queries' own. */
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

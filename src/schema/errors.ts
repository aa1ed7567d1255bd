import { GraphQLError } from 'graphql';
import { ActionError } from '../domain/kernel/errors.ts';
import { builder } from './builder.ts';

/**
 * Expected errors as types of the schema: what the action surface answers with a status, a mutation answers as a member
 * of its result union, with the same code. Translated at one point, `throwing`.
 */
abstract class ExpectedError extends Error {
  readonly code: string;
  readonly errors: { path: string; code: string; message: string }[];
  readonly nearMatches: string[];

  constructor(cause: ActionError) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.errors = cause.details.errors ?? [];
    this.nearMatches = cause.details.nearMatches ?? [];
  }
}

export class InvalidInputError extends ExpectedError {}
export class NotFoundError extends ExpectedError {}
export class ConflictError extends ExpectedError {}

interface FieldErrorShape {
  path: string;
  code: string;
  message: string;
}

const fieldError = builder.objectRef<FieldErrorShape>('FieldError').implement({
  description: 'One field of an input that cannot be taken.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where the field is in the input, `items.0.rate` say.',
    }),
    code: t.exposeString('code', { description: 'The rule it broke, in snake_case.' }),
    message: t.exposeString('message', { description: 'What would be right.' }),
  }),
});

/** What all expected errors have. */
export const expectedError = builder.interfaceRef<ExpectedError>('ExpectedError').implement({
  description: 'An error that a client can act on.',
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
      resolve: ({ errors }) => errors,
    }),
  }),
});

builder.objectType(InvalidInputError, {
  name: 'InvalidInputError',
  description: 'One or more fields have values that cannot be taken; nothing was changed.',
  interfaces: [expectedError],
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'The workspace has no record with that id or name; nothing was changed.',
  interfaces: [expectedError],
  fields: (t) => ({
    nearMatches: t.exposeStringList('nearMatches', {
      description: 'Up to three names of the workspace that are close to the one not found.',
    }),
  }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: 'The present state does not allow the change; nothing was changed.',
  interfaces: [expectedError],
});

/** The members that mutations' result unions have beside the record. */
export const expectedErrors = [InvalidInputError, NotFoundError, ConflictError];

/** An expected error as the schema's type of it; all others stay what they are. */
export function toExpectedError(error: ActionError): Error {
  if (error.status === 400 || error.status === 412) return new InvalidInputError(error);
  if (error.status === 404) return new NotFoundError(error);
  if (error.status === 409) return new ConflictError(error);
  return error;
}

/** Runs a verb and turns its expected errors into the schema's types; all others stay what they are. */
export async function throwing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ActionError ? toExpectedError(error) : error;
  }
}

/** An error of the catalogue as it stands in `errors` of an answer: request-level failures, and queries' own. */
export function toGraphQLError(error: ActionError, requestId: string): GraphQLError {
  const { errors, nearMatches, retryAfterSeconds } = error.details;
  return new GraphQLError(error.message, {
    extensions: {
      code: error.code,
      requestId,
      ...(errors && { errors }),
      ...(nearMatches && { nearMatches }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      http: { status: error.status },
    },
  });
}

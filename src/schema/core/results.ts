import type { FieldMap } from '@pothos/core';
import { ActionError } from '../../platform/errors/action-error.ts';
import { builder } from './builder.ts';
import type { ErrorType } from './error-types.ts';
import { errorTypes, errorValue } from './error-types.ts';
import type { ModelName } from './model-names.ts';
import { readableByWriters } from './writer-readable-types.ts';

/**
 * What mutations answer: one of two or more types. The one that says what was done is the mutation's own and names what
 * it answers, so that more can stand beside that later; the others are the errors that a client can act on.
 */

export const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The type that says what a mutation did. */
const successName = (mutation: string) => `${capitalize(mutation)}Success`;

const uncapitalized = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** The field that shows the record in a success type. */
export const recordFieldName = (model: ModelName) => uncapitalized(model);

interface Fields {
  // biome-ignore lint/suspicious/noExplicitAny: the builder types each field apart; success types show plain properties
  field(options: any): any;
}

interface Shown {
  type: unknown;
  description: string;
  /** Whether it is shown once: it is kept nowhere, and not in the answer to a retry either. */
  isSecret?: true;
  complexity?: { field: number; multiplier: number };
}

/** Fields of a success type, each shown as the property of its name. */
export type ResultFields = Readonly<Record<string, Shown>>;

/** A record in a success type. It costs nothing of its own: the mutation does. */
export const recordResultFields = (
  model: ModelName,
  description = 'The current record.',
): ResultFields => ({
  [recordFieldName(model)]: { type: model, description, complexity: { field: 0, multiplier: 1 } },
});

type Success = Record<string, unknown>;

function fieldMap(t: Fields, shown: ResultFields): FieldMap {
  const fields = Object.entries(shown).map(([name, { isSecret, ...options }]) => {
    const resolve = (success: Success) => {
      if (isSecret && !(name in success)) throw secretNotKept(name);
      const value = success[name];
      // What was kept of an answer is JSON.
      return options.type === 'DateTime' && typeof value === 'string' ? new Date(value) : value;
    };
    return [name, t.field({ ...options, ...(isSecret && { nullable: true }), resolve })] as const;
  });
  return Object.fromEntries(fields);
}

const secretNotKept = (name: string) =>
  new ActionError(
    'secret_not_kept',
    `The field ${name} is a secret that was only in the first response. If you lost it, create a new one.`,
  );

/** What a mutation did, without what must not be kept. */
export function withoutSecrets(shown: ResultFields, success: Success): Success {
  const kept = Object.entries(success).filter(([name]) => !shown[name]?.isSecret);
  return Object.fromEntries(kept);
}

/** Whether a mutation answers what must not be kept. */
export const hasSecretFields = (shown: ResultFields): boolean =>
  Object.values(shown).some(({ isSecret }) => isSecret);

interface Result {
  union: unknown;
  errors: readonly ErrorType[];
}

const made = new Map<string, Result>();

/** Makes the result of a mutation, a union of its success type and the errors that it can have. */
export function createResultType(
  mutation: string,
  shown: ResultFields,
  errors: readonly ErrorType[],
): never {
  const success = builder.objectRef<Success>(successName(mutation)).implement({
    description: `Success of \`${mutation}\`.`,
    extensions: readableByWriters,
    fields: (t) => fieldMap(t as never, shown) as never,
  });
  const union = builder.unionType(`${capitalize(mutation)}Result`, {
    description: `Result of \`${mutation}\`: success, or the reason why nothing was done.`,
    types: [success, ...errors.map((name) => errorTypes[name])],
    resolveType: (value) => (value as { __typename: string }).__typename,
  });
  made.set(mutation, { union, errors });
  return union as never;
}

function resultNamed(mutation: string): Result {
  const result = made.get(mutation);
  if (result === undefined) throw new Error(`The mutation ${mutation} is not declared yet.`);
  return result;
}

/** The result of a mutation that was declared already. */
export const resultTypeOf = (mutation: string): never => resultNamed(mutation).union as never;

/** The value of a mutation's result that says why nothing was done. @throws what no client can act on, as it is */
export const errorResultValue = (mutation: string, error: unknown): object =>
  errorValue(error, resultNamed(mutation).errors);

/** The value of a result that says what was done. */
export const successResultValue = (mutation: string, success: Success): Success => ({
  ...success,
  __typename: successName(mutation),
});

/** Runs a verb and answers a value of its mutation's result; what no client can act on is thrown as it is. */
export async function runWithErrorResult(
  mutation: string,
  work: () => Promise<Success>,
): Promise<object> {
  try {
    return successResultValue(mutation, await work());
  } catch (error) {
    return errorResultValue(mutation, error);
  }
}

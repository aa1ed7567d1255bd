import type { FieldMap } from '@pothos/core';
import { missingSecretError } from '../../platform/operations/operation-errors.ts';
import type { SecretDeclaration } from '../../platform/operations/operations.ts';
import { builder } from './builder.ts';
import type { ErrorType } from './error-types.ts';
import { errorTypes, errorValue } from './error-types.ts';
import { invoiceWarning } from './invoice-warning.ts';
import type { ModelName } from './model-names.ts';
import { readableByWriters } from './writer-readable-types.ts';

/** A mutation returns a union of its success type and the expected errors. */

export const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const successName = (mutation: string) => `${capitalize(mutation)}Success`;

const uncapitalized = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

export const recordFieldName = (model: ModelName) => uncapitalized(model);

interface Fields {
  // biome-ignore lint/suspicious/noExplicitAny: the builder types each field apart; success types show plain properties
  field(options: any): any;
}

interface Shown {
  type: unknown;
  description: string;
  /** Only in the first response, and not in the stored response of an idempotency key. */
  isSecret?: true;
  complexity?: { field: number; multiplier: number };
}

export type ResultFields = Readonly<Record<string, Shown>>;

export const recordResultFields = (
  model: ModelName,
  description = 'The current record.',
): ResultFields => ({
  [recordFieldName(model)]: { type: model, description, complexity: { field: 0, multiplier: 1 } },
});

export const secretResultFields = ({ name, description }: SecretDeclaration): ResultFields => ({
  [name]: {
    type: 'String',
    description: `${description} It is only in this response: null in the response to a retry, with the error \`secret_not_kept\`.`,
    isSecret: true,
  },
});

export const warningResultFields = (description: string): ResultFields => ({
  warnings: { type: [invoiceWarning], description },
});

type Success = Record<string, unknown>;

function fieldMap(t: Fields, shown: ResultFields): FieldMap {
  const fields = Object.entries(shown).map(([name, { isSecret, ...options }]) => {
    const resolve = (success: Success) => {
      if (isSecret && !(name in success)) throw missingSecretError(name);
      const value = success[name];
      // A stored response is JSON.
      return options.type === 'DateTime' && typeof value === 'string' ? new Date(value) : value;
    };
    return [name, t.field({ ...options, ...(isSecret && { nullable: true }), resolve })] as const;
  });
  return Object.fromEntries(fields);
}

export function withoutSecrets(shown: ResultFields, success: Success): Success {
  const kept = Object.entries(success).filter(([name]) => !shown[name]?.isSecret);
  return Object.fromEntries(kept);
}

export const hasSecretFields = (shown: ResultFields): boolean =>
  Object.values(shown).some(({ isSecret }) => isSecret);

interface Result {
  union: unknown;
  errors: readonly ErrorType[];
}

const made = new Map<string, Result>();

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

/** @throws Error if the mutation is not declared yet */
export const resultTypeOf = (mutation: string): never => resultNamed(mutation).union as never;

/** @throws the given error if the result type does not declare it */
export const errorResultValue = (mutation: string, error: unknown): object =>
  errorValue(error, resultNamed(mutation).errors);

export const successResultValue = (mutation: string, success: Success): Success => ({
  ...success,
  __typename: successName(mutation),
});

/**
 * Returns the success or the expected error as a result value.
 * @throws every other error
 */
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

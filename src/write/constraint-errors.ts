import type { Context } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import {
  constraintViolationOf,
  externalIdIndexPattern,
  UnexplainedConstraintError,
} from '../platform/records/constraint-errors.ts';

interface ConstraintError {
  path: string;
  code?: 'name_taken' | 'number_taken';
  /** A function runs after the failed transaction and may send statements. */
  message: string | ((context: Context) => Promise<string>);
}

/** Keys are parts of constraint names. An object describes a unique constraint, a function any constraint. */
export type ConstraintErrors = Readonly<
  Record<string, ConstraintError | ((cause: unknown) => Error)>
>;

/**
 * Returns the declared error of a constraint, or the database error. Returns an {@link UnexplainedConstraintError} if the message needs
 * statements.
 */
export function constraintErrorOf(errorsByConstraint: ConstraintErrors, error: unknown): unknown {
  const violation = constraintViolationOf(error);
  if (!violation || externalIdIndexPattern.test(violation.constraint)) return error;
  // On Citus, the name of a constraint ends with the number of a shard.
  const [, constraintError] =
    Object.entries(errorsByConstraint).find(([name]) => violation.constraint.includes(name)) ?? [];
  if (typeof constraintError === 'function') return constraintError(error);
  if (!constraintError || violation.kind !== 'unique') return error;
  const { code = 'name_taken', message, path } = constraintError;
  const createError = (text: string) =>
    new ActionError(code, text, {
      errors: [{ path, code, message: 'is already taken' }],
      cause: error,
    });
  if (typeof message === 'string') return createError(message);
  return new UnexplainedConstraintError(
    async (context) => createError(await message(context as Context)),
    error,
  );
}

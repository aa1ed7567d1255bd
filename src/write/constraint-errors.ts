import type { Context } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import {
  constraintViolationOf,
  externalIdIndexPattern,
  UnexplainedConstraintError,
} from '../platform/records/constraint-errors.ts';

/** What a violated constraint means to the caller. */
interface ConstraintError {
  /** The field of the input. */
  path: string;
  code?: 'name_taken' | 'number_taken';
  /** The message; a function if it needs statements, which the transaction that failed does not take. */
  message: string | ((context: Context) => Promise<string>);
}

/** Constraints of a resource by a part of their name: unique ones, or any with a function that makes the error. */
export type ConstraintErrors = Readonly<
  Record<string, ConstraintError | ((cause: unknown) => ActionError)>
>;

/**
 * Makes the error of a statement: an ActionError if the constraint is declared, one that is explained after the transaction if its message
 * needs statements, and otherwise the error of the database.
 */
export function constraintErrorOf(declared: ConstraintErrors, error: unknown): unknown {
  const violation = constraintViolationOf(error);
  if (!violation || externalIdIndexPattern.test(violation.constraint)) return error;
  // A server of several adds the number of its part of the table.
  const [, found] =
    Object.entries(declared).find(([name]) => violation.constraint.includes(name)) ?? [];
  if (typeof found === 'function') return found(error);
  if (!found || violation.kind !== 'unique') return error;
  const { code = 'name_taken', message, path } = found;
  const errorWith = (text: string) =>
    new ActionError(code, text, {
      errors: [{ path, code, message: 'is already taken' }],
      cause: error,
    });
  if (typeof message === 'string') return errorWith(message);
  return new UnexplainedConstraintError(
    async (context) => errorWith(await message(context as Context)),
    error,
  );
}

import { z } from 'zod';
import type { Context } from '../platform/context/context.ts';
import { ActionError, invalidInputError } from '../platform/errors/action-error.ts';

export const dryRunHeader = 'Dry-Run';

const dryRunError = (code: string, message: string) =>
  invalidInputError([{ path: dryRunHeader, code, message }]);

/**
 * Whether a request has the header `Dry-Run: true`.
 * @throws ActionError invalid_input for another value, so that a misspelled one never writes
 */
export function readDryRunHeader(headers: { get(name: string): string | null }): boolean {
  const value = headers.get(dryRunHeader)?.trim().toLowerCase();
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw dryRunError('invalid_choice', 'must be true or false');
}

/** Whether an input has the field `preview`, and it is true. */
export function isPreview(schema: unknown, input: unknown): boolean {
  if (!(schema instanceof z.ZodObject) || !('preview' in schema.shape)) return false;
  const { preview } = (input ?? {}) as { preview?: unknown };
  return typeof preview !== 'object' && String(preview).trim().toLowerCase() === 'true';
}

/**
 * A preview is a dry run of one operation.
 * @throws ActionError invalid_input in a transaction with other changes
 */
export function toPreview(context: Context): Context {
  if (context.isDryRun || context.root !== null) return { ...context, isDryRun: true };
  const message = 'is not possible with an idempotency key or with @atomic';
  throw invalidInputError([{ path: 'preview', code: 'not_supported', message }]);
}

/**
 * For commands with effects outside of the database.
 * @throws ActionError invalid_input in a dry run, invalid_operation with `@atomic`
 */
export function rejectTransaction({ isDryRun, root }: Pick<Context, 'isDryRun' | 'root'>): void {
  const reason =
    'is not possible for this operation, because it has effects outside of the database';
  if (isDryRun) throw dryRunError('not_supported', reason);
  if (root === null) throw new ActionError('invalid_operation', `@atomic ${reason}.`);
}

import { z } from 'zod';
import { ActionError, invalidInputError } from '../errors/action-error.ts';
import { fieldInfoOf } from './field-metadata.ts';
import type { Rules } from './fields.ts';
import { parseInput } from './fields.ts';
import { losslessDigitsOf } from './lossless-json.ts';
import { isStorableText } from './text-types.ts';

/** PATCH keeps absent fields, PUT resets them (spec part 4). */
export type UpdateMode = 'patch' | 'replace';

/**
 * Checks the id before the rest of the body.
 * @throws ActionError id_missing
 */
export function requireId(body: unknown): string {
  const id =
    typeof body === 'object' && body !== null && 'id' in body
      ? (body as { id: unknown }).id
      : undefined;
  if (typeof id === 'string' && id.trim() !== '') {
    if (isStorableText(id)) return id.trim();
    const digits = losslessDigitsOf(id);
    if (digits !== undefined) return digits;
    throw invalidInputError([
      { path: 'id', code: 'invalid_text', message: 'must not contain NUL or broken Unicode' },
    ]);
  }
  if (typeof id === 'number') return String(id);
  throw new ActionError('id_missing', 'The id of the record is missing. Send it as `id`.', {
    errors: [{ path: 'id', code: 'required', message: 'is required' }],
  });
}

/**
 * Returns only the fields to write.
 * @throws ActionError invalid_input
 */
export function parseUpdateInput<S extends z.ZodObject>(
  schema: S,
  input: unknown,
  mode: UpdateMode,
  rules?: Rules<z.output<S>>,
): Partial<z.output<S>> {
  const body = (typeof input === 'object' && input !== null ? input : {}) as Record<
    string,
    unknown
  >;
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const present = Object.hasOwn(body, name) && body[name] !== undefined;
    const info = fieldInfoOf(field);
    const keepsValue = info?.absence === 'kept' || info?.keptByReplace;
    if (present || (mode === 'replace' && !keepsValue)) shape[name] = field as z.ZodType;
  }
  return parseInput(z.object(shape), input, rules as Rules<unknown>) as Partial<z.output<S>>;
}

/** PATCH merges, PUT replaces. `sent` is the unparsed input, which shows the absent fields. Null clears, undefined changes nothing. */
export function mergeNestedInput(
  current: unknown,
  change: Record<string, unknown> | null | undefined,
  sent: unknown,
  mode: UpdateMode,
): Record<string, unknown> | null | undefined {
  if (change === undefined || change === null || mode === 'replace') return change;
  const before = (current ?? {}) as Record<string, unknown>;
  const merged = { ...change, ...before };
  for (const [name, value] of Object.entries((sent ?? {}) as object)) {
    if (value !== undefined && Object.hasOwn(change, name)) merged[name] = change[name];
  }
  return merged;
}

import type { z } from 'zod';
import type { FieldError } from '../errors/action-error.ts';
import type { InputOf, Rules } from './fields.ts';
import { parseInput } from './fields.ts';

/**
 * REST ignores unknown fields, because clients send whole records back. In these inputs, an ignored field would change amounts
 * (a `total` for a line that is then credited whole).
 */

/** Fields that REST and GraphQL read before the command. */
const apiFields = ['id', 'newId', 'accountId', 'expectedVersion'];

export function validateKnownFields(
  schema: z.ZodObject,
  value: unknown,
  besides: readonly string[] = [],
): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const fields = Object.keys(schema.shape);
  const known = new Set([...fields, ...besides]);
  const message = `is an unknown field, and ignoring it would change the meaning: the known fields are ${inWords(fields)}`;
  return Object.entries(value).flatMap(([path, fieldValue]) =>
    known.has(path) || fieldValue === undefined ? [] : [{ path, code: 'unknown_field', message }],
  );
}

const inWords = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** @throws ActionError invalid_input */
export function parseStrictInput<S extends z.ZodObject>(
  schema: S,
  input: InputOf<S>,
  rules?: Rules<z.output<S>>,
): z.output<S> {
  const unknown = validateKnownFields(schema, input, apiFields);
  return parseInput(schema, input, (fields) => [...unknown, ...(rules?.(fields) ?? [])]);
}

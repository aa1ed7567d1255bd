import type { z } from 'zod';
import type { FieldError } from '../errors/action-error.ts';
import type { InputOf, Rules } from './fields.ts';
import { parseInput } from './fields.ts';

/**
 * Inputs of which no field is ignored. Callers of the action surface send whole records back, so what an operation does not know is passed
 * over there. Where that would move other money than was meant (an `amount` beside a line that is then credited whole), it is refused.
 */

/** What doors read themselves, and what is forced: which record, which version, whose workspace. */
const ofDoors = ['id', 'newId', 'accountId', 'expectedVersion'];

/** The fields of an object that its input does not have, each with those that it has. */
export function validateKnownFields(
  schema: z.ZodObject,
  value: unknown,
  besides: readonly string[] = [],
): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const fields = Object.keys(schema.shape);
  const known = new Set([...fields, ...besides]);
  const message = `is an unknown field, and ignoring it would change the meaning: the known fields are ${inWords(fields)}`;
  return Object.entries(value).flatMap(([path, one]) =>
    known.has(path) || one === undefined ? [] : [{ path, code: 'unknown_field', message }],
  );
}

const inWords = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/**
 * {@link parseInput} for an operation that moves money and of whose fields none may be ignored.
 * @throws ActionError invalid_input, listing every field at fault and every one that is not known
 */
export function parseStrictInput<S extends z.ZodObject>(
  schema: S,
  input: InputOf<S>,
  rules?: Rules<z.output<S>>,
): z.output<S> {
  const unknown = validateKnownFields(schema, input, ofDoors);
  return parseInput(schema, input, (fields) => [...unknown, ...(rules?.(fields) ?? [])]);
}

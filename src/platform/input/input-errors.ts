import { z } from 'zod';
import { ActionError } from '../errors/action-error.ts';
import { awaitLookups } from '../errors/collect-lookup-errors.ts';
import type { FieldPresentation } from './field-metadata.ts';
import { fieldInfoOf } from './field-metadata.ts';

const validFieldsByError = new WeakMap<ActionError, () => Record<string, unknown>>();

export function attachValidFields(error: ActionError, schema: z.ZodType, input: unknown): void {
  validFieldsByError.set(error, () => restOfObject(schema, input));
}

/** `partOf` returns the valid part of an invalid field. Undefined if the input is no object. */
export function findValidFields(
  schema: z.ZodType,
  input: unknown,
  partOf: (field: z.ZodType, value: unknown) => unknown = () => undefined,
): Record<string, unknown> | undefined {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!(schema instanceof z.ZodObject) || !isObject) return undefined;
  const values = input as Record<string, unknown>;
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const result = (field as z.ZodType).safeParse(values[name]);
    const valid = result.success ? result.data : partOf(field as z.ZodType, values[name]);
    return result.success || valid !== undefined ? [[name, valid]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns the valid fields at all levels. */
function restOfObject(schema: z.ZodType, input: unknown): Record<string, unknown> {
  const partOf = (field: z.ZodType, value: unknown) =>
    restOf(fieldInfoOf(field)?.presentation, value);
  return findValidFields(schema, input, partOf) ?? {};
}

function restOf(presentation: FieldPresentation | undefined, value: unknown): unknown {
  if (presentation?.kind === 'object') return restOfObject(presentation.schema, value);
  if (presentation?.kind !== 'list' || presentation.of.kind !== 'object') return undefined;
  return Array.isArray(value) ? value.map((entry) => restOf(presentation.of, entry)) : undefined;
}

/** A look-up requires a valid parent, so the order matters. */
const levels = ['client', 'project', 'deliverable', 'status'];

const levelOf = (path: string): number => {
  const name = (path.split('.').at(-1) ?? '').replace(/^create/, '').toLowerCase();
  return levels.findIndex((level) => name.startsWith(level));
};

/** Omits look-up errors that the invalid fields can have caused. */
async function relevantErrors(lookup: unknown, parseError: ActionError): Promise<unknown> {
  try {
    return await lookup;
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    if (!['name_not_found', 'record_not_found', 'invalid_input'].includes(error.code)) return null;
    const invalidPaths = (parseError.details.errors ?? []).map(({ path }) => path);
    const unread = invalidPaths.map(levelOf);
    const highest = Math.min(...unread.filter((level) => level >= 0));
    const errors = error.details.errors?.filter(
      ({ path }) => !invalidPaths.includes(path) && !(levelOf(path) >= highest),
    );
    if (!errors?.length) return null;
    throw new ActionError(error.code, error.message, { ...error.details, errors });
  }
}

/**
 * Reports the errors of `read` and of the lookups together.
 * @throws ActionError invalid_input with all errors
 */
export async function parseOrCollectErrors<T extends object>(
  read: () => T,
  startLookups: (validFields: Partial<T>) => readonly unknown[],
): Promise<T> {
  try {
    return read();
  } catch (error) {
    const validFields = error instanceof ActionError && validFieldsByError.get(error)?.();
    if (!validFields) throw error;
    const relevantLookups = startLookups(validFields as Partial<T>).map((lookup) =>
      relevantErrors(lookup, error),
    );
    await awaitLookups([Promise.reject(error), ...relevantLookups]);
    throw error;
  }
}

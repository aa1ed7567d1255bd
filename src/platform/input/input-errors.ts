import { z } from 'zod';
import { ActionError } from '../errors/action-error.ts';
import { awaitLookups } from '../errors/collect-lookup-errors.ts';
import type { FieldPresentation } from './field-metadata.ts';
import { fieldInfoOf } from './field-metadata.ts';

/** Inputs that are at fault: what is right of them is looked up as well, so that all that is wrong is told by one answer. */

const rests = new WeakMap<ActionError, () => Record<string, unknown>>();

/** Notes of an error which input it is about, and by which schema that was read. */
export function attachValidFields(error: ActionError, schema: z.ZodType, input: unknown): void {
  rests.set(error, () => restOfObject(schema, input));
}

/** An object without the fields that are at fault; entries of lists, too, say only what is right of them. */
function restOfObject(schema: z.ZodType, value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!(schema instanceof z.ZodObject) || !isObject) return {};
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const result = (field as z.ZodType).safeParse(given[name]);
      if (result.success) return [[name, result.data]];
      const inner = restOf(fieldInfoOf(field as object)?.presentation, given[name]);
      return inner === undefined ? [] : [[name, inner]];
    }),
  );
}

/** What is right of a nested object, or of a list of them; undefined of anything else. */
function restOf(presentation: FieldPresentation | undefined, value: unknown): unknown {
  if (presentation?.kind === 'object') return restOfObject(presentation.schema, value);
  if (presentation?.kind !== 'list' || presentation.of.kind !== 'object') return undefined;
  return Array.isArray(value) ? value.map((entry) => restOf(presentation.of, entry)) : undefined;
}

/** What is looked up below what: a name means nothing where one above it cannot be read. */
const levels = ['client', 'project', 'deliverable', 'status'];

/** The level of a field, and the level that a create flag says is made; -1 of others. */
const levelOf = (path: string): number => {
  const name = (path.split('.').at(-1) ?? '').replace(/^create/, '').toLowerCase();
  return levels.findIndex((level) => name.startsWith(level));
};

/** The faults that tell of what was looked up, without those that may follow from an input that could not be read. */
async function faultsOf(looked: unknown, read: ActionError): Promise<unknown> {
  try {
    return await looked;
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    if (!['name_not_found', 'record_not_found', 'invalid_input'].includes(error.code)) return null;
    const told = (read.details.errors ?? []).map(({ path }) => path);
    const unread = told.map(levelOf);
    const highest = Math.min(...unread.filter((level) => level >= 0));
    const errors = error.details.errors?.filter(
      ({ path }) => !told.includes(path) && !(levelOf(path) >= highest),
    );
    if (!errors?.length) return null;
    throw new ActionError(error.code, error.message, { ...error.details, errors });
  }
}

/**
 * Reads an input. Where it is at fault, what is right of it is looked up by `lookups`, which get the input without the fields that
 * are at fault; whoever is right pays nothing for it.
 * @throws ActionError invalid_input, with every field at fault and every name and id that stands for nothing; whatever `read` throws otherwise
 */
export async function parseOrCollectErrors<T extends object>(
  read: () => T,
  lookups: (rest: Partial<T>) => readonly unknown[],
): Promise<T> {
  try {
    return read();
  } catch (error) {
    const rest = error instanceof ActionError && rests.get(error)?.();
    if (!rest) throw error;
    const looked = lookups(rest as Partial<T>).map((one) => faultsOf(one, error));
    await awaitLookups([Promise.reject(error), ...looked]);
    throw error;
  }
}

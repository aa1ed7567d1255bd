import { z } from 'zod';

/**
 * Reads inputs in which nothing is wrong, field by field, without the library's results and issues on the way: they take
 * longer than all that is read. Where something is wrong, the library is asked, and says what.
 */

/** Reads the value of a field; calls `fail` where it cannot be taken. */
type ReadField = (value: unknown, fail: () => void) => unknown;

const readers = new WeakMap<object, ReadField>();

/** Notes how a field is read, for its schema. */
export function registerFastParser(field: object, read: ReadField): void {
  readers.set(field, read);
}

/** Notes that a field is read as another one is. */
export function shareFastParser(field: object, other: object): void {
  const read = readers.get(other);
  if (read) readers.set(field, read);
}

type Fields = readonly (readonly [name: string, read: ReadField])[];

const known = new WeakMap<z.ZodObject, Fields | null>();

/** How the fields of an input are read; null where the library has more to do than that. */
function fieldsOf(schema: z.ZodObject): Fields | null {
  const remembered = known.get(schema);
  if (remembered !== undefined) return remembered;
  const { catchall, checks = [] } = schema.def;
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = readers.get(field);
    return read ? [[name, read] as const] : [];
  });
  const isPlain =
    !catchall && checks.length === 0 && fields.length === Object.keys(schema.shape).length;
  const found = isPlain ? fields : null;
  known.set(schema, found);
  return found;
}

/** What an input says; undefined where something may be wrong with it. */
export function tryFastParse<S extends z.ZodType>(
  schema: S,
  input: unknown,
): z.output<S> | undefined {
  const fields = schema instanceof z.ZodObject ? fieldsOf(schema) : null;
  if (!fields || typeof input !== 'object' || input === null || Array.isArray(input)) {
    return undefined;
  }
  let hasFailed = false;
  const fail = () => {
    hasFailed = true;
  };
  const output: Record<string, unknown> = {};
  for (const [name, read] of fields) {
    const value = read((input as Record<string, unknown>)[name], fail);
    if (hasFailed || value === undefined) return undefined;
    output[name] = value;
  }
  return output as z.output<S>;
}

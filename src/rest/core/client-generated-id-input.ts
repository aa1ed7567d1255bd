import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { isIdProvided } from '../../write/client-generated-ids.ts';

/** How this door is told under which id a record is to be made (decision 38). */

const newIdField = 'newId';

/**
 * The id that a body gives to what it makes, and where. `id` alone is ignored, since callers send whole records back, unless
 * an idempotency key says that the body is meant for this create.
 */
export function readClientGeneratedId(
  { attempt }: Pick<Context, 'attempt'>,
  body: unknown,
): { id: unknown; path: string } {
  const { id, newId } = (body ?? {}) as { id?: unknown; newId?: unknown };
  if (isIdProvided(newId) || !attempt) return { id: newId, path: newIdField };
  return { id, path: 'id' };
}

const newId = z.string().nullish().meta({
  description:
    'Id of the new record, made by the caller: the prefix of its type, `_` and the 32 hexadecimal digits of a UUID. Sent again with the same body, the record that is there is answered, for seven days; with another one, or later, that is a 409 `id_taken`. With an `Idempotency-Key`, `id` says the same.',
});

/** An input of a create, with the field by which its caller says under which id. */
export function withNewIdField(input: z.ZodType): z.ZodType {
  if (input instanceof z.ZodUnion) {
    const shapes = (input.options as z.ZodType[]).map(withNewIdField);
    return z.union(shapes as [z.ZodType, z.ZodType]).meta(input.meta() ?? {});
  }
  if (!(input instanceof z.ZodObject)) throw new TypeError('A create takes an object.');
  return input.extend({ [newIdField]: newId }).meta(input.meta() ?? {});
}

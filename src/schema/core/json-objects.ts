import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { dateToDb } from '../../platform/dates/dates.ts';
import type { FieldPresentation } from '../../platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';
import { builder } from './builder.ts';
import { enums } from './enums.ts';
import { inheritedPermissions } from './required-permissions.ts';

/**
 * Output types of objects that a column keeps as JSON, derived from the domain's own declarations: each field has the
 * name, the type and the meaning that it has in the input.
 */

type Stored = Record<string, unknown>;
type JsonObjectRef = ObjectRef<typeof builder.$inferSchemaTypes, Stored>;

const made = new Map<string, JsonObjectRef>();

interface JsonObjectOptions {
  /** The type's name; the declaration's without "Input" unless given. */
  name?: string;
  /** Fields that an input may leave out but that are always there once it is stored. */
  filledIn?: readonly string[];
}

/** The output type of a declaration; the same one for every field that has it. */
export function jsonObjectType(
  schema: z.ZodObject,
  options: JsonObjectOptions = {},
): JsonObjectRef {
  const { id = '', description = '' } = schema.meta() ?? {};
  const name = options.name ?? id.replace(/Input$/, '');
  const known = made.get(name);
  if (known) return known;
  const ref = builder.objectRef<Stored>(name);
  made.set(name, ref);
  const { filledIn = [] } = options;
  ref.implement({
    description,
    extensions: inheritedPermissions,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([field, declaration]) => {
          const info = fieldInfoOf(declaration);
          if (!info) throw new Error(`${id}.${field} is not declared as a field.`);
          const output = outputOf(info.presentation);
          return [
            field,
            t.field({
              type: output.type as never,
              nullable: info.absence === 'null' && !filledIn.includes(field),
              description: info.description,
              resolve: (stored) => output.read(stored[field] ?? info.defaultValue ?? null) as never,
            }),
          ];
        }),
      ),
  });
  return ref;
}

interface Output {
  type: unknown;
  read: (stored: unknown) => unknown;
}

const asIs = (stored: unknown) => stored;

/** A day or an instant that JSON keeps as text; one that a verb has read already is a date. */
const asDate = (stored: unknown) => {
  if (typeof stored !== 'string') return stored;
  return stored.length === 10 ? dateToDb(stored) : new Date(stored);
};

function outputOf(presentation: FieldPresentation): Output {
  switch (presentation.kind) {
    case 'scalar': {
      const { name } = presentation;
      return { type: name, read: name === 'Date' || name === 'DateTime' ? asDate : asIs };
    }
    case 'enum':
      return { type: enums[presentation.name as keyof typeof enums], read: asIs };
    case 'object':
      return { type: jsonObjectType(presentation.schema), read: asIs };
    case 'list': {
      const { type } = outputOf(presentation.of);
      return { type: [type], read: (stored) => stored ?? [] };
    }
  }
}

import type { ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import { dateToDb } from '../../platform/dates/dates.ts';
import type { FieldPresentation } from '../../platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';
import { builder } from './builder.ts';
import { enums } from './enums.ts';
import { inheritedPermissions } from './required-permissions.ts';

/** Derives output types of JSON columns from the domain's input declarations. */

type Stored = Record<string, unknown>;
type JsonObjectRef = ObjectRef<typeof builder.$inferSchemaTypes, Stored>;

const made = new Map<string, JsonObjectRef>();

interface JsonObjectOptions {
  /** Default: the declaration's name without "Input". */
  name?: string;
  /** Optional input fields that stored objects always have. */
  filledIn?: readonly string[];
}

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

/** JSON stores dates as text. Some commands return them as a Date. */
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

import { z } from 'zod';
import type { CustomValue } from '../domain/kernel/custom-fields.ts';
import { formatDate, formatDateTime, formatTime } from '../domain/kernel/dates.ts';
import type { Decimal } from '../domain/kernel/money.ts';

/**
 * How records look on the action surface. A record is declared once, as a wire: the serializer and the schema of the
 * OpenAPI document both come from the declaration.
 */
export interface WireType<V> {
  schema: z.ZodType;
  write: (value: V) => unknown;
}

/** A field that is computed from the whole record instead of copied from the property of its own name. */
interface ComputedField<R> {
  schema: z.ZodType;
  writeFrom: (record: R) => unknown;
}

export interface Wire<R> extends WireType<R> {
  schema: z.ZodObject;
}

type WireShape<R, Name extends string> = {
  [K in Name]: K extends keyof R ? WireType<R[K]> | ComputedField<R> : ComputedField<R>;
};

/**
 * Declares a record's wire: `wire<ClientRecord>()('Client', description, fields)`. Null fields are written as null,
 * never left out (decisions, "Success").
 */
export function wire<R>() {
  return <Name extends string>(
    id: string,
    description: string,
    shape: WireShape<R, Name>,
  ): Wire<R> => {
    const fields = Object.entries(shape) as [keyof R, WireType<unknown> | ComputedField<R>][];
    const schemas = Object.fromEntries(fields.map(([name, field]) => [name, field.schema]));
    return {
      schema: z.object(schemas).meta({ id, description }),
      write: (record) => {
        const out: Record<string, unknown> = {};
        for (const [name, field] of fields) {
          out[name as string] =
            'writeFrom' in field ? field.writeFrom(record) : field.write(record[name]);
        }
        return out;
      },
    };
  };
}

/** A field of another name or making than the record's property. */
export function computed<R, V>(type: WireType<V>, from: (record: R) => V): ComputedField<R> {
  return { schema: type.schema, writeFrom: (record) => type.write(from(record)) };
}

/** The same type, described; every field of a wire says what it is. */
export function described<V>(type: WireType<V>, description: string): WireType<V> {
  // A name belongs to one schema; this one refers to it.
  const { id: _, ...meta } = type.schema.meta() ?? {};
  return { ...type, schema: type.schema.meta({ ...meta, description }) };
}

function plain<V>(schema: z.ZodType): WireType<V> {
  return { schema, write: (value) => value };
}

/** The type or null. */
export function orNull<V>(type: WireType<V>): WireType<V | null> {
  return {
    schema: type.schema.nullable(),
    write: (value) => (value === null || value === undefined ? null : type.write(value)),
  };
}

/** An array of values of one type; never null. */
export function listOf<V>(type: WireType<V>): WireType<readonly V[]> {
  return { schema: z.array(type.schema), write: (values) => values.map(type.write) };
}

export const text = plain<string>(z.string());
export const nullableText = orNull(text);
export const integer = plain<number>(z.int());
export const flag = plain<boolean>(z.boolean());
export const anyJson = plain<unknown>(z.unknown());

/** Amounts and rates leave as JSON numbers: at most 15 significant digits, which a number carries exactly. */
export const decimal: WireType<Decimal> = {
  schema: z.number(),
  write: (value) => Number(value),
};
export const nullableDecimal = orNull(decimal);

export const date: WireType<Date> = {
  schema: z.string().meta({ format: 'date', example: '2026-03-31' }),
  write: formatDate,
};
export const nullableDate = orNull(date);

/** UTC with milliseconds and Z. */
export const dateTime: WireType<Date> = {
  schema: z.string().meta({ format: 'date-time', example: '2026-03-31T14:00:00.000Z' }),
  write: formatDateTime,
};
export const nullableDateTime = orNull(dateTime);

/** HH:MM:SS. */
const time: WireType<Date> = {
  schema: z.string().meta({ example: '09:30:00' }),
  write: formatTime,
};
export const nullableTime = orNull(time);

/** One of the domain's values, spelt as it is or as `spelling` says. */
export function choice<V extends string>(
  values: readonly V[],
  spelling: Partial<Record<V, string>> = {},
): WireType<V> {
  return {
    schema: z.enum(values.map((value) => spelling[value] ?? value)),
    write: (value) => spelling[value] ?? value,
  };
}

const customValue = wire<CustomValue>()('CustomValue', 'The value of one custom field.', {
  fieldId: described(text, 'Id of the custom-field definition.'),
  mappingKey: described(text, 'Stable key used to match the field.'),
  fieldName: described(text, 'Human-readable name of the field.'),
  value: described(anyJson, 'String, number, boolean or other JSON.'),
  type: described(text, 'Data type of the custom field, TEXT say.'),
});

export const customValues = described(listOf(customValue), 'Values of custom fields.');

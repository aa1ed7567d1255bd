import { z } from 'zod';
import type { CustomValue } from '../domain/custom-fields/fields.ts';
import { formatDate, formatDateTime, formatTime } from '../domain/kernel/dates.ts';
import type { Decimal } from '../domain/kernel/money.ts';
import type { Expression, Rows, Written } from '../domain/reader/trees.ts';

/**
 * How records look on the action surface. A record is declared once, as a wire: the serializer, what statements of lists
 * write, and the schema of the OpenAPI document all come from the declaration.
 */
export interface WireType<V> {
  schema: z.ZodType;
  write: (value: V) => unknown;
  /** How a statement writes it; what has none, only the process can write. */
  read?: WireRead | undefined;
}

/** How a statement writes a value. */
export type WireRead =
  /** That of a column. */
  | { kind: 'value'; written: Written }
  /** Of related records which there are, and in which order. */
  | { kind: 'list'; of: WireRead; rows?: Rows | undefined }
  | { kind: 'record'; fields: readonly WireField[] }
  | { kind: 'customValues' };

/** A field of a record: what of it under which name. */
export type WireField = { as: string } & (
  | { property: string; read: WireRead | undefined }
  | { sql: Expression }
);

/** A field that is computed from the whole record instead of copied from the property of its own name. */
interface ComputedField<R> {
  schema: z.ZodType;
  writeFrom: (record: R) => unknown;
  source: { property: string; read: WireRead | undefined } | { sql: Expression };
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
      read: {
        kind: 'record',
        fields: fields.map(([name, field]) => {
          const as = String(name);
          return 'source' in field
            ? { as, ...field.source }
            : { as, property: as, read: field.read };
        }),
      },
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

/**
 * A field of another making than the record's property; statements make it of a column as its type says, or by an
 * expression.
 */
export function computed<R, V>(
  type: WireType<V>,
  from: (record: R) => V,
  source: Expression | string = '',
): ComputedField<R> {
  return {
    schema: type.schema,
    writeFrom: (record) => type.write(from(record)),
    source: typeof source === 'string' ? { property: source, read: type.read } : { sql: source },
  };
}

/** A field of another name than the record's property. */
export function renamed<R, K extends keyof R & string>(
  property: K,
  type: WireType<R[K]>,
): ComputedField<R> {
  return {
    schema: type.schema,
    writeFrom: (record) => type.write(record[property]),
    source: { property, read: type.read },
  };
}

/** The same type, described; every field of a wire says what it is. */
export function described<V>(type: WireType<V>, description: string): WireType<V> {
  // A name belongs to one schema; this one refers to it.
  const { id: _, ...meta } = type.schema.meta() ?? {};
  return { ...type, schema: type.schema.meta({ ...meta, description }) };
}

const asWritten = (written: Written) => ({ read: { kind: 'value', written } }) as const;

function plain<V>(schema: z.ZodType): WireType<V> {
  return { schema, write: (value) => value, ...asWritten('plain') };
}

/** The type or null. */
export function orNull<V>(type: WireType<V>): WireType<V | null> {
  return {
    schema: type.schema.nullable(),
    write: (value) => (value === null || value === undefined ? null : type.write(value)),
    read: type.read,
  };
}

/** An array of values of one type; never null. `rows` says of related records which there are, in which order. */
export function listOf<V>(type: WireType<V>, rows?: Rows): WireType<readonly V[]> {
  return {
    schema: z.array(type.schema),
    write: (values) => values.map(type.write),
    read: type.read && { kind: 'list', of: type.read, rows },
  };
}

export const text = plain<string>(z.string());
export const nullableText = orNull(text);
export const integer = plain<number>(z.int());
export const flag = plain<boolean>(z.boolean());
export const anyJson: WireType<unknown> = { schema: z.unknown(), write: (value) => value };

/** Amounts and rates leave as JSON numbers: at most 15 significant digits, which a number carries exactly. */
export const decimal: WireType<Decimal> = {
  schema: z.number(),
  write: (value) => Number(value),
  ...asWritten('number'),
};
export const nullableDecimal = orNull(decimal);

export const date: WireType<Date> = {
  schema: z.string().meta({ format: 'date', example: '2026-03-31' }),
  write: formatDate,
  ...asWritten('plain'),
};
export const nullableDate = orNull(date);

/** UTC with milliseconds and Z. */
export const dateTime: WireType<Date> = {
  schema: z.string().meta({ format: 'date-time', example: '2026-03-31T14:00:00.000Z' }),
  write: formatDateTime,
  ...asWritten('instant'),
};
export const nullableDateTime = orNull(dateTime);

/** HH:MM:SS. */
const time: WireType<Date> = {
  schema: z.string().meta({ example: '09:30:00' }),
  write: formatTime,
  ...asWritten('time'),
};
export const nullableTime = orNull(time);

/** One of the domain's values, spelt as it is or as `spelling` says. */
export function choice<V extends string>(
  values: readonly V[],
  spelling: Partial<Record<V, string>> = {},
): WireType<V> {
  const isSpelled = Object.keys(spelling).length > 0;
  return {
    schema: z.enum(values.map((value) => spelling[value] ?? value)),
    write: (value) => spelling[value] ?? value,
    ...asWritten(isSpelled ? { spelling: spelling as Record<string, string> } : 'plain'),
  };
}

const customValue = wire<CustomValue>()('CustomValue', 'The value of one custom field.', {
  fieldId: described(text, 'Id of the custom-field definition.'),
  mappingKey: described(text, 'Stable key used to match the field.'),
  fieldName: described(text, 'Human-readable name of the field.'),
  value: described(anyJson, 'String, number, boolean or other JSON.'),
  type: described(text, 'Data type of the custom field, TEXT say.'),
});

export const customValues: WireType<readonly CustomValue[]> = {
  ...described(listOf(customValue), 'Values of custom fields.'),
  read: { kind: 'customValues' },
};

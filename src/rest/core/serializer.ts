import { z } from 'zod';
import type { CustomValue } from '../../domain/custom-fields/field-definitions.ts';
import { documentationOf } from '../../platform/input/column-documentation.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { JoinCondition, JsonQuery, SqlExpression } from '../../query/json-query.ts';
import type { JsonValueFormat } from '../../query/json-values.ts';
import type { RowSelection } from '../../query/list-rows.ts';

/** The JSON shape of a REST record, from which its SQL and its OpenAPI schema are built. */
export interface ValueSerializer<V> extends FieldAreas {
  schema: z.ZodType;
  read?: SerializerOutput | undefined;
  /** For type inference only. */
  readonly values?: (value: V) => void;
}

export type SerializerOutput =
  /** `json`: any value in a JSON column. */
  | { kind: 'value'; written: JsonValueFormat | 'json' }
  /** `rows` filters and sorts related records. */
  | { kind: 'list'; of: SerializerOutput; rows?: RowSelection | undefined }
  | { kind: 'record'; fields: readonly SerializerField[] }
  | { kind: 'customValues' };

/** Areas that a key must read to see the field. */
interface FieldAreas {
  /** Another area whose records the field shows. */
  area?: PermissionArea;
  /** The area from which the value was copied at creation. */
  copied?: PermissionArea;
}

export type SerializerField = { as: string } & FieldAreas & Source;

type Source =
  /** `name`, or `relation.name` of a related record. */
  | { property: string; read: SerializerOutput | undefined }
  | { sql: SqlExpression }
  /** Records without a relation. */
  | { model: JsonQuery['model']; join: JoinCondition; read: SerializerOutput | undefined }
  | { recordFields: SerializerOutput | undefined };

/** A field that does not have the name of its property. */
interface SourceField<R> extends FieldAreas {
  schema: z.ZodType;
  source: Source;
  /** For type inference only. */
  readonly of?: (record: R) => void;
}

export interface Serializer<R> extends ValueSerializer<R> {
  schema: z.ZodObject;
}

type SerializerShape<R, Name extends string> = {
  [K in Name]: K extends keyof R ? ValueSerializer<R[K]> | SourceField<R> : SourceField<R>;
};

/**
 * Declares the serializer of a record: `defineSerializer<ClientRecord>()('Client', description, fields)`. A field without a
 * description gets that of the model's column. Null fields are written as null, never omitted.
 */
export function defineSerializer<R>() {
  return <Name extends string>(
    id: string,
    description: string,
    shape: SerializerShape<R, Name>,
    model = id,
  ): Serializer<R> => {
    const fields = Object.entries(shape) as [string, ValueSerializer<unknown> | SourceField<R>][];
    const schemas = Object.fromEntries(
      fields.map(([name, field]) => [name, withColumnDescription(model, name, field)]),
    );
    return {
      schema: z.object(schemas).meta({ id, description }),
      read: {
        kind: 'record',
        fields: fields.map(([as, field]) => ({
          as,
          ...(field.area && { area: field.area }),
          ...(field.copied && { copied: field.copied }),
          ...('source' in field ? field.source : { property: as, read: field.read }),
        })),
      },
    };
  };
}

function withColumnDescription(
  model: string,
  name: string,
  field: ValueSerializer<unknown> | SourceField<never>,
): z.ZodType {
  const { schema } = field;
  const source = 'source' in field ? field.source : { property: name };
  const documentation = 'property' in source ? documentationOf(model, source.property) : undefined;
  const { description } = schema.meta() ?? {};
  if (documentation === undefined) return schema;
  if (documentation === description)
    throw new Error(
      `${model}.${name} is described twice: its serializer repeats the comment of the column in prisma/models. Remove withDescription.`,
    );
  return description === undefined ? withDescription({ schema }, documentation).schema : schema;
}

/** Reads another property, one of a related record (`project.name`), or an SQL expression. */
export const computedProperty = <V>(
  { schema, read }: ValueSerializer<V>,
  source: SqlExpression | string,
): SourceField<unknown> => ({
  schema,
  source: typeof source === 'string' ? { property: source, read } : { sql: source },
});

interface AnyField extends FieldAreas {
  schema: z.ZodType;
}

function nullableOf(schema: z.ZodType): z.ZodType {
  const { description } = schema.meta() ?? {};
  return schema.nullable().meta(description === undefined ? {} : { description });
}

const withAreas = <F extends AnyField>(field: F, areas: FieldAreas): F => {
  const { schema } = field;
  return {
    ...field,
    ...areas,
    schema: schema.safeParse(null).success ? schema : nullableOf(schema),
  };
};

export const nullWithoutArea = <F extends AnyField>(area: PermissionArea, field: F): F =>
  withAreas(field, { area });

/**
 * A value that existed before the record: copied from another area, or a name to which the record refers. A key that can only
 * write never saw it, so it also requires read of the record's area.
 */
export const copiedFromArea = <F extends AnyField>(copied: PermissionArea, field: F): F =>
  withAreas(field, { copied });

export const renamedProperty = <R, K extends keyof R & string>(
  property: K,
  { schema, read }: ValueSerializer<R[K]>,
): SourceField<R> => ({ schema, source: { property, read } });

export const joinedRecords = <V>(
  { schema, read }: ValueSerializer<readonly V[]>,
  model: JsonQuery['model'],
  condition: JoinCondition,
): SourceField<unknown> => ({ schema, source: { model, join: condition, read } });

export const ownFieldsObject = <R>({ schema, read }: ValueSerializer<R>): SourceField<unknown> => ({
  schema,
  source: { recordFields: read },
});

export function withDescription<V>(
  type: ValueSerializer<V>,
  description: string,
): ValueSerializer<V> {
  // OpenAPI allows one schema per id.
  const { id: _, ...meta } = type.schema.meta() ?? {};
  return { ...type, schema: type.schema.meta({ ...meta, description }) };
}

const valueOutput = (written: JsonValueFormat | 'json') =>
  ({ read: { kind: 'value', written } }) as const;

function plainSerializer<V>(schema: z.ZodType): ValueSerializer<V> {
  return { schema, ...valueOutput('plain') };
}

export function makeNullable<V>({ schema, read }: ValueSerializer<V>): ValueSerializer<V | null> {
  return { schema: schema.nullable(), read };
}

export function listOf<V>(
  type: ValueSerializer<V>,
  rows?: RowSelection,
): ValueSerializer<readonly V[]> {
  return { schema: z.array(type.schema), read: type.read && { kind: 'list', of: type.read, rows } };
}

export const text = plainSerializer<string>(z.string());
export const nullableText = makeNullable(text);

export const nullableTexts = <N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, nullableText])) as Record<N, typeof nullableText>;

export const externalIdColumns = nullableTexts('externalId', 'source');
export const integer = plainSerializer<number>(z.int());
export const bool = plainSerializer<boolean>(z.boolean());
export const anyJson: ValueSerializer<unknown> = { schema: z.unknown(), ...valueOutput('json') };

/** JSON numbers are exact, because amounts and rates have at most 15 significant digits. */
export const decimal: ValueSerializer<Decimal> = { schema: z.number(), ...valueOutput('number') };
export const nullableDecimal = makeNullable(decimal);

export const date: ValueSerializer<Date> = {
  schema: z.string().meta({ format: 'date', example: '2026-03-31' }),
  ...valueOutput('plain'),
};
export const nullableDate = makeNullable(date);

export const dateTime: ValueSerializer<Date> = {
  schema: z.string().meta({ format: 'date-time', example: '2026-03-31T14:00:00.000Z' }),
  ...valueOutput('instant'),
};
export const nullableDateTime = makeNullable(dateTime);

const time: ValueSerializer<Date> = {
  schema: z.string().meta({ example: '09:30:00' }),
  ...valueOutput('time'),
};
export const nullableTime = makeNullable(time);

/** `spelling` replaces values of the domain in REST. */
export function choice<V extends string>(
  values: readonly V[],
  spelling: Partial<Record<V, string>> = {},
): ValueSerializer<V> {
  const isSpelled = Object.keys(spelling).length > 0;
  return {
    schema: z.enum(values.map((value) => spelling[value] ?? value)),
    ...valueOutput(isSpelled ? { spelling: spelling as Record<string, string> } : 'plain'),
  };
}

const customValue = defineSerializer<CustomValue>()(
  'CustomValue',
  'The value of one custom field.',
  {
    fieldId: withDescription(text, 'Id of the custom-field definition.'),
    mappingKey: withDescription(text, 'Stable key used to match the field.'),
    fieldName: withDescription(text, 'Human-readable name of the field.'),
    value: withDescription(anyJson, 'String, number, boolean or other JSON.'),
    type: withDescription(text, 'Data type of the custom field, for example TEXT.'),
  },
);

export const customValuesSerializer: ValueSerializer<readonly CustomValue[]> = {
  ...withDescription(listOf(customValue), 'Values of custom fields.'),
  read: { kind: 'customValues' },
};

import { z } from 'zod';
import type { FieldPresentation } from '../../platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';

/** Adds null for each missing nullable field. */
export function fillMissingWithNull(schema: unknown, example: unknown): unknown {
  if (schema instanceof z.ZodNullable) return fillMissingWithNull(schema.unwrap(), example);
  if (schema instanceof z.ZodArray && Array.isArray(example)) {
    return example.map((entry) => fillMissingWithNull(schema.element, entry));
  }
  if (!(schema instanceof z.ZodObject) || typeof example !== 'object' || example === null) {
    return example;
  }
  const presentFields = Object.entries(example).map(([name, value]) => [
    name,
    fillMissingWithNull(schema.shape[name], value),
  ]);
  const missingFields = Object.entries(schema.shape).filter(
    ([name, field]) => !Object.hasOwn(example, name) && field.safeParse(null).success,
  );
  return Object.fromEntries([...presentFields, ...missingFields.map(([name]) => [name, null])]);
}

/** Turns a response into an example input: keeps the fields that the input accepts. */
export function toExampleInput(schema: z.ZodObject, record: unknown): Record<string, unknown> {
  const fields = Object.entries(record as object).filter(([name]) =>
    Object.hasOwn(schema.shape, name),
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      toInputValue(fieldInfoOf(schema.shape[name])?.presentation, value),
    ]),
  );
}

function toInputValue(fieldType: FieldPresentation | undefined, value: unknown): unknown {
  if (value === null) return value;
  if (fieldType?.kind === 'object') return toExampleInput(fieldType.schema, value);
  if (fieldType?.kind !== 'list') return value;
  return (value as unknown[]).map((entry) => toInputValue(fieldType.of, entry));
}

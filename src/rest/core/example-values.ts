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
  const given = Object.entries(example).map(([name, value]) => [
    name,
    fillMissingWithNull(schema.shape[name], value),
  ]);
  const left = Object.entries(schema.shape).filter(
    ([name, field]) => !Object.hasOwn(example, name) && field.safeParse(null).success,
  );
  return Object.fromEntries([...given, ...left.map(([name]) => [name, null])]);
}

/** Turns a response into an example input: keeps the fields that the input accepts. */
export function toExampleInput(schema: z.ZodObject, record: unknown): Record<string, unknown> {
  const fields = Object.entries(record as object).filter(([name]) =>
    Object.hasOwn(schema.shape, name),
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      partAsInput(fieldInfoOf(schema.shape[name])?.presentation, value),
    ]),
  );
}

function partAsInput(presentation: FieldPresentation | undefined, value: unknown): unknown {
  if (value === null) return value;
  if (presentation?.kind === 'object') return toExampleInput(presentation.schema, value);
  if (presentation?.kind !== 'list') return value;
  return (value as unknown[]).map((entry) => partAsInput(presentation.of, entry));
}

import type { z } from 'zod';
import type { FieldError } from '../platform/errors/action-error.ts';
import type { FieldPresentation, ScalarName } from '../platform/input/field-metadata.ts';
import { fieldInfoOf } from '../platform/input/field-metadata.ts';
import { parseInput } from '../platform/input/fields.ts';
import { validateKnownFields } from '../platform/input/strict-input.ts';

type JsonSchema = Record<string, unknown>;

/** Every conversation pays for the descriptions of all tools. */
const maxDescriptionLength = 60;

const scalarSchemas: Partial<Record<ScalarName, JsonSchema>> = {
  Int: { type: 'integer' },
  Boolean: { type: 'boolean' },
  Decimal: { type: 'number' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  WrittenDateTime: { type: 'string', format: 'date-time' },
  EmailAddress: { type: 'string', format: 'email' },
  JSON: {},
};

function schemaOf(presentation: FieldPresentation): JsonSchema {
  switch (presentation.kind) {
    case 'scalar':
      return scalarSchemas[presentation.name] ?? { type: 'string' };
    case 'enum':
      return { type: 'string', enum: presentation.values };
    case 'list':
      return { type: 'array', items: schemaOf(presentation.of) };
    case 'object':
      return toJsonSchema(presentation.schema);
  }
}

function shortDescription(text: string): JsonSchema {
  const [sentence = ''] = /^.*?[.:](?=\s|$)/s.exec(text) ?? [text];
  const description = sentence.replace(/[.:]$/, '');
  return description !== '' && description.length <= maxDescriptionLength ? { description } : {};
}

/** The JSON schema of a declared input, without aliases, examples and long descriptions. */
export function toJsonSchema({ shape }: z.ZodObject): JsonSchema & { type: 'object' } {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const info = fieldInfoOf(field);
    return info && !info.isSecondName ? [{ name, ...info }] : [];
  });
  const required = fields.filter(({ absence }) => absence === 'required').map(({ name }) => name);
  const properties = fields.map(({ name, presentation, description }) => [
    name,
    { ...schemaOf(presentation), ...shortDescription(description) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function findUnknownArguments(presentation: FieldPresentation, value: unknown): FieldError[] {
  const below = (name: string | number, errors: FieldError[]) =>
    errors.map((error) => ({ ...error, path: `${name}.${error.path}` }));
  if (presentation.kind === 'list' && Array.isArray(value))
    return value.flatMap((entry, index) =>
      below(index, findUnknownArguments(presentation.of, entry)),
    );
  if (presentation.kind !== 'object') return [];
  const { schema } = presentation;
  return [
    ...validateKnownFields(schema, value),
    ...Object.entries((value ?? {}) as object).flatMap(([name, entry]) => {
      const info = fieldInfoOf(schema.shape[name]);
      return info ? below(name, findUnknownArguments(info.presentation, entry)) : [];
    }),
  ];
}

/**
 * Rejects unknown fields at all levels.
 * @throws ActionError invalid_input
 */
export function parseArguments<S extends z.ZodObject>(schema: S, value: unknown): z.output<S> {
  return parseInput(schema, value, () => findUnknownArguments({ kind: 'object', schema }, value));
}

import { z } from 'zod';
import type { createDocument, ZodOpenApiComponentsObject } from 'zod-openapi';
import { createSchema } from 'zod-openapi';
import { fieldInfoOf, withDefaultDescription } from '../../platform/input/field-metadata.ts';
import type { Route } from '../core/route.ts';
import { routePathOf } from '../core/route-paths.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

type Schemas = NonNullable<ZodOpenApiComponentsObject['schemas']>;

function shapesOf(schema: z.ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  return schema instanceof z.ZodUnion
    ? schema.options.flatMap((option) => shapesOf(option as z.ZodType))
    : [];
}

/** Objects in inputs, which become named schemas. */
export function nestedInputs(table: readonly Route[]): Schemas {
  const found: Schemas = {};
  const visit = (schema: z.ZodObject) => {
    for (const field of Object.values(schema.shape)) {
      let presentation = fieldInfoOf(field)?.presentation;
      while (presentation?.kind === 'list') presentation = presentation.of;
      if (presentation?.kind !== 'object') continue;
      Object.assign(found, createSchema(presentation.schema, { io: 'input' }).components);
      visit(presentation.schema);
    }
  };
  for (const { input } of table) {
    if (input.from === 'body') for (const shape of shapesOf(input.schema)) visit(shape);
  }
  return found;
}

/** A parameter with a schema for bodies. */
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema: {
    type?: string | string[];
    enum?: unknown[];
    anyOf?: object[];
    description?: string;
  };
}

/** Adapts schemas of bodies to parameters: a URL has no null. */
export function addParameterExamples(document: OpenApiDocument, route: Route): void {
  const item = document.paths?.[routePathOf(route)] as Record<string, { parameters?: Parameter[] }>;
  const examples = (route.example.input ?? {}) as Record<string, unknown>;
  for (const parameter of item[route.method.toLowerCase()]?.parameters ?? []) {
    const { schema, name } = parameter;
    // Values in a URL are text, which the first alternative describes.
    Object.assign(schema, schema.anyOf?.[0]);
    delete schema.anyOf;
    if (Array.isArray(schema.type)) {
      const [type] = schema.type.filter((one) => one !== 'null');
      if (type !== undefined) schema.type = type;
    }
    if (schema.enum) schema.enum = schema.enum.filter((one) => one !== null);
    delete schema.description;
    if (parameter.in === 'path') parameter.required = true;
    if (name in examples) parameter.example = examples[name];
  }
}

interface InputSchema {
  properties?: Record<string, { default?: unknown; description?: string }>;
}

/** Moves defaults into descriptions, because generated clients send every `default`. An update would overwrite omitted fields. */
export function describeDefaults({ components }: OpenApiDocument): void {
  const schemas = (components?.schemas ?? {}) as Record<string, InputSchema>;
  for (const [input, { properties = {} }] of Object.entries(schemas)) {
    for (const [name, property] of Object.entries(properties)) {
      const { default: value, description = '', ...rest } = property;
      if (value === undefined) continue;
      const words = withDefaultDescription(description, input, value);
      // A new object, because schemas share properties.
      properties[name] = { ...rest, description: words };
    }
  }
}

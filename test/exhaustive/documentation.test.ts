import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorCatalogue, errorStatusesOf } from '../../src/platform/errors/error-catalogue.ts';
import { parseUpdateInput } from '../../src/platform/input/update-input.ts';
import { httpProtocolErrorCodes } from '../../src/rest/core/error-samples.ts';
import { errorCodesOf } from '../../src/rest/core/openapi-errors.ts';
import { operationTags } from '../../src/rest/core/operation-tags.ts';
import { createOpenApiDocument } from '../../src/rest/openapi/openapi-document.ts';
import { byOperation, routePathOf, routes } from '../support/routes.ts';

const document = JSON.parse(JSON.stringify(createOpenApiDocument()));
const { schemas, responses } = document.components;

const operationOf = (route: (typeof routes)[number]) =>
  document.paths[routePathOf(route)][route.method.toLowerCase()];

/** The fields that an input may have, of whichever shape. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(fieldsOf);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

describe.each(byOperation(routes))('%s', (_, route) => {
  const operation = operationOf(route);

  test('is documented, in one group', () => {
    expect(operation.operationId).toBe(route.operationId);
    expect(operation.tags).toEqual([route.tag]);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.description).toMatch(/^[A-Z].*\.$/s);
  });

  test('has an example of its request that would be taken', () => {
    const { input, example } = route;
    if (input.from === 'nothing') return expect(example.input).toBeUndefined();
    if (route.method === 'PATCH')
      parseUpdateInput(input.schema as z.ZodObject, example.input, 'patch');
    else if (input.from !== 'form' || input.fileField === undefined)
      expect(input.schema.safeParse(example.input)).toMatchObject({ success: true });
    const known = fieldsOf(input.schema);
    const record = route.method === 'PUT' ? Object.keys(example.output as object) : [];
    expect([...known, ...record]).toEqual(
      expect.arrayContaining(Object.keys(example.input as object)),
    );
  });

  test('has an example of its answer with exactly the documented fields', () => {
    const { 200: success } = operation.responses;
    expect(success.content === undefined).toBe(route.output === null);
    if (route.output === null) return expect(route.example.output).toBeUndefined();
    expect(route.output.parse(route.example.output)).toEqual(route.example.output);
  });

  test('lists every error it can answer, each with its code and an example', () => {
    const documented = Object.entries<{ $ref: string }>(operation.responses)
      .filter(([status]) => status !== '200')
      .flatMap(([status, { $ref }]) => {
        const response = responses[$ref.replace('#/components/responses/', '')];
        const { schema, examples } = response.content['application/json'];
        expect(schema).toEqual({ $ref: '#/components/schemas/Error' });
        return Object.entries<{ value: { status: number; code: string } }>(examples).map(
          ([code, { value }]) => {
            expect(response.description).toContain(`\`${code}\``);
            expect([String(value.status), value.code]).toEqual([status, code]);
            return code;
          },
        );
      });
    const hasBody = route.input.from === 'body';
    const possible = errorCodesOf(route).flatMap((code) =>
      errorStatusesOf(code, hasBody).map(() => code),
    );
    expect(documented.sort()).toEqual(possible.sort());
  });
});

test('every operation has a unique name', () => {
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
});

test('every group of operations has some', () => {
  expect(new Set(routes.map(({ tag }) => tag))).toEqual(new Set(Object.keys(operationTags)));
});

test('every code of the catalogue is documented, but those of GraphQL, and those of /auth elsewhere', () => {
  const documented: string[] = schemas.Error.properties.code.enum;
  const frontends = readFileSync('docs/frontends.md', 'utf8');
  for (const [code, { meaning }] of Object.entries(errorCatalogue)) {
    if (documented.includes(code)) continue;
    if (code.startsWith('sign_in_')) expect(frontends).toContain(`\`${code}\``);
    else expect(meaning, code).toMatch(/GraphQL|subscription/);
  }
});

test('every code that is documented is some operation’s, or explained above all of them', () => {
  const text = new Set<string>(routes.flatMap(errorCodesOf));
  const everywhere = ['route_not_found', 'method_not_allowed', ...httpProtocolErrorCodes];
  const conventions = document.tags.find(({ name }: { name: string }) => name === 'Conventions');
  for (const code of everywhere) expect(conventions.description).toContain(`\`${code}\``);
  const documented: string[] = schemas.Error.properties.code.enum;
  expect(documented.filter((code) => !text.has(code)).sort()).toEqual(everywhere.sort());
});

/** Names that need no description. */
const selfExplaining = new Set(
  `address1 address2 city locality postal country website phone mobile email firstName lastName
  role notes taxId payInstructions businessName name description category memo referenceNumber
  quantity unitPrice`.split(/\s+/),
);

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

function undescribed(schema: Schema, path: string): string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description || field.$ref || selfExplaining.has(name) ? [] : [`${path}.${name}`]),
    ...undescribed(field, `${path}.${name}`),
  ]);
  const parts = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...inside, ...parts.flatMap((part) => undescribed(part, path))];
}

test('every field and every parameter has a description, unless its name is sufficient', () => {
  const problems = Object.entries<Schema>(schemas).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [name]),
    ...undescribed(schema, name),
  ]);
  for (const route of routes) {
    for (const { name, description } of operationOf(route).parameters ?? []) {
      if (!description) problems.push(`${route.operationId} ${name}`);
    }
  }
  expect(problems).toEqual([]);
});

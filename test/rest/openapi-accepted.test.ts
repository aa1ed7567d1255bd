import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FieldPresentation } from '../../src/platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../src/platform/input/field-metadata.ts';
import { createOpenApiDocument } from '../../src/rest/openapi/openapi-document.ts';
import { byOperation, routePathOf, writingRoutes } from '../support/routes.ts';

const document = JSON.parse(JSON.stringify(createOpenApiDocument()));
const schemas = JSON.parse(
  JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
);

type Property = { $ref?: string; properties?: Record<string, Property>; anyOf?: Property[] };

const resolve = (property: Property): Property =>
  property.$ref === undefined ? property : schemas[property.$ref.split('/').at(-1) as string];

/** Values as integrations send them; each of a kind is sent to every field of that kind. */
const spellings = {
  number: [5, '5', ' 5 ', '+5', '5.50', '.5', '5e1'],
  date: ['2026-03-31', '2026-03-31T10:00:00', '2026-03-31T10:00:00Z', '2026-03-31T10:00:00+02:00'],
  boolean: [true, false, 'true', 'FALSE', ' True '],
};

function spellingsOf(presentation: FieldPresentation): unknown[] {
  if (presentation.kind === 'enum') {
    return presentation.values.flatMap((value) => {
      const words = value.toLowerCase().replaceAll('_', ' ');
      return [
        value,
        words,
        `${words[0]?.toUpperCase()}${words.slice(1)}`,
        words.replaceAll(' ', '-'),
      ];
    });
  }
  if (presentation.kind !== 'scalar') return [[], {}];
  switch (presentation.name) {
    case 'Decimal':
    case 'Int':
      return spellings.number;
    case 'Boolean':
      return spellings.boolean;
    case 'Date':
    case 'DateTime':
    case 'WrittenDateTime':
      return spellings.date;
    case 'Currency':
      return ['EUR', 'eur', ' Eur '];
    case 'HexColorCode':
      return ['#1f6feb', '#1F6FEBFF'];
    case 'JSON':
      return [{ Field: 1 }, [{ fieldName: 'Field', value: 1 }], [], {}];
    default:
      return ['Some text', 'ada@example.com', 'Europe/Berlin'];
  }
}

/** Blank text counts as no value for these types (for lists and objects the document has null). */
const isSingleValue = (presentation: FieldPresentation): boolean =>
  presentation.kind === 'enum' || (presentation.kind === 'scalar' && presentation.name !== 'JSON');

/** Values that the service accepts and the document does not, by field. */
function undocumented(input: z.ZodObject, property: Property, path = ''): string[] {
  const { properties = {} } = resolve(property);
  return Object.entries(input.shape).flatMap(([name, field]) => {
    const info = fieldInfoOf(field);
    const own = properties[name];
    if (info === undefined || own === undefined) return [];
    const documented = z.fromJSONSchema({ ...own, $defs: schemas } as never);
    const blanks = isSingleValue(info.presentation) ? ['', ' '] : [];
    const values = [...spellingsOf(info.presentation), null, ...blanks];
    const rejected = values.filter(
      (value) => field.safeParse(value).success && !documented.safeParse(value).success,
    );
    const { presentation } = info;
    const item = presentation.kind === 'list' ? presentation.of : presentation;
    const nested =
      item.kind === 'object' && path === ''
        ? undocumented(item.schema, { $ref: `/${item.schema.meta()?.id}` }, `${name}.`)
        : [];
    return [...rejected.map((value) => `${path}${name}: ${JSON.stringify(value)}`), ...nested];
  });
}

/** The objects that a body can be, each with its part of the document. */
function shapesOf(input: unknown, property: Property): [z.ZodObject, Property][] {
  if (input instanceof z.ZodObject) return [[input, property]];
  const options = input instanceof z.ZodUnion ? input.options : [];
  return options.flatMap((option, index) =>
    shapesOf(option, resolve(property).anyOf?.[index] as Property),
  );
}

describe('the document describes every spelling of a value that the service accepts', () => {
  test.each(byOperation(writingRoutes))('%s', (_, route) => {
    const { requestBody } = document.paths[routePathOf(route)][route.method.toLowerCase()];
    const { schema } = requestBody.content['application/json'];
    const shapes = shapesOf(route.input.from === 'body' && route.input.schema, schema);
    expect(shapes).not.toEqual([]);
    expect(shapes.flatMap(([input, property]) => undocumented(input, property))).toEqual([]);
  });
});

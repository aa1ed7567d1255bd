import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tryFastParse } from '../../../src/platform/input/fast-parser.ts';
import {
  booleanType,
  dateTime,
  list,
  object,
  text,
} from '../../../src/platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  required,
  withDefault,
} from '../../../src/platform/input/fields.ts';
import { routes } from '../../../src/rest/index.ts';

const inner = inputObject('Inner', 'An input in another.', { name: required(text(), 'Name.') });
const outer = inputObject('Outer', 'An input.', {
  name: required(text(5), 'Name.'),
  at: nullable(dateTime, 'When.'),
  isOpen: optionalOnReplace(withDefault(booleanType, true, 'Whether.')),
  inner: nullable(object(inner), 'Another.'),
  many: nullable(list(object(inner)), 'Others.'),
});

describe('an input in which nothing is wrong', () => {
  test.each([
    { name: ' Ada ', unknown: 1 },
    { name: 'Ada', at: '2026-03-02', isOpen: 'false', inner: { name: 'B', more: 2 }, many: [] },
    { name: 'Ada', at: new Date(0), isOpen: null, many: [{ name: 'B' }, { name: 'C' }] },
  ])('is read as the library reads it: %j', (input) => {
    const read = tryFastParse(outer, input);
    expect(read).toEqual(outer.parse(input));
    expect(Object.keys(read ?? {})).toEqual(Object.keys(outer.shape));
  });

  const examples = routes.flatMap(({ operationId, input, example }) =>
    input.from === 'body' ? [{ operationId, schema: input.schema, given: example.input }] : [],
  );

  test.each(examples)('is read so in the example of $operationId', ({ schema, given }) => {
    const zod = schema.safeParse(given);
    const read = tryFastParse(schema, given);
    expect(read ?? zod.data).toEqual(zod.data);
  });

  /** What a verb reads of a body: what the surface itself takes out is read before. */
  const ofVerb = (schema: z.ZodType): z.ZodType => {
    if (!(schema instanceof z.ZodObject)) return schema;
    const { newId: _, expectedVersion: __, ...shape } = schema.shape;
    return z.object(shape);
  };

  test('is so for every create', () => {
    const plainly = examples.filter(({ schema, given }) => tryFastParse(ofVerb(schema), given));
    expect(plainly.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['createClient', 'createContact', 'createExpense', 'createPayment']),
    );
    expect(plainly.map(({ operationId }) => operationId)).toContain('createTimeEntry');
  });
});

test.each([
  [outer, {}],
  [outer, { name: '' }],
  [outer, { name: 'Ada Lovelace' }],
  [outer, { name: 'Ada', at: 'tomorrow' }],
  [outer, { name: 'Ada', inner: { name: null } }],
  [outer, { name: 'Ada', many: [{ name: 'B' }, {}] }],
  [outer, null],
  [outer, []],
  [outer, 'Ada'],
  [z.object({ name: z.string() }), { name: 'Ada' }],
  [outer.refine(() => false), { name: 'Ada' }],
  [outer.strict(), { name: 'Ada', unknown: 1 }],
])('input that needs the library is left to it: %#', (schema, input) => {
  expect(tryFastParse(schema, input)).toBeUndefined();
});

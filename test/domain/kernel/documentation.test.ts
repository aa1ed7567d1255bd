import { describe, expect, test } from 'vitest';
import {
  fieldInfo,
  inputObject,
  kept,
  nullable,
  required,
} from '../../../src/domain/kernel/fields.ts';
import { text } from '../../../src/domain/kernel/kinds.ts';
import { described, nullableText, wire } from '../../../src/rest/wire.ts';

const words = 'Mobile telephone number.';

describe('what the model says of a column', () => {
  test('describes the field of an input named after it, and what is said of replaces stays', () => {
    const input = inputObject('UpdateContact', '', {
      mobile: nullable(text()),
      firstName: kept(text()),
      role: required(text(), 'Another meaning.'),
    });
    const told = Object.entries(input.shape).map(([name, field]) => [
      name,
      fieldInfo(field)?.description,
      field.meta()?.description,
    ]);
    expect(told).toEqual([
      ['mobile', words, words],
      [
        'firstName',
        expect.stringMatching(/^First name\. Left out of a replace/),
        expect.any(String),
      ],
      ['role', 'Another meaning.', 'Another meaning.'],
    ]);
  });

  test('is refused when an input or a wire says it again, or when nothing says anything', () => {
    const input = (field: object) => () => inputObject('CreateContact', '', field as never);
    expect(input({ mobile: nullable(text(), words) })).toThrow('Contact.mobile is described twice');
    expect(input({ pager: nullable(text()) })).toThrow('Nothing says what pager means');
    const shape = { mobile: described(nullableText, words) };
    expect(() => wire<{ mobile: string }>()('Contact', '', shape as never)).toThrow(
      'Contact.mobile is described twice',
    );
  });

  test('describes a wire, by the column that a renamed field shows', () => {
    const { schema } = wire<{ mobile: string | null }>()(
      'Person',
      '',
      { mobile: nullableText },
      'Contact',
    );
    expect(schema.shape.mobile?.meta()?.description).toBe(words);
  });
});

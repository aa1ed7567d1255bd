import { describe, expect, test } from 'vitest';
import { fieldInfoOf } from '../../../src/platform/input/field-metadata.ts';
import { text } from '../../../src/platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  parseInput,
  required,
  requiredOnCreate,
  withRecordName,
} from '../../../src/platform/input/fields.ts';
import {
  defineSerializer,
  nullableText,
  withDescription,
} from '../../../src/rest/core/serializer.ts';

const words = 'Mobile telephone number.';

describe('the description of a column', () => {
  test('is that of the input field with its name, and the note on replaces stays', () => {
    const input = inputObject('UpdateContact', '', {
      mobile: nullable(text()),
      firstName: requiredOnCreate(text()),
      role: required(text(), 'Another meaning.'),
    });
    const reported = Object.entries(input.shape).map(([name, field]) => [
      name,
      fieldInfoOf(field)?.description,
      field.meta()?.description,
    ]);
    expect(reported).toEqual([
      ['mobile', words, words],
      [
        'firstName',
        expect.stringMatching(/^First name\. Left out of a replace/),
        expect.any(String),
      ],
      ['role', 'Another meaning.', 'Another meaning.'],
    ]);
  });

  test('is rejected when an input or a serializer repeats it, or when there is none', () => {
    const input = (field: object) => () => inputObject('CreateContact', '', field as never);
    expect(input({ mobile: nullable(text(), words) })).toThrow('Contact.mobile is described twice');
    expect(input({ pager: nullable(text()) })).toThrow('Nothing says what pager means');
    const shape = { mobile: withDescription(nullableText, words) };
    expect(() => defineSerializer<{ mobile: string }>()('Contact', '', shape as never)).toThrow(
      'Contact.mobile is described twice',
    );
  });

  describe('of a field that is taken over from another input', () => {
    const first = inputObject('CreateContact', '', {
      mobile: nullable(text()),
      firstName: requiredOnCreate(text()),
    });
    const received = (input: { shape: object }) =>
      Object.values(input.shape).map((field) => [
        fieldInfoOf(field)?.description,
        (field as { meta(): { description: string } }).meta().description,
      ]);

    test('of the same model is not repeated', () => {
      const again = inputObject('UpdateContact', '', { ...first.shape });
      expect(received(again)).toEqual(received(first));
      expect(received(again)[0]).toEqual([words, words]);
      expect(parseInput(again, { mobile: ' 1 ', firstName: 'Ada' })).toEqual({
        mobile: '1',
        firstName: 'Ada',
      });
    });

    test('of another model is that of its column, or the previous one if there is none', () => {
      const shared = { phone: nullable(text()), website: nullable(text()) };
      const client = inputObject('CreateClient', '', shared);
      const workspace = inputObject('UpdateWorkspace', '', { ...client.shape });
      expect(received(workspace)).toEqual(received(inputObject('UpdateWorkspace', '', shared)));
      const elsewhere = inputObject('CreatePayment', '', { mobile: first.shape.mobile });
      expect(received(elsewhere)).toEqual([[words, words]]);
    });

    test('is kept for replaces and renamed fields, without changes of the original input', () => {
      const before = received(first);
      const changed = inputObject('UpdateContact', '', {
        mobile: optionalOnReplace(first.shape.mobile),
        cell: withRecordName('mobile', first.shape.mobile),
      });
      expect(received(changed).map(([description]) => description)).toEqual([
        `${words} Left out of a replace, it stays as it is.`,
        words,
      ]);
      expect(fieldInfoOf(changed.shape.mobile)?.keptByReplace).toBe(true);
      expect(fieldInfoOf(changed.shape.cell)?.recordName).toBe('mobile');
      expect(fieldInfoOf(first.shape.mobile)?.recordName).toBeUndefined();
      expect(received(first)).toEqual(before);
    });
  });

  test('describes a wire, by the column that a renamed field shows', () => {
    const { schema } = defineSerializer<{ mobile: string | null }>()(
      'Person',
      '',
      { mobile: nullableText },
      'Contact',
    );
    expect(schema.shape.mobile?.meta()?.description).toBe(words);
  });
});

import type { z } from 'zod';
import { tryFastParse } from './fast-parser.ts';
import type { FieldType } from './fields.ts';
import { losslessDigitsOf } from './lossless-json.ts';
import { scalarPresentation } from './scalar-type.ts';
import { validateKnownFields } from './strict-input.ts';
import { isStorableText } from './text-types.ts';

export function object<S extends z.ZodObject>(
  schema: S,
  { isExact = false } = {},
): FieldType<z.output<S>> {
  return {
    presentation: { kind: 'object', schema },
    json: { $ref: `#/components/schemas/${schema.meta()?.id}` },
    read: (value, report) => {
      const unknown = isExact ? validateKnownFields(schema, value) : [];
      for (const { code, message, path } of unknown) report(code, message, [path]);
      const read = tryFastParse(schema, value);
      if (read !== undefined) return read;
      const result = schema.safeParse(value);
      if (result.success) return result.data;
      for (const issue of result.error.issues) {
        const code = issue.code === 'custom' ? String(issue.params?.code) : issue.code;
        const message = issue.path.length === 0 ? 'must be an object' : issue.message;
        report(code, message, issue.path as (string | number)[]);
      }
      return undefined;
    },
  };
}

export function list<T>(item: FieldType<T>, { min = 0, max = 1000 } = {}): FieldType<T[]> {
  return {
    presentation: { kind: 'list', of: item.presentation },
    json: { type: 'array', items: item.json, minItems: min, maxItems: max },
    read: (value, report) => {
      if (!Array.isArray(value)) {
        report('invalid_type', 'must be a list');
        return undefined;
      }
      if (value.length < min || value.length > max) {
        report('invalid_length', `must have ${min} to ${max} entries`);
        return undefined;
      }
      return value.map((entry, index) =>
        item.read(entry, (code, message, path = []) => report(code, message, [index, ...path])),
      ) as T[];
    },
  };
}

/** Accepts at most 16 levels and 64 kB, without NUL and broken Unicode. */
export const json: FieldType<unknown> = {
  presentation: scalarPresentation('JSON'),
  json: { description: 'Any JSON value.' },
  read: (value, report) => {
    const fault = jsonError(value);
    if (fault === undefined) return value;
    report(fault.code, fault.message);
    return undefined;
  },
};

interface JsonError {
  code: string;
  message: string;
}

const unstorable = (message: string): JsonError => ({ code: 'invalid_json_value', message });

const maxJsonSize = 65_536;
const minValueSize = 8;
const tooLarge = unstorable('must not be larger than 64 kB');

function textError(value: string): JsonError | undefined {
  if (isStorableText(value)) return undefined;
  const digits = losslessDigitsOf(value);
  if (digits === undefined) return unstorable('must not contain NUL or broken Unicode');
  const shortDigits = digits.length > 40 ? `${digits.slice(0, 40)}…` : digits;
  const message = `must not contain the number ${shortDigits}, because not all of its digits can be stored: send it as text, in quotes`;
  return { code: 'too_precise', message };
}

function jsonError(root: unknown): JsonError | undefined {
  const waiting: [unknown, number][] = [[root, 1]];
  let size = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next;
    if (depth > 16) return unstorable('must not be nested deeper than 16 levels');
    if (typeof value === 'string') {
      const fault = textError(value);
      if (fault) return fault;
      size += value.length;
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      return unstorable('must not contain numbers that JSON cannot represent');
    } else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value);
      if (size + keys.length * minValueSize > maxJsonSize) return tooLarge;
      for (const key of keys) {
        size += key.length;
        waiting.push([key, depth], [(value as Record<string, unknown>)[key], depth + 1]);
      }
    }
    size += minValueSize;
    if (size > maxJsonSize) return tooLarge;
  }
  return undefined;
}

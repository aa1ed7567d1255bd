import { z } from 'zod';
import type { FieldInfo, FieldPresentation } from '../../src/platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../src/platform/input/field-metadata.ts';
import type { Route } from '../../src/rest/core/route.ts';

/** A field of an input that holds one value, however deep it lies. */
export interface Leaf {
  path: (string | number)[];
  presentation: FieldPresentation;
}

/** The shapes that an operation's input may have: one, or each of a union's. */
export function shapesOf({ input }: Route): z.ZodObject[] {
  if (input.from === 'nothing') return [];
  const options =
    input.schema instanceof z.ZodUnion ? (input.schema.options as z.ZodType[]) : [input.schema];
  return options.filter((option) => option instanceof z.ZodObject);
}

/** Every field of a shape, with the fields of the objects and of the first entries of the lists inside it. */
export function leavesOf(shape: z.ZodObject, at: Leaf['path'] = []): Leaf[] {
  return Object.entries(shape.shape).flatMap(([name, field]) => {
    const info = fieldInfoOf(field);
    return info ? leavesBelow(info.presentation, [...at, name]) : [];
  });
}

function leavesBelow(presentation: FieldInfo['presentation'], path: Leaf['path']): Leaf[] {
  if (presentation.kind === 'object') return leavesOf(presentation.schema, path);
  if (presentation.kind === 'list' && presentation.of.kind === 'object') {
    return leavesBelow(presentation.of, [...path, 0]);
  }
  return [{ path, presentation }];
}

type Tree = Record<string, unknown>;

/** A copy of a body with one field set, and whatever lies around it. */
export function withLeaf(body: unknown, path: Leaf['path'], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(body) ? [...body] : [];
    list[first] = withLeaf(list[first], rest, value);
    return list;
  }
  const object = typeof body === 'object' && body !== null ? (body as Tree) : {};
  return { ...object, [first]: withLeaf(object[first], rest, value) };
}

import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { IdsByReference } from '../../platform/external-ids/external-id-references.ts';
import {
  isExternalIdReference,
  resolveExternalIdReferences,
} from '../../platform/external-ids/external-id-references.ts';
import type { FieldPresentation } from '../../platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';
import type { Route } from './route.ts';

/** Location of ids in an input. */
interface IdPlaces {
  /** Fields with an id or a list of ids. */
  ids: ReadonlySet<string>;
  /** Fields with objects that contain ids. */
  below: ReadonlyMap<string, IdPlaces>;
}

/** Query and path parameters have no type for ids, so their names decide. */
const namesId = (name: string): boolean =>
  name === 'after' || (/^id$|Id$/.test(name) && name !== 'externalId');

const isId = (presentation: FieldPresentation): boolean =>
  presentation.kind === 'list'
    ? isId(presentation.of)
    : presentation.kind === 'scalar' && presentation.name === 'ID';

function objectIn(presentation: FieldPresentation): z.ZodObject | undefined {
  if (presentation.kind === 'list') return objectIn(presentation.of);
  return presentation.kind === 'object' ? presentation.schema : undefined;
}

function placesOf(schema: z.ZodType, byName: boolean): IdPlaces {
  const ids = new Set<string>();
  const below = new Map<string, IdPlaces>();
  const shapes = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];
  for (const shape of shapes) {
    if (!(shape instanceof z.ZodObject)) continue;
    for (const [name, field] of Object.entries(shape.shape)) {
      const presentation = fieldInfoOf(field)?.presentation;
      // The `id` of an update is a plain string without field metadata.
      const isOwn = name === 'id' && presentation === undefined;
      if (isOwn || (byName && namesId(name)) || (presentation && isId(presentation))) ids.add(name);
      const inner = presentation && objectIn(presentation);
      const places = inner && placesOf(inner, false);
      if (places && places.ids.size + places.below.size > 0) below.set(name, places);
    }
  }
  return { ids, below };
}

type Replace = (value: string) => string;

/** Returns the same object if nothing is replaced. */
function replaced(value: unknown, places: IdPlaces, replace: Replace): unknown {
  if (Array.isArray(value)) {
    // A list in a list is invalid, and thousands of them would overflow the stack.
    const entries = value.map((entry) =>
      Array.isArray(entry) ? entry : replaced(entry, places, replace),
    );
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let changed: Record<string, unknown> | undefined;
  const put = (name: string, next: unknown) => {
    if (next === (value as Record<string, unknown>)[name]) return;
    changed ??= { ...value };
    changed[name] = next;
  };
  for (const [name, own] of Object.entries(value)) {
    if (places.ids.has(name)) put(name, replacedId(own, replace));
    const inner = places.below.get(name);
    if (inner) put(name, replaced(own, inner, replace));
  }
  return changed ?? value;
}

function replacedId(value: unknown, replace: Replace): unknown {
  if (!Array.isArray(value)) return isExternalIdReference(value) ? replace(value) : value;
  return value.some(isExternalIdReference)
    ? value.map((one) => (isExternalIdReference(one) ? replace(one) : one))
    : value;
}

/** Replaces references to records that the caller can see. */
async function withIds(context: Context, input: unknown, places: IdPlaces): Promise<unknown> {
  const references: string[] = [];
  replaced(input, places, (reference) => {
    references.push(reference);
    return reference;
  });
  if (references.length === 0) return input;
  const found: IdsByReference = await resolveExternalIdReferences(context, references);
  return replaced(input, places, (reference) => found.get(reference) ?? reference);
}

/** Accepts external ids instead of ids, and resolves all of a request in one statement. */
export function acceptExternalIds(route: Route): Route {
  const { handle, input } = route;
  if (input.from === 'nothing') return route;
  const places = placesOf(input.schema, input.from !== 'body');
  return {
    ...route,
    handle: async (context, given, versions) =>
      handle(context, (await withIds(context, given, places)) as never, versions),
  };
}

/** Resolves the external ids of all items in one statement. */
export async function resolveItemExternalIds(
  { input }: Pick<Route, 'input'>,
  context: Context,
  items: readonly unknown[],
): Promise<readonly unknown[]> {
  if (input.from === 'nothing') return items;
  return (await withIds(context, items, placesOf(input.schema, false))) as unknown[];
}

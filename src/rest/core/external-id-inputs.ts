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
interface IdFields {
  /** Fields with an id or a list of ids. */
  ids: ReadonlySet<string>;
  nested: ReadonlyMap<string, IdFields>;
}

/** Query and path parameters have no type for ids, so their names decide. */
const isIdName = (name: string): boolean =>
  name === 'after' || (/^id$|Id$/.test(name) && name !== 'externalId');

const isId = (presentation: FieldPresentation): boolean =>
  presentation.kind === 'list'
    ? isId(presentation.of)
    : presentation.kind === 'scalar' && presentation.name === 'ID';

function objectSchemaOf(presentation: FieldPresentation): z.ZodObject | undefined {
  if (presentation.kind === 'list') return objectSchemaOf(presentation.of);
  return presentation.kind === 'object' ? presentation.schema : undefined;
}

function idFieldsOf(schema: z.ZodType, matchesNames: boolean): IdFields {
  const ids = new Set<string>();
  const nested = new Map<string, IdFields>();
  const shapes = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];
  for (const shape of shapes) {
    if (!(shape instanceof z.ZodObject)) continue;
    for (const [name, field] of Object.entries(shape.shape)) {
      const presentation = fieldInfoOf(field)?.presentation;
      // The `id` of an update is a plain string without field metadata.
      const isRecordId = name === 'id' && presentation === undefined;
      if (isRecordId || (matchesNames && isIdName(name)) || (presentation && isId(presentation)))
        ids.add(name);
      const nestedSchema = presentation && objectSchemaOf(presentation);
      const nestedFields = nestedSchema && idFieldsOf(nestedSchema, false);
      if (nestedFields && nestedFields.ids.size + nestedFields.nested.size > 0)
        nested.set(name, nestedFields);
    }
  }
  return { ids, nested };
}

type ReplaceReference = (value: string) => string;

/** Returns the same object if nothing is replaced. */
function replaceIds(
  value: unknown,
  idFields: IdFields,
  replaceReference: ReplaceReference,
): unknown {
  if (Array.isArray(value)) {
    // A list in a list is invalid, and thousands of them would overflow the stack.
    const entries = value.map((entry) =>
      Array.isArray(entry) ? entry : replaceIds(entry, idFields, replaceReference),
    );
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  const setField = (name: string, newValue: unknown) => {
    if (newValue === (value as Record<string, unknown>)[name]) return;
    copy ??= { ...value };
    copy[name] = newValue;
  };
  for (const [name, fieldValue] of Object.entries(value)) {
    if (idFields.ids.has(name)) setField(name, replaceId(fieldValue, replaceReference));
    const nestedFields = idFields.nested.get(name);
    if (nestedFields) setField(name, replaceIds(fieldValue, nestedFields, replaceReference));
  }
  return copy ?? value;
}

function replaceId(value: unknown, replaceReference: ReplaceReference): unknown {
  if (!Array.isArray(value)) return isExternalIdReference(value) ? replaceReference(value) : value;
  return value.some(isExternalIdReference)
    ? value.map((element) => (isExternalIdReference(element) ? replaceReference(element) : element))
    : value;
}

/** Replaces references to records that the caller can see. */
async function resolveExternalIds(
  context: Context,
  input: unknown,
  idFields: IdFields,
): Promise<unknown> {
  const references: string[] = [];
  replaceIds(input, idFields, (reference) => {
    references.push(reference);
    return reference;
  });
  if (references.length === 0) return input;
  const idsByReference: IdsByReference = await resolveExternalIdReferences(context, references);
  return replaceIds(input, idFields, (reference) => idsByReference.get(reference) ?? reference);
}

/** Accepts external ids instead of ids, and resolves all of a request in one statement. */
export function acceptExternalIds(route: Route): Route {
  const { handle, input } = route;
  if (input.from === 'nothing') return route;
  const idFields = idFieldsOf(input.schema, input.from !== 'body');
  return {
    ...route,
    handle: async (context, given, versions) =>
      handle(context, (await resolveExternalIds(context, given, idFields)) as never, versions),
  };
}

/** Resolves the external ids of all items in one statement. */
export async function resolveItemExternalIds(
  { input }: Pick<Route, 'input'>,
  context: Context,
  items: readonly unknown[],
): Promise<readonly unknown[]> {
  if (input.from === 'nothing') return items;
  return (await resolveExternalIds(context, items, idFieldsOf(input.schema, false))) as unknown[];
}

import type { GraphQLArgument, GraphQLInputObjectType, GraphQLInputType } from 'graphql';
import { GraphQLID, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import {
  isExternalIdReference,
  resolveExternalIdReferences,
} from '../../platform/external-ids/external-id-references.ts';

export type ReplaceExternalId = (reference: string) => string;

export function replaceExternalIds(
  value: unknown,
  type: GraphQLInputType,
  replace: ReplaceExternalId,
): unknown {
  if (value === null || value === undefined) return value;
  const inner = getNullableType(type);
  if (inner === GraphQLID) return isExternalIdReference(value) ? replace(value) : value;
  if (isListType(inner)) {
    if (!Array.isArray(value)) return replaceExternalIds(value, inner.ofType, replace);
    const entries = value.map((entry) => replaceExternalIds(entry, inner.ofType, replace));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  return isInputObjectType(inner) ? replacedIn(value, fieldsWithIds(inner), replace) : value;
}

type Typed = Pick<GraphQLArgument, 'name' | 'type'>;

const knownFields = new WeakMap<GraphQLInputObjectType, readonly Typed[]>();

/** Cached, because a bulk request needs them for each of its items. */
function fieldsWithIds(input: GraphQLInputObjectType): readonly Typed[] {
  const known = knownFields.get(input);
  if (known) return known;
  const found = Object.values(input.getFields()).filter(({ type }) => holdsIds(type, new Set()));
  knownFields.set(input, found);
  return found;
}

/** Whether values of a type can contain an ID at any depth. `seen` stops recursive types. */
function holdsIds(type: GraphQLInputType, seen: Set<GraphQLInputObjectType>): boolean {
  const named = getNamedType(type);
  if (named === GraphQLID) return true;
  if (!isInputObjectType(named) || seen.has(named)) return false;
  seen.add(named);
  return Object.values(named.getFields()).some((field) => holdsIds(field.type, seen));
}

function replacedIn<V>(value: V, fields: readonly Typed[], replace: ReplaceExternalId): V {
  let changed: Record<string, unknown> | undefined;
  const own = value as Record<string, unknown>;
  for (const { name, type } of fields) {
    const next = replaceExternalIds(own[name], type, replace);
    if (next === own[name]) continue;
    changed ??= { ...own };
    changed[name] = next;
  }
  return (changed ?? value) as V;
}

/**
 * Replaces external id references to readable records by their ids, with at most one statement.
 * A mutation finds records created earlier in the same operation.
 */
export async function resolveExternalIdArguments<V>(
  context: Context,
  given: V,
  fields: readonly Typed[],
): Promise<V> {
  const references: string[] = [];
  replacedIn(given, fields, (reference) => {
    references.push(reference);
    return reference;
  });
  if (references.length === 0) return given;
  const found = await resolveExternalIdReferences(context, references);
  return replacedIn(given, fields, (reference) => found.get(reference) ?? reference);
}

import type { GraphQLArgument, GraphQLInputType } from 'graphql';
import { GraphQLID, getNullableType, isInputObjectType, isListType } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { findReferences, isReference } from '../../domain/kernel/references.ts';

/** How this door takes external ids where it takes ids: they are known by their type, ID (decision 44). */

export type Replace = (reference: string) => string;

/** A coerced value with the references in it replaced; the same value where there are none. */
export function replacedIds(value: unknown, type: GraphQLInputType, replace: Replace): unknown {
  if (value === null || value === undefined) return value;
  const inner = getNullableType(type);
  if (inner === GraphQLID) return isReference(value) ? replace(value) : value;
  if (isListType(inner)) {
    if (!Array.isArray(value)) return replacedIds(value, inner.ofType, replace);
    const entries = value.map((entry) => replacedIds(entry, inner.ofType, replace));
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  return isInputObjectType(inner)
    ? replacedIn(value, Object.values(inner.getFields()), replace)
    : value;
}

type Typed = Pick<GraphQLArgument, 'name' | 'type'>;

/** The same of an object whose fields have types, or of arguments. */
function replacedIn<V>(value: V, fields: readonly Typed[], replace: Replace): V {
  let changed: Record<string, unknown> | undefined;
  const own = value as Record<string, unknown>;
  for (const { name, type } of fields) {
    const next = replacedIds(own[name], type, replace);
    if (next === own[name]) continue;
    changed ??= { ...own };
    changed[name] = next;
  }
  return (changed ?? value) as V;
}

/**
 * The arguments of a field, with ids in the place of references to records that who asks may see: one statement for all of them, and
 * none where there are none. A mutation finds what those before it in the same operation have made.
 */
export async function argumentsWithIds<V>(
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
  const found = await findReferences(context, references);
  return replacedIn(given, fields, (reference) => found.get(reference) ?? reference);
}

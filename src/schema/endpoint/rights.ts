import type {
  FieldNode,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isInterfaceType, isObjectType, Kind } from 'graphql';
import type { Scope } from '../../domain/kernel/context.ts';
import { ActionError } from '../../domain/kernel/errors.ts';
import { requireScopes } from '../../domain/workspaces/authentication.ts';
import type { Operation } from '../plans/selection.ts';
import { showsOwnDoing } from '../vocabulary/own-doing.ts';

/**
 * Checks, before anything is written, that a key may do what an operation asks: a query or subscription needs `read`, a
 * mutation `write`. What a mutation answers is read as well: without `read`, of a record only `id` and of everything
 * else only what the operation itself did can be selected.
 * @throws ActionError missing_scope
 */
export function requireRights(
  granted: readonly Scope[],
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Operation['fragments'],
): void {
  const root = operation.operation === 'mutation' ? schema.getMutationType() : undefined;
  requireScopes(granted, [root ? 'write' : 'read']);
  if (granted.includes('read') || !root) return;
  const reading = findReading(root, operation.selectionSet, { schema, fragments, seen: new Set() });
  if (reading === undefined) return;
  throw new ActionError(
    'missing_scope',
    `This key may write but not read: of a record a mutation shows it only "id", not "${reading}". Reading needs the scope "read".`,
  );
}

interface Search {
  schema: GraphQLSchema;
  fragments: Operation['fragments'];
  /** Fragments that were looked through already, by the type they were met on. */
  seen: Set<string>;
}

/** The first field below a type that shows stored data, as `Type.field`. */
function findReading(
  type: GraphQLNamedType,
  { selections }: SelectionSetNode,
  search: Search,
): string | undefined {
  for (const selection of selections) {
    const found =
      selection.kind === Kind.FIELD
        ? readingField(type, selection, search)
        : readingFragment(type, selection, search);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readingField(
  type: GraphQLNamedType,
  { name: { value: name }, selectionSet }: FieldNode,
  search: Search,
): string | undefined {
  if (name === '__typename' || name === 'id') return undefined;
  const isOpen = type === search.schema.getMutationType() || showsOwnDoing(type);
  if (!isOpen || !(isObjectType(type) || isInterfaceType(type))) return `${type.name}.${name}`;
  const field = type.getFields()[name];
  return field && selectionSet && findReading(getNamedType(field.type), selectionSet, search);
}

function readingFragment(
  type: GraphQLNamedType,
  selection: Exclude<SelectionNode, FieldNode>,
  search: Search,
): string | undefined {
  const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
  const fragment = isSpread ? search.fragments.get(selection.name.value) : selection;
  if (!fragment) return undefined;
  const condition = fragment.typeCondition?.name.value;
  const on = condition === undefined ? type : search.schema.getType(condition);
  if (isSpread) {
    if (search.seen.has(selection.name.value)) return undefined;
    search.seen.add(selection.name.value);
  }
  return on && findReading(on, fragment.selectionSet, search);
}

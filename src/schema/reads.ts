import type {
  FieldNode,
  GraphQLField,
  GraphQLNamedType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isInterfaceType, isObjectType, Kind } from 'graphql';

/**
 * What fields read, and whether an operation can be answered from what its first statement brought.
 *
 * The Prisma plugin keeps, for every place of an answer, which rows were loaded for it, and looks that up for every value.
 * Most operations need none of it: their root fields load everything below them in one statement, and no list is asked for
 * twice. Which those are, the text of the operation tells.
 */

/**
 * What a field reads, as plain data in its extensions: a column of the parent's row, a relation of it, or a page of one.
 * A field with a resolver of its own has none.
 */
export type Read =
  | { kind: 'column'; column: string }
  | { kind: 'relation' | 'page'; relation: string };

/** The extensions that say what a field needs of the row it stands on. */
export interface ReadExtensions {
  read?: Read;
  /** Computed from what was selected with the row, under these keys of it. */
  derived?: { readonly keys: readonly string[] };
  /** A root field that loads its records with all that is asked of them. */
  loadsAll?: boolean;
  pothosPrismaModel?: unknown;
  pothosPrismaSelect?: unknown;
}

/** Extensions of root fields that load their records with all that is asked of them. */
export const loadsAll = { loadsAll: true } satisfies ReadExtensions;

type Fragments = GraphQLResolveInfo['fragments'];
type Operation = Pick<GraphQLResolveInfo, 'schema' | 'operation' | 'fragments'>;
type AnyField = GraphQLField<unknown, unknown>;

interface Selected {
  field: AnyField;
  nodes: FieldNode[];
}

const extensionsOf = ({ extensions }: { extensions: unknown }) => extensions as ReadExtensions;

/** Fields that read the same of a row are one, under whatever name they are asked for. */
function keyOf(type: GraphQLNamedType, field: AnyField): string {
  const { read } = extensionsOf(field);
  return read && read.kind !== 'column'
    ? `relation ${read.relation}`
    : `${type.name}.${field.name}`;
}

/** The fields that are selected on a type, in all fragments. */
function selectedOn(
  type: GraphQLNamedType,
  sets: readonly (SelectionSetNode | undefined)[],
  { schema, fragments }: { schema: GraphQLSchema; fragments: Fragments },
  found = new Map<string, Selected>(),
): Map<string, Selected> {
  for (const selection of sets.flatMap((set) => set?.selections ?? [])) {
    if (selection.kind === Kind.FIELD) {
      const hasFields = isObjectType(type) || isInterfaceType(type);
      const field = hasFields ? type.getFields()[selection.name.value] : undefined;
      if (field === undefined) continue;
      const key = keyOf(type, field);
      const known = found.get(key);
      if (known) known.nodes.push(selection);
      else found.set(key, { field, nodes: [selection] });
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
    const condition = fragment?.typeCondition?.name.value;
    const narrowed = condition === undefined ? type : schema.getType(condition);
    selectedOn(narrowed ?? type, [fragment?.selectionSet], { schema, fragments }, found);
  }
  return found;
}

/** Whether everything below is in the rows that were loaded for it, each list as the one field that reads it wants it. */
function isLoaded(
  type: GraphQLNamedType,
  sets: readonly (SelectionSetNode | undefined)[],
  operation: Operation,
): boolean {
  const selected = [...selectedOn(type, sets, operation).values()];
  const derivedFrom = new Set(
    selected.flatMap(({ field }) => extensionsOf(field).derived?.keys ?? []),
  );
  return selected.every(({ field, nodes }) => {
    const { read, derived, pothosPrismaSelect } = extensionsOf(field);
    if (!read && !derived && pothosPrismaSelect) return false;
    if (read?.kind === 'page' && (nodes.length > 1 || derivedFrom.has(read.relation))) return false;
    if (derived) return true;
    const below = nodes.map(({ selectionSet }) => selectionSet);
    return isLoaded(getNamedType(field.type), below, operation);
  });
}

/** Whether records lie below: of those that a field found by itself nobody knows what was loaded with them. */
function hasRecords(
  type: GraphQLNamedType,
  sets: readonly (SelectionSetNode | undefined)[],
  operation: Operation,
): boolean {
  if (extensionsOf(type).pothosPrismaModel) return true;
  return [...selectedOn(type, sets, operation).values()].some(({ field, nodes }) =>
    hasRecords(
      getNamedType(field.type),
      nodes.map(({ selectionSet }) => selectionSet),
      operation,
    ),
  );
}

const known = new WeakMap<OperationDefinitionNode, boolean>();

/**
 * Whether every record of an operation's answer comes with all that is asked of it, so that fields find it in their
 * parent's row without looking further. Told by the operation's text alone, and remembered.
 */
export function isLoadedAtOnce(operation: Operation): boolean {
  const remembered = known.get(operation.operation);
  if (remembered !== undefined) return remembered;
  const { schema, operation: definition } = operation;
  const root = schema.getRootType(definition.operation);
  const selected = root ? selectedOn(root, [definition.selectionSet], operation) : new Map();
  const found = [...(selected as Map<string, Selected>).values()].every(({ field, nodes }) =>
    nodes.every(({ selectionSet }) => {
      const type = getNamedType(field.type);
      return extensionsOf(field).loadsAll
        ? isLoaded(type, [selectionSet], operation)
        : !hasRecords(type, [selectionSet], operation);
    }),
  );
  known.set(definition, found);
  return found;
}

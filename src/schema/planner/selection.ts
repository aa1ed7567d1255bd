import type {
  DocumentNode,
  FieldNode,
  GraphQLObjectType,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import type { ReadExtensions } from '../core/field-reads.ts';
import type { ConnectionArguments } from '../core/page-arguments.ts';
import { normalizePageArguments } from '../core/page-arguments.ts';
import { UndeclaredFieldError } from '../core/undeclared-field-error.ts';
import type { Operation } from './operation.ts';
import type { AnyField, SelectedField } from './selected-field.ts';

interface CollectedFields {
  fields: Map<string, { field: AnyField | undefined; nodes: FieldNode[] }>;
  /** Each fragment is collected once. */
  fragments: Set<string>;
}

function collectInto(
  type: GraphQLObjectType,
  set: SelectionSetNode | undefined,
  operation: Operation,
  collected: CollectedFields,
): void {
  for (const selection of set?.selections ?? []) {
    if (!isIncluded(selection, operation)) continue;
    if (selection.kind === Kind.FIELD) {
      const name = selection.alias?.value ?? selection.name.value;
      const existing = collected.fields.get(name);
      if (existing) existing.nodes.push(selection);
      else collected.fields.set(name, { field: fieldOf(type, selection), nodes: [selection] });
      continue;
    }
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      if (collected.fragments.has(selection.name.value)) continue;
      collected.fragments.add(selection.name.value);
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? operation.fragments.get(selection.name.value)
        : selection;
    const condition = fragment?.typeCondition?.name.value;
    if (condition === undefined || isTypeConditionMet(condition, type, operation)) {
      collectInto(type, fragment?.selectionSet, operation, collected);
    }
  }
}

function isIncluded(selection: SelectionNode, { variables }: Operation): boolean {
  if (!selection.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variables);
  return skip?.if !== true && include?.if !== false;
}

/** Validation allows these at the root only. */
export const introspectionFields: ReadonlyMap<string, AnyField> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

function fieldOf(type: GraphQLObjectType, { name: { value } }: FieldNode): AnyField | undefined {
  if (value === '__typename') return undefined;
  const field = type.getFields()[value] ?? introspectionFields.get(value);
  if (field === undefined) throw new UndeclaredFieldError(`${type.name}.${value}`);
  return field;
}

function isTypeConditionMet(
  condition: string,
  type: GraphQLObjectType,
  { schema }: Operation,
): boolean {
  if (condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}

/** In selection order, without fields that directives exclude. */
export function collectFields(
  type: GraphQLObjectType,
  nodes: readonly { selectionSet?: SelectionSetNode | undefined }[],
  operation: Operation,
): SelectedField[] {
  const collected: CollectedFields = { fields: new Map(), fragments: new Set() };
  for (const { selectionSet } of nodes) collectInto(type, selectionSet, operation, collected);
  return [...collected.fields].map(([name, selected]) => ({ name, ...selected }));
}

/** Nodes with the same response name have equal arguments. */
export function argumentsOf(
  field: AnyField,
  [node]: readonly FieldNode[],
  { variables }: Operation,
): Record<string, unknown> {
  if (node === undefined) throw new UndeclaredFieldError(field.name);
  return getArgumentValues(field, node, variables);
}

/** Pothos plugins map the arguments: they remove meaningless nulls. */
export function listArgumentsOf(
  field: AnyField,
  nodes: readonly FieldNode[],
  operation: Operation,
): ConnectionArguments {
  return toListArguments(field, argumentsOf(field, nodes, operation));
}

export function toListArguments({ extensions }: AnyField, args: object): ConnectionArguments {
  const { pothosArgMappers = [] } = extensions as ReadExtensions;
  return normalizePageArguments(pothosArgMappers.reduce((mapped, map) => map(mapped), args));
}

/**
 * Ignores list and non-null wrappers.
 * @throws UndeclaredFieldError for other types
 */
export function objectTypeOf(field: AnyField | undefined): GraphQLObjectType {
  const type = field && getNamedType(field.type);
  if (!isObjectType(type)) throw new UndeclaredFieldError(String(type));
  return type;
}

export function fragmentsOf({ definitions }: DocumentNode): Operation['fragments'] {
  return new Map(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition] as const]
        : [],
    ),
  );
}

import type { PothosInputFieldConfig, PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import SchemaBuilder, { BasePlugin } from '@pothos/core';
import type {
  FieldNode,
  GraphQLFieldResolver,
  GraphQLNamedType,
  GraphQLResolveInfo,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isObjectType, Kind } from 'graphql';
import { defaultInputDescription, outputDescriptions } from './descriptions.ts';

/**
 * What a field reads, as plain data in its extensions: a column of the parent's row, or a relation of it. A field with
 * a resolver of its own has none.
 */
type Read = { kind: 'column'; column: string } | { kind: 'relation'; relation: string };

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** A field that is computed from what was selected with the row, under these keys of it. */
export interface Derived {
  keys: readonly string[];
  resolve: Resolver;
}

interface PrismaExtensions {
  pothosPrismaVariant?: string;
  pothosPrismaRelationField?: { name: string };
  pothosPrismaSelect?: unknown;
  derived?: Derived;
  read?: Read;
}

function readOf(extensions: PrismaExtensions, argumentCount: number): Read | undefined {
  const { pothosPrismaVariant: column, pothosPrismaRelationField: relation } = extensions;
  if (column !== undefined) return { kind: 'column', column };
  if (relation !== undefined && argumentCount === 0) {
    return { kind: 'relation', relation: relation.name };
  }
  return undefined;
}

/**
 * Answers what is loaded already straight from the parent's row, and asks the Prisma plugin's resolver only for what
 * is missing: that resolver looks up its selection mapping for every value of every row, which costs more than the
 * value. Columns, relations and what is derived of them are guarded together, so that a row either serves all of its
 * selection or none of it.
 */
function guardColumn(column: string, resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const value = (parent as Record<string, unknown>)[column];
    return value === undefined ? resolve(parent, args, context, info) : value;
  };
}

/** As {@link guardColumn}, unless lists lie below: they find their page by the mapping of what is above them. */
function guardRelation(relation: string, resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const value = (parent as Record<string, unknown>)[relation];
    if (typeof value !== 'object' || hasUnguarded(info)) {
      return resolve(parent, args, context, info);
    }
    return value;
  };
}

function guardDerived({ keys, resolve: derive }: Derived, resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const row = parent as Record<string, unknown>;
    const loaded = keys.every((key) => row[key] !== undefined);
    return (loaded ? derive : resolve)(parent, args, context, info);
  };
}

const unguarded = new WeakMap<FieldNode, boolean>();

/** Whether anything that is selected below a relation needs the plugin's own resolver. */
function hasUnguarded({ fieldNodes, returnType, fragments }: GraphQLResolveInfo): boolean {
  return fieldNodes.some((node) => {
    const known = unguarded.get(node);
    if (known !== undefined) return known;
    const found = needsPlugin(getNamedType(returnType), node.selectionSet, fragments);
    unguarded.set(node, found);
    return found;
  });
}

function needsPlugin(
  type: GraphQLNamedType,
  selectionSet: SelectionSetNode | undefined,
  fragments: GraphQLResolveInfo['fragments'],
): boolean {
  if (!isObjectType(type)) return selectionSet !== undefined;
  return (selectionSet?.selections ?? []).some((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return needsPlugin(type, selection.selectionSet, fragments);
    }
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      return needsPlugin(type, fragments[selection.name.value]?.selectionSet, fragments);
    }
    const field = type.getFields()[selection.name.value];
    if (field === undefined) return false;
    const { read, derived, pothosPrismaSelect } = field.extensions as PrismaExtensions;
    if (read?.kind === 'relation') {
      return needsPlugin(getNamedType(field.type), selection.selectionSet, fragments);
    }
    return !read && !derived && Boolean(pothosPrismaSelect);
  });
}

class HousePlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { parentType, name, description } = field;
    return { ...field, description: description ?? defaultInputDescription(parentType, name) };
  }

  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    return { ...field, description: field.description ?? outputDescriptions[field.name] };
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        const extensions = field.extensions as PrismaExtensions;
        const read = readOf(extensions, field.args.length);
        if (field.resolve === undefined) continue;
        if (extensions.derived) field.resolve = guardDerived(extensions.derived, field.resolve);
        if (read === undefined) continue;
        field.extensions = { ...field.extensions, read };
        field.resolve =
          read.kind === 'column'
            ? guardColumn(read.column, field.resolve)
            : guardRelation(read.relation, field.resolve);
      }
    }
    return schema;
  }
}

export const housePluginName = 'actiongraph';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      actiongraph: HousePlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(housePluginName, HousePlugin);

import type { PothosInputFieldConfig, PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import SchemaBuilder, { BasePlugin } from '@pothos/core';
import type {
  FieldNode,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLNamedType,
  GraphQLResolveInfo,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import { getNamedType, isObjectType, Kind } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { defaultInputDescription, outputDescriptions } from './descriptions.ts';
import type { Derived, Paged, Read, ReadExtensions } from './reads.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

interface PrismaExtensions extends ReadExtensions {
  pothosPrismaVariant?: string;
  pothosPrismaRelationField?: { name: string };
}

function readOf(extensions: PrismaExtensions, argumentCount: number): Read | undefined {
  const { pothosPrismaVariant: column, pothosPrismaRelationField: relation } = extensions;
  if (column !== undefined) return { kind: 'column', column };
  if (relation === undefined) return undefined;
  return { kind: argumentCount === 0 ? 'relation' : 'page', relation: relation.name };
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

/** As {@link guardColumn}, unless something lies below that finds its rows by the plugin's mapping of what is above it. */
function guardRelation(relation: string, resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const value = (parent as Record<string, unknown>)[relation];
    if (typeof value === 'object' && !hasUnguarded(info)) return value;
    return resolve(parent, args, context, info);
  };
}

/** The id of a record is its own, unless it is a number behind a prefix. */
function guardId(resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const { id } = parent as { id?: unknown };
    return typeof id === 'string' ? id : resolve(parent, args, context, info);
  };
}

function guardDerived({ keys, resolve: derive }: Derived, resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const row = parent as Record<string, unknown>;
    const loaded = keys.every((key) => row[key] !== undefined);
    return (loaded ? derive : resolve)(parent, args, context, info);
  };
}

/** The plugin's connections become ours, whose cursors carry the values of the list's order. */
function showPage({ show }: Paged, resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const page: unknown = resolve(parent, args, context, info);
    const shown = (connection: unknown) => show(connection as object, context as Context);
    return page instanceof Promise ? page.then(shown) : shown(page);
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

class DeclaredFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { parentType, name, description } = field;
    return { ...field, description: description ?? defaultInputDescription(parentType, name) };
  }

  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    const { listed } = (field.extensions ?? {}) as ReadExtensions;
    return {
      ...field,
      description: field.description ?? outputDescriptions[field.name],
      ...(listed && { argMappers: [...field.argMappers, listed.take as never] }),
    };
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      const isRecord = type.getInterfaces().some(({ name }) => name === 'Node');
      for (const field of Object.values(type.getFields())) {
        guardField(field);
        if (isRecord && field.name === 'id' && field.resolve)
          field.resolve = guardId(field.resolve);
        if (isPlain(type.name, field.name)) delete field.resolve;
      }
    }
    return schema;
  }
}

function guardField(field: GraphQLField<unknown, unknown>): void {
  const extensions = field.extensions as PrismaExtensions;
  const { derived, listed } = extensions;
  const { resolve } = field;
  if (resolve === undefined) return;
  if (listed) field.resolve = showPage(listed, resolve);
  if (derived) field.resolve = guardDerived(derived, resolve);
  const read = readOf(extensions, field.args.length);
  if (read === undefined) return;
  field.extensions = { ...field.extensions, read };
  if (read.kind === 'column') field.resolve = guardColumn(read.column, resolve);
  else if (read.kind === 'relation') field.resolve = guardRelation(read.relation, resolve);
}

/** Fields of pages that show a property of the same name and whose resolver says nothing else. */
const plainFields: Readonly<Record<string, readonly string[]>> = {
  Connection: ['edges', 'nodes', 'pageInfo'],
  Edge: ['node', 'cursor'],
};

function isPlain(typeName: string, fieldName: string): boolean {
  const [, kind = ''] = /(Connection|Edge)$/.exec(typeName) ?? [];
  return plainFields[kind]?.includes(fieldName) ?? false;
}

export const declaredFieldsPluginName = 'actiongraph';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      actiongraph: DeclaredFieldsPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(declaredFieldsPluginName, DeclaredFieldsPlugin);

import type { PothosInputFieldConfig, PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import SchemaBuilder, { BasePlugin } from '@pothos/core';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import { defaultInputDescription, outputDescriptions } from './descriptions.ts';

/**
 * What a field reads, as plain data in its extensions: a column of the parent's row, or a relation of it. A field with
 * a resolver of its own has none.
 */
export type Read = { kind: 'column'; column: string } | { kind: 'relation'; relation: string };

interface PrismaExtensions {
  pothosPrismaVariant?: string;
  pothosPrismaRelationField?: { name: string };
  pothosPrismaSelect?: unknown;
  pothosPrismaIndirectInclude?: unknown;
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
 * value. Columns and relations are guarded together, so that a row either serves all of its selection or none of it.
 */
function guard(
  read: Read,
  resolve: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown> {
  const key = read.kind === 'column' ? read.column : read.relation;
  return (parent, args, context, info) => {
    const value = (parent as Record<string, unknown>)[key];
    return value === undefined ? resolve(parent, args, context, info) : value;
  };
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
        if (read === undefined || field.resolve === undefined) continue;
        field.extensions = { ...field.extensions, read };
        field.resolve = guard(read, field.resolve);
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

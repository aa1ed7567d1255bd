import type { PothosInputFieldConfig, PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import SchemaBuilder, { BasePlugin } from '@pothos/core';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import { hasFieldReads, isDeclaredField, unusedResolver } from './declared-fields.ts';
import { defaultInputDescription, outputDescriptions } from './descriptions.ts';
import { describeScopes } from './required-permissions.ts';

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/**
 * The resolvers of these plugins only load records or check limits that the endpoint already
 * checks.
 */
const harmless = new Set<string>(['prisma', 'complexity']);

class DeclaredFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { parentType, name, description } = field;
    return { ...field, description: description ?? defaultInputDescription(parentType, name) };
  }

  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    // A failed root field is null, and its siblings keep their results.
    const isRoot = field.kind === 'Query' || field.kind === 'Mutation';
    return {
      ...field,
      type: isRoot ? { ...field.type, nullable: true } : field.type,
      description: field.description ?? outputDescriptions[field.name],
    };
  }

  /**
   * @throws Error if a plugin wraps the resolver of a declared field, because no one calls that
   * resolver
   */
  override wrapResolve(
    resolver: Resolver<Types>,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> {
    if (!hasFieldReads(field.extensions)) return resolver;
    const { plugins } = this.buildCache.plugin as unknown as { plugins: BasePlugin<Types>[] };
    for (const plugin of plugins) {
      if (plugin === this || harmless.has(plugin.name)) continue;
      if (plugin.wrapResolve(resolver, field) === resolver) continue;
      throw new Error(
        `${field.parentType}.${field.name} was wrapped by the plugin ${plugin.name}. It says what it reads, so its resolver is never called.`,
      );
    }
    return resolver;
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        if (isDeclaredField(type, field)) field.resolve = unusedResolver;
      }
    }
    describeScopes(schema);
    return schema;
  }
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

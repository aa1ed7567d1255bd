import type { GraphQLFieldResolver } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import type { ListedModel } from '../../domain/reader/lists.ts';
import type { Which } from './listings.ts';
import type { ConnectionArguments } from './pages.ts';

/** What fields read, as plain data in their extensions: plans of operations are made of it. */

/** A column of the parent's row, a relation of it, or a page of one. A field with a resolver of its own has none. */
export type Read =
  | { kind: 'column'; column: string }
  | { kind: 'relation' | 'page'; relation: string };

/** A field that is computed from what was selected with the row, under these keys of it. */
export interface Derived {
  keys: readonly string[];
  /** What is selected, as Prisma takes it. */
  from: Readonly<Record<string, unknown>>;
  resolve: GraphQLFieldResolver<unknown, unknown>;
}

/** Which records a list has, by its arguments. */
export interface Listed {
  model: ListedModel;
  /** @throws ActionError invalid_input */
  which: (given: ConnectionArguments) => Which;
}

/** What a list that is executed does beside what the plugin's connections do. */
export interface Paged {
  /** Its arguments as the plugin and resolvers get them. */
  take: (given: object) => ConnectionArguments;
  /** The plugin's connection as the house's. */
  show: (connection: object, context: Context) => object;
}

/** Which records a field at the root finds. */
export type Root =
  | ({ kind: 'list' } & Listed)
  | { kind: 'one'; model: ListedModel }
  | { kind: 'node' | 'nodes' | 'workspace' };

/** The extensions that say what a field needs of the row it stands on. */
export interface ReadExtensions {
  read?: Read;
  root?: Root;
  /** A list that goes by pages. */
  listed?: Listed & Paged;
  /** Records at the other end of a table of links. */
  linked?: {
    via: readonly [links: string, record: string];
    reference: string;
    latest: number | undefined;
  };
  /** The order of a list that belongs whole to its record. */
  partOrder?: readonly object[];
  derived?: Derived;
  /** What plugins do with a field's arguments before its resolver. */
  pothosArgMappers?: readonly ((given: object) => object)[];
  pothosPrismaModel?: unknown;
  pothosPrismaSelect?: unknown;
}

/** Something is asked for that has to be executed field by field. */
export class Unplanned extends Error {
  override readonly name = 'Unplanned';
}

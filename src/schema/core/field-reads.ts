import type { Context } from '../../platform/context/context.ts';
import type { Area } from '../../platform/permissions/permissions.ts';
import type { Condition, Link } from '../../query/conditions.ts';
import type { ListedModel } from '../../query/list-queries.ts';
import type { Listing } from '../../query/record-list.ts';
import type { Which } from './list-definitions.ts';
import type { ConnectionArguments } from './page-arguments.ts';

/**
 * What fields read, as plain data in their extensions: plans of operations are made of it. Their resolvers are never
 * called; a field with a resolver of its own has none of it.
 */

/** A column of the record, a relation of it, a page of one, or a page of what the log says of the record. */
type Read =
  | { kind: 'column'; column: string }
  | { kind: 'relation'; relation: string }
  | { kind: 'page'; relation: string }
  | { kind: 'changes' };

/** A field that is computed from what is read with its record. */
export interface Derived {
  /** Columns, and columns of related records, as Prisma selects them. */
  from: Readonly<Record<string, unknown>>;
  value: (row: object, context: Context) => unknown;
}

/** Which records a list has, by its arguments. */
export interface Listed {
  model: ListedModel;
  /** @throws ActionError invalid_input */
  which: (given: ConnectionArguments) => Which;
}

/** Which records a field at the root finds. */
export type Root =
  | ({ kind: 'list' } & Listed)
  | { kind: 'one'; model: ListedModel }
  | {
      kind: 'found';
      /** @throws ActionError invalid_input */
      find: (context: Context, given: object) => { listing: Listing; most: number };
    }
  | { kind: 'workspace' };

/** The extensions that say what a field needs of the row it stands on. */
export interface ReadExtensions {
  read?: Read;
  root?: Root;
  /** Records at the other end of a table of links. */
  linked?: {
    via: readonly [links: string, record: string];
    reference: string;
    latest: number | undefined;
  };
  /** A short list of records that refer to this one, or to none of its kind. */
  shared?: { model: ListedModel; link: Link; where: Condition; order: readonly object[] };
  /** The order of a list that belongs whole to its record. */
  partOrder?: readonly object[];
  derived?: Derived;
  /** Areas whose records are shown beside those of the field's own type; of a type, those that it shows itself. */
  areas?: readonly Area[];
  /** Whether it is nothing for those who see a part of the workspace only. */
  isWhole?: true;
  /** Of a mutation: the areas that it writes. */
  writes?: readonly Area[];
  /** Part of a page, which is read as a whole. */
  ofPage?: true;
  /** What plugins do with a field's arguments. */
  pothosArgMappers?: readonly ((given: object) => object)[];
  pothosPrismaModel?: unknown;
}

import type { Context } from '../../platform/context/context.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { Condition } from '../../query/conditions.ts';
import type { SqlExpression } from '../../query/json-query.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import type { JoinColumns } from '../../query/model-columns.ts';
import type { ListQuery } from '../../query/record-list.ts';
import type { FilterAndOrder } from './list-order.ts';
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
export interface FieldComputation {
  /** Columns, and columns of related records, as Prisma selects them. */
  from: Readonly<Record<string, unknown>>;
  value: (row: object, context: Context) => unknown;
}

export interface ListSource {
  model: ListableModel;
  /** @throws ActionError invalid_input */
  which: (given: ConnectionArguments) => FilterAndOrder;
}

/** The records that a root field reads. */
export type RootFieldRead =
  | ({ kind: 'list' } & ListSource)
  | { kind: 'one'; model: ListableModel }
  | {
      kind: 'found';
      /** @throws ActionError invalid_input */
      find: (context: Context, given: object) => { listing: ListQuery; most: number };
    }
  | { kind: 'workspace' };

/** The extensions that say what a field needs of the row it stands on. */
export interface ReadExtensions {
  read?: Read;
  root?: RootFieldRead;
  /** Records at the other end of a table of links. */
  linked?: {
    via: readonly [links: string, record: string];
    reference: string;
    latest: number | undefined;
  };
  /** A short list of records that refer to this one, or to none of its kind. */
  shared?: { model: ListableModel; link: JoinColumns; where: Condition; order: readonly object[] };
  /** The order of a list that belongs whole to its record. */
  partOrder?: readonly object[];
  derived?: FieldComputation;
  /** One value that the record's statement computes, or a query of rows with the columns of the field's type. */
  total?: SqlExpression;
  /** Areas whose records are shown beside those of the field's own type; of a type, those that it shows itself. */
  areas?: readonly PermissionArea[];
  /** Whether it is nothing for those who see a part of the workspace only. */
  isWhole?: true;
  /** Of a mutation: the areas that it writes. */
  writes?: readonly PermissionArea[];
  /** Part of a page, which is read as a whole. */
  ofPage?: true;
  /** What plugins do with a field's arguments. */
  pothosArgMappers?: readonly ((given: object) => object)[];
  pothosPrismaModel?: unknown;
}

import type { Context } from '../../platform/context/context.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import type { Condition } from '../../query/conditions.ts';
import type { CustomFieldReference } from '../../query/custom-values.ts';
import type { SqlExpression } from '../../query/json-query.ts';
import type { FilterAndOrder } from '../../query/list-order.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import type { JoinColumns } from '../../query/model-columns.ts';
import type { ListQuery } from '../../query/record-list.ts';
import type { ConnectionArguments } from './page-arguments.ts';

/**
 * Field extensions that declare what a field reads. The query planner compiles them into SQL and
 * never calls the resolvers of these fields.
 */

type Read =
  | { kind: 'column'; column: string }
  | { kind: 'relation'; relation: string }
  | { kind: 'page'; relation: string }
  | { kind: 'changes' };

export interface FieldComputation {
  from: Readonly<Record<string, unknown>>;
  value: (row: object, context: Context, args: Record<string, unknown>) => unknown;
  customFields?: (args: Record<string, unknown>) => readonly CustomFieldReference[];
}

export interface ListSource {
  model: ListableModel;
  /** @throws ActionError invalid_input */
  which: (given: ConnectionArguments) => FilterAndOrder;
}

export type RootFieldRead =
  | ({ kind: 'list' } & ListSource)
  | { kind: 'one'; model: ListableModel }
  | {
      kind: 'found';
      /** @throws ActionError invalid_input */
      find: (context: Context, given: object) => { listing: ListQuery; limit: number };
    }
  | { kind: 'workspace' };

export interface ReadExtensions {
  read?: Read;
  root?: RootFieldRead;
  /** Records at the other end of a link table. */
  linked?: {
    via: readonly [links: string, record: string];
    reference: string;
    latest: number | undefined;
  };
  /** Records that refer to this record or to none of its type. */
  shared?: { model: ListableModel; link: JoinColumns; where: Condition; order: readonly object[] };
  /** Order of a list without pages. */
  partOrder?: readonly object[];
  derived?: FieldComputation;
  /** A value, or a query for rows with the columns of the field's type. */
  total?: SqlExpression;
  /** On a field: areas in addition to those of its type. On a type: its own areas. */
  areas?: readonly PermissionArea[];
  /** Whether callers with restricted access get null. */
  requiresUnrestrictedAccess?: true;
  writes?: readonly PermissionArea[];
  isExternal?: boolean | undefined;
  /** Part of a connection. */
  ofPage?: true;
  pothosArgMappers?: readonly ((given: object) => object)[];
  pothosPrismaModel?: unknown;
}

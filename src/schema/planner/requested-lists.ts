import type { ListCursor } from '../../query/list-cursors.ts';
import type { FilterAndOrder } from '../../query/list-order.ts';
import type { BoundRows, ListSlot } from '../../query/list-rows.ts';
import type { ConnectionArguments } from '../core/page-arguments.ts';

/** A list with the arguments of one run. A plan fixes only its order. */
export interface RequestedList extends FilterAndOrder, BoundRows {
  args: ConnectionArguments;
  cursor: ListCursor | undefined;
}

export type RequestedLists = ReadonlyMap<ListSlot, RequestedList>;

/** @throws ActionError, GraphQLError for invalid arguments */
export type ParseListArguments = (variables: Record<string, unknown>) => RequestedList;

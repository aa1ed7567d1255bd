import type { Context } from '../../platform/context/context.ts';
import type { CustomFieldReference } from '../../query/custom-values.ts';
import type { ListCursor } from '../../query/list-cursors.ts';
import type { FilterAndOrder } from '../../query/list-order.ts';
import type { BoundRows, ListSlot } from '../../query/list-rows.ts';
import { bindRows } from '../../query/list-rows.ts';
import { resolveCustomFields } from '../core/loaders.ts';
import type { ConnectionArguments } from '../core/page-arguments.ts';

/** A list with the arguments of one run. A plan fixes only its order. */
export interface RequestedList extends FilterAndOrder, BoundRows {
  args: ConnectionArguments;
  cursor: ListCursor | undefined;
  customFields: readonly CustomFieldReference[];
}

export type RequestedLists = ReadonlyMap<ListSlot, RequestedList>;

/** @throws ActionError, GraphQLError for invalid arguments */
export type ParseListArguments = (variables: Record<string, unknown>) => RequestedList;

/**
 * Checks the custom fields of a root field, and adds their index to its lists.
 * @throws ActionError invalid_input
 */
export async function withCustomFields(
  lists: RequestedLists,
  references: readonly CustomFieldReference[],
  context: Context,
): Promise<RequestedLists> {
  const withIndex = await resolveCustomFields(context, references);
  return new Map(
    [...lists].map(([slot, list]) => {
      if (list.customFields.length === 0) return [slot, list];
      const where = withIndex(list.where);
      return [slot, { ...list, where, ...bindRows({ ...list.selection, where }) }];
    }),
  );
}

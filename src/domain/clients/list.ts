import { not } from '../../query/conditions.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { ListQuery } from '../../query/record-list.ts';

/** The contacts that a client is answered with. */
export const activeContactsQuery: RowSelection = {
  where: not({ kind: 'flag', column: 'archived' }),
  orderBy: [{ column: 'id', direction: 'asc' }],
};

/** The order in which clients are listed. */
export const clientNameOrder: ListQuery['orderBy'] = [{ column: 'name' }, { column: 'id' }];

/** Every active client, by name (decisions, "List Clients"). */
export const activeClients: ListQuery = {
  where: not({ kind: 'flag', column: 'archived' }),
  orderBy: clientNameOrder,
};

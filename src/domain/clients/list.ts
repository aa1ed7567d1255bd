import { not } from '../../query/conditions.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { ListQuery } from '../../query/record-list.ts';

export const activeContactsQuery: RowSelection = {
  where: not({ kind: 'flag', column: 'archived' }),
  orderBy: [{ column: 'id', direction: 'asc' }],
};

export const clientNameOrder: ListQuery['orderBy'] = [{ column: 'name' }, { column: 'id' }];

export const activeClients: ListQuery = {
  hidden: { kind: 'flag', column: 'archived' },
  orderBy: clientNameOrder,
};

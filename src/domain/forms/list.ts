import type { ListQuery } from '../../query/record-list.ts';

export const formsByName: ListQuery = { orderBy: [{ column: 'name' }] };

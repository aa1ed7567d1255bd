import type { ListQuery } from '../../query/record-list.ts';

export const vendorsByName: ListQuery = { orderBy: [{ column: 'name' }] };

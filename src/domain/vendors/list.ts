import type { ListQuery } from '../../query/record-list.ts';

/** Every vendor, in alphabetical order. */
export const vendorsByName: ListQuery = { orderBy: [{ column: 'name' }] };

import type { ListQuery } from '../../query/record-list.ts';

/** Every form, in alphabetical order. */
export const formsByName: ListQuery = { orderBy: [{ column: 'name' }] };

import type { ListQuery } from '../../query/record-list.ts';

/** All of them, the latest day first. */
export const exchangeRatesByDay: ListQuery = {
  orderBy: [
    { column: 'day', direction: 'desc' },
    { column: 'baseCurrency' },
    { column: 'quoteCurrency' },
  ],
};

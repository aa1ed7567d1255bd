import type { ListQuery } from '../../query/record-list.ts';

export const exchangeRatesByDay: ListQuery = {
  orderBy: [
    { column: 'day', direction: 'desc' },
    { column: 'baseCurrency' },
    { column: 'quoteCurrency' },
  ],
};

import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { many } from './filters.ts';

builder.prismaNode('Vendor', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'Vendor', ['name', 'email', 'phone', 'website', 'taxId', 'notes']),
    expenses: relatedList(t, 'expenses', 'Expense'),
  }),
});

listed('Vendor', {
  field: 'vendors',
  description: 'Those the workspace buys from, by name.',
  where: { name: 'String', email: 'String', expenses: many('Expense') },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});

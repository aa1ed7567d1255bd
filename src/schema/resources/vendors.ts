import { vendorOperations } from '../../operations/vendors.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { relationListFilter } from '../core/filters.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('Vendor', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Vendor', []),
    expenses: relationConnectionField(t, 'expenses', 'Expense'),
  }),
});

defineRecordQueries('Vendor', {
  field: 'vendors',
  description: 'Vendors of the workspace, by name.',
  where: {
    name: 'String',
    email: 'String',
    taxId: 'String',
    notes: 'String',
    expenses: relationListFilter('Expense'),
  },
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

defineOperationMutations(vendorOperations);

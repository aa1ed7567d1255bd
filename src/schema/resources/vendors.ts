import { vendorOperations } from '../../operations/vendors.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
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
  where: ['name', 'email', 'taxId', 'notes', 'expenses'],
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

defineOperationMutations(vendorOperations);

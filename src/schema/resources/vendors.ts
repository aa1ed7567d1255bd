import {
  createVendor,
  createVendorInput,
  deleteVendor,
  updateVendor,
  updateVendorInput,
} from '../../domain/vendors/index.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { many } from '../core/filters.ts';

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

action('createVendor', {
  description: 'Makes a vendor.',
  record: 'Vendor',
  input: createVendorInput,
  run: createVendor,
});

updateActions({ record: 'Vendor', input: updateVendorInput, run: updateVendor });

deleteAction('deleteVendor', {
  record: 'Vendor',
  description: 'Deletes a vendor that no expense names.',
  run: deleteVendor,
});

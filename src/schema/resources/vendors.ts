import {
  createVendor,
  createVendorInput,
  deleteVendor,
  updateVendor,
  updateVendorInput,
} from '../../domain/vendors.ts';
import { action, deleteAction, updateActions } from '../vocabulary/actions.ts';
import { builder } from '../vocabulary/builder.ts';
import { columns, ownNode } from '../vocabulary/columns.ts';
import { listed, relatedList } from '../vocabulary/connections.ts';
import { many } from '../vocabulary/filters.ts';

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

import { createVendor } from '../../domain/vendors/create.ts';
import { deleteVendor } from '../../domain/vendors/delete.ts';
import { createVendorInput, updateVendorInput } from '../../domain/vendors/fields.ts';
import { updateVendor } from '../../domain/vendors/update.ts';
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { relationListFilter } from '../core/filters.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('Vendor', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Vendor', ['name', 'email', 'phone', 'website', 'taxId', 'notes']),
    expenses: relationConnectionField(t, 'expenses', 'Expense'),
  }),
});

defineRecordQueries('Vendor', {
  field: 'vendors',
  description: 'Vendors of the workspace, by name.',
  where: { name: 'String', email: 'String', expenses: relationListFilter('Expense') },
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

defineCommandMutation('createVendor', {
  description: 'Creates a vendor.',
  record: 'Vendor',
  input: createVendorInput,
  run: createVendor,
});

defineUpdateMutations({ record: 'Vendor', input: updateVendorInput, run: updateVendor });

defineDeleteMutation('deleteVendor', {
  record: 'Vendor',
  description: 'Deletes a vendor without expenses.',
  run: deleteVendor,
});

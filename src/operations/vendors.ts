import { createVendor } from '../domain/vendors/create.ts';
import { deleteVendor } from '../domain/vendors/delete.ts';
import { createVendorInput, updateVendorInput } from '../domain/vendors/fields.ts';
import { updateVendor } from '../domain/vendors/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const vendorOperations = defineOperations('Vendor', {
  createVendor: {
    kind: 'create',
    description: 'Creates a vendor.',
    input: createVendorInput,
    errors: ['name_taken'],
    run: createVendor,
  },
  updateVendor: {
    kind: 'update',
    input: updateVendorInput,
    errors: ['name_taken'],
    run: updateVendor,
  },
  deleteVendor: {
    kind: 'delete',
    description: 'Deletes a vendor without expenses.',
    errors: ['conflicting_state'],
    run: deleteVendor,
  },
});

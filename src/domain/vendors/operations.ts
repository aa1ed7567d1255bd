import { defineOperations } from '../../platform/operations/operations.ts';
import { createVendor } from './create.ts';
import { deleteVendor } from './delete.ts';
import { createVendorInput, updateVendorInput } from './fields.ts';
import { updateVendor } from './update.ts';

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

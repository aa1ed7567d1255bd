import {
  createVendor,
  createVendorInput,
  deleteVendor,
  updateVendor,
  updateVendorInput,
} from '../../domain/vendors.ts';
import { action, deleteAction, updateActions } from '../actions.ts';

action('createVendor', {
  description: 'Makes a vendor.',
  record: 'Vendor',
  input: createVendorInput,
  run: createVendor,
});

updateActions({ record: 'Vendor', input: updateVendorInput, run: updateVendor });

deleteAction('deleteVendor', {
  description: 'Deletes a vendor that no expense names.',
  run: deleteVendor,
});
